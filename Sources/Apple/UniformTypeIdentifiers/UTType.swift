import Foundation

/// A kind of data, by its uniform type identifier. Source: Apple, UTType.
///
/// Linux: only the types of cameras and photo libraries are declared here; other identifiers, file name extensions and
/// MIME types are unknown (`nil`), or dynamic if requested by extension.
public struct UTType: Hashable, Sendable, Codable {
    /// In reverse-domain notation: `public.jpeg`.
    public let identifier: String

    init(known identifier: String) {
        self.identifier = identifier
    }

    /// - Returns: `nil` if the type is unknown.
    public init?(_ identifier: String) {
        guard UTTypeRecord.byIdentifier[identifier] != nil else { return nil }
        self.identifier = identifier
    }

    /// A type that the app declares, known or not.
    ///
    /// Linux: its conformances are not kept.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier
    }

    /// A type that another app declares, known or not.
    ///
    /// Linux: its conformances are not kept.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier
    }

    /// The type of files with that extension, without the dot; not case-sensitive.
    ///
    /// - Returns: `nil` if no known type conforms to `supertype`.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        let wanted = filenameExtension.lowercased()
        self.init(conformingTo: supertype) { $0.extensions.contains(wanted) }
    }

    /// The type with that MIME type.
    ///
    /// - Returns: `nil` if no known type conforms to `supertype`.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        let wanted = mimeType.lowercased()
        self.init(conformingTo: supertype) { $0.mimeTypes.contains(wanted) }
    }

    private init?(conformingTo supertype: UTType, where isWanted: (UTTypeRecord) -> Bool) {
        let found = UTTypeRecord.all.first { isWanted($0) && UTType(known: $0.identifier).conforms(to: supertype) }
        guard let found else { return nil }
        identifier = found.identifier
    }

    private var record: UTTypeRecord? { UTTypeRecord.byIdentifier[identifier] }

    /// Without the dot.
    public var preferredFilenameExtension: String? { record?.extensions.first }

    /// Of its files and those of its subtypes, without the dot and in lower case; none for a type of any files.
    package var allFilenameExtensions: [String] {
        if self == .item || self == .data || self == .content { return [] }
        return UTTypeRecord.all.filter { UTType(known: $0.identifier).conforms(to: self) }.flatMap(\.extensions)
    }

    public var preferredMIMEType: String? { record?.mimeTypes.first }

    /// In English.
    public var localizedDescription: String? { record?.name }

    /// Whether the type is public rather than a company's.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    public var isDeclared: Bool { record != nil }

    /// All types that it conforms to.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        for parent in record?.parents ?? [] {
            found.insert(UTType(known: parent))
            found.formUnion(UTType(known: parent).supertypes)
        }
        return found
    }

    /// Whether the type is `type` or conforms to it.
    public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }

    public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }

    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }
}

extension UTType: CustomStringConvertible {
    public var description: String { identifier }
}
