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
