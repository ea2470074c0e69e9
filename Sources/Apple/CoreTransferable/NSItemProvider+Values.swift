import Foundation
import UniformTypeIdentifiers

/// A value on its way to the one who asked for it.
package struct Transferred<Value>: @unchecked Sendable {  // made for one owner, who alone uses it
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

extension NSItemProvider {
    /// For a value, in all forms in which it goes.
    package convenience init(value: any Transferable) {
        self.init()
        register(value)
    }

    private func register<Value: Transferable>(_ value: Value) {
        let held = Transferred(value)
        for form in Value.transferRepresentation.allForms {
            guard let save = form.save else { continue }
            if suggestedName == nil { suggestedName = form.fileName?(value) }
            let type = form.contentType.identifier
            guard let file = form.file else {
                registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { handler in
                    Task {
                        do { handler(try await save(held.value), nil) } catch { handler(nil, error) }
                    }
                    return nil
                }
                continue
            }
            registerFileRepresentation(forTypeIdentifier: type, visibility: .all) { handler in
                Task {
                    do { handler(try await file(held.value), true, nil) } catch { handler(nil, false, error) }
                }
                return nil
            }
        }
    }

    /// Whether a value of a type can be made of the item.
    package func canLoad(_ type: any Transferable.Type) -> Bool {
        type.transferRepresentation.allForms.contains {
            $0.load != nil && hasItemConformingToTypeIdentifier($0.contentType.identifier)
        }
    }

    /// The item as something that can be read without waiting; `nil` if it has no such type.
    package func data(for type: UTType) async -> Data? {
        await withCheckedContinuation { continuation in
            loadDataRepresentation(forTypeIdentifier: type.identifier) { data, _ in
                continuation.resume(returning: data)
            }
        }
    }
}
