public import Foundation
public import UniformTypeIdentifiers

/// A value that can be handed from one program to another. Source: Apple, Transferable.
public protocol Transferable: SendableMetatype {
    associatedtype Representation: TransferRepresentation
    /// In which forms the value comes and goes; the first that both sides know is taken.
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// A form in which a value is handed over. Source: Apple, TransferRepresentation.
public protocol TransferRepresentation<Item>: Sendable {
    associatedtype Item: Transferable
    associatedtype Body: TransferRepresentation
    @TransferRepresentationBuilder<Item> var body: Body { get }
}

extension Never: Transferable, TransferRepresentation {
    public typealias Item = Never
    public typealias Body = Never
    public static var transferRepresentation: Never { fatalError("Never has no value") }
    public var body: Never { fatalError("Never has no value") }
}

extension TransferRepresentation where Body == Never {
    public var body: Never { fatalError("\(Self.self) is not made of other forms") }
}

/// What is handed over, as a file.
package struct TransferredContent: Sendable {
    package let file: URL
    package let contentType: UTType

    package init(file: URL, contentType: UTType) { (self.file, self.contentType) = (file, contentType) }
}

/// One form of a value of any type.
package struct TransferForm: Sendable {
    let contentType: UTType
    var load: (@Sendable (TransferredContent) async throws -> any Transferable)?
    var save: (@Sendable (any Transferable) async throws -> Data)?
    /// The file that has the value, for one that is handed over as a file.
    var file: (@Sendable (any Transferable) async throws -> URL)?
    /// The value that is handed over instead.
    var proxy: (@Sendable (any Transferable) async throws -> any Transferable)?
    var fileName: (@Sendable (any Transferable) -> String?)?
}

/// A representation that knows its forms.
protocol FormedRepresentation: TransferRepresentation where Body == Never {
    var forms: [TransferForm] { get }
}

extension TransferRepresentation {
    package var allForms: [TransferForm] { (self as? any FormedRepresentation)?.forms ?? body.allForms }
}

extension Transferable {
    /// The value of a file; `nil` if the type takes no file of this kind.
    package static func loaded(from content: TransferredContent) async throws -> Self? {
        let fitting = transferRepresentation.allForms.first { form in
            form.load != nil && content.contentType.conforms(to: form.contentType)
        }
        return try await fitting?.load?(content) as? Self
    }

    /// The value as data of a type.
    ///
    /// - Throws: `CocoaError.featureUnsupported` if it has no such form.
    public func exported(as contentType: UTType) async throws -> Data {
        let fitting = Self.transferRepresentation.allForms.first { $0.save != nil && $0.contentType == contentType }
        guard let save = fitting?.save else { throw CocoaError(.featureUnsupported) }
        return try await save(self)
    }

    /// The value that is handed over instead of this one, in its most wanted form; `nil` for none.
    package func proxied() async throws -> (any Transferable)? {
        try await Self.transferRepresentation.allForms.first { $0.save != nil }?.proxy?(self)
    }

    /// A file with the value, in its most wanted form.
    ///
    /// - Throws: `CocoaError.featureUnsupported` if it is not handed over at all.
    package func exportedFile() async throws -> URL {
        guard let form = Self.transferRepresentation.allForms.first(where: { $0.save != nil }), let save = form.save
        else { throw CocoaError(.featureUnsupported) }
        let (files, name) = (FileManager.default, form.fileName?(self))
        let original = try await form.file?(self)
        if let original, name == nil { return original }
        let folder = try SharedCopies.makeFolder()
        let end = original?.pathExtension ?? form.contentType.preferredFilenameExtension ?? ""
        var file = folder.appendingPathComponent(SharedCopies.fileName(name ?? "Item"))
        if file.pathExtension.isEmpty, !end.isEmpty { file.appendPathExtension(end) }
        if let original {
            try files.copyItem(at: original, to: file)
        } else {
            try await save(self).write(to: file)
        }
        return file
    }
}

extension TransferRepresentation {
    /// Gives the files a name; without an extension, they get that of their type.
    public func suggestedFileName(_ fileName: String) -> some TransferRepresentation<Item> {
        suggestedFileName { _ in fileName }
    }

    /// Gives the file of each value a name; `nil` for none in particular.
    public func suggestedFileName(_ fileName: @escaping @Sendable (Item) -> String?) -> some TransferRepresentation<
        Item
    > {
        FormList<Item>(
            forms: allForms.map { form in
                var form = form
                form.fileName = { ($0 as? Item).flatMap(fileName) }
                return form
            })
    }
}

/// Lists forms. Source: Apple, TransferRepresentationBuilder.
@resultBuilder public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildExpression<Content: TransferRepresentation<Item>>(_ content: Content) -> Content { content }
    public static func buildPartialBlock<Content: TransferRepresentation<Item>>(first: Content) -> Content { first }
    public static func buildPartialBlock<
        Before: TransferRepresentation<Item>, Next: TransferRepresentation<Item>
    >(accumulated: Before, next: Next) -> some TransferRepresentation<Item> {
        FormList<Item>(forms: accumulated.allForms + next.allForms)
    }
}

struct FormList<Item: Transferable>: FormedRepresentation {
    typealias Body = Never
    let forms: [TransferForm]
}
