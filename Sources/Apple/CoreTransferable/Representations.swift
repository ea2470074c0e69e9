public import Foundation
public import UniformTypeIdentifiers

/// A value as data. Source: Apple, DataRepresentation.
public struct DataRepresentation<Item: Transferable>: TransferRepresentation {
    public typealias Body = Never
    let form: TransferForm

    private init(
        _ contentType: UTType, _ exporting: (@Sendable (Item) async throws -> Data)?,
        _ importing: (@Sendable (Data) async throws -> Item)?
    ) {
        var form = TransferForm(contentType: contentType)
        if let importing {
            form.load = { content in try await importing(Data(contentsOf: content.file)) }
        }
        if let exporting {
            form.save = { item in
                guard let item = item as? Item else { throw CocoaError(.featureUnsupported) }
                return try await exporting(item)
            }
        }
        self.form = form
    }

    public init(
        contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
        importing: @escaping @Sendable (Data) async throws -> Item
    ) { self.init(contentType, exporting, importing) }

    public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {
        self.init(exportedContentType, exporting, nil)
    }

    public init(importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item) {
        self.init(importedContentType, nil, importing)
    }
}

extension DataRepresentation: FormedRepresentation {
    var forms: [TransferForm] { [form] }
}

/// A file that was handed over. It is only there until the importing closure returns.
///
/// Source: Apple, ReceivedTransferredFile.
public struct ReceivedTransferredFile: Sendable {
    public let file: URL
    public let isOriginalFile: Bool
}

/// A file that is handed over. Source: Apple, SentTransferredFile.
public struct SentTransferredFile: Sendable {
    public let file: URL
    public let allowAccessingOriginalFile: Bool

    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
        (self.file, self.allowAccessingOriginalFile) = (file, allowAccessingOriginalFile)
    }
}

/// A value as a file. Source: Apple, FileRepresentation.
public struct FileRepresentation<Item: Transferable>: TransferRepresentation {
    public typealias Body = Never
    let form: TransferForm

    private init(
        _ contentType: UTType, _ exporting: (@Sendable (Item) async throws -> SentTransferredFile)?,
        _ importing: (@Sendable (ReceivedTransferredFile) async throws -> Item)?
    ) {
        var form = TransferForm(contentType: contentType)
        if let importing {
            form.load = { content in try await Self.receive(content, importing) }
        }
        if let exporting {
            form.save = { item in
                guard let item = item as? Item else { throw CocoaError(.featureUnsupported) }
                return try await Data(contentsOf: exporting(item).file)
            }
        }
        self.form = form
    }

    /// Hands over a copy, which the program may keep by moving it.
    private static func receive(
        _ content: TransferredContent, _ importing: @Sendable (ReceivedTransferredFile) async throws -> Item
    ) async throws -> Item {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        let copy = folder.appendingPathComponent(content.file.lastPathComponent)
        try files.copyItem(at: content.file, to: copy)
        return try await importing(ReceivedTransferredFile(file: copy, isOriginalFile: false))
    }

    public init(
        contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) { self.init(contentType, exporting, importing) }

    public init(
        exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) { self.init(exportedContentType, exporting, nil) }

    public init(
        importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) { self.init(importedContentType, nil, importing) }
}

extension FileRepresentation: FormedRepresentation {
    var forms: [TransferForm] { [form] }
}

extension Data: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .data) {
            $0
        } importing: {
            $0
        }
    }
}
