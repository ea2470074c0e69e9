import Foundation
import MissingFoundation
import UniformTypeIdentifiers

/// A document that is a file, as a value. Source: Apple, FileDocument.
public protocol FileDocument {
    typealias ReadConfiguration = FileDocumentReadConfiguration
    typealias WriteConfiguration = FileDocumentWriteConfiguration

    static var readableContentTypes: [UTType] { get }
    /// Those that can be read, by itself.
    static var writableContentTypes: [UTType] { get }

    /// Reads a file.
    init(configuration: ReadConfiguration) throws
    /// What is to be written.
    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
}

extension FileDocument {
    public static var writableContentTypes: [UTType] { readableContentTypes }
}

/// What a document is read from. Source: Apple, FileDocumentReadConfiguration.
public struct FileDocumentReadConfiguration {
    public let contentType: UTType
    public let file: FileWrapper
}

/// How a document is written. Source: Apple, FileDocumentWriteConfiguration.
public struct FileDocumentWriteConfiguration {
    public let contentType: UTType
    /// The file as it was read; `nil` for a new one.
    public let existingFile: FileWrapper?
}
