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
            form.file = { item in
                guard let item = item as? Item else { throw CocoaError(.featureUnsupported) }
                return try await exporting(item).file
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

/// A value as another one, which is handed over in its place. Source: Apple, ProxyRepresentation.
public struct ProxyRepresentation<Item: Transferable, ProxyRepresentation: Transferable>: TransferRepresentation {
    public typealias Body = Never
    let forms: [TransferForm]

    private init(
        _ exporting: (@Sendable (Item) async throws -> ProxyRepresentation)?,
        _ importing: (@Sendable (ProxyRepresentation) async throws -> Item)?
    ) {
        forms = ProxyRepresentation.transferRepresentation.allForms.map { own in
            var form = TransferForm(contentType: own.contentType)
            if let importing, let load = own.load {
                form.load = { content in
                    guard let proxy = try await load(content) as? ProxyRepresentation else {
                        throw CocoaError(.featureUnsupported)
                    }
                    return try await importing(proxy)
                }
            }
            if let exporting, let save = own.save {
                let stand: @Sendable (any Transferable) async throws -> any Transferable = { item in
                    guard let item = item as? Item else { throw CocoaError(.featureUnsupported) }
                    return try await exporting(item)
                }
                form.proxy = stand
                form.save = { try await save(stand($0)) }
                if let file = own.file { form.file = { try await file(stand($0)) } }
            }
            return form
        }
    }

    public init(exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation) { self.init(exporting, nil) }

    public init(exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation) {
        self.init(exporting, nil)
    }

    public init(importing: @escaping @Sendable (ProxyRepresentation) throws -> Item) { self.init(nil, importing) }

    public init(importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item) {
        self.init(nil, importing)
    }

    public init(
        exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation,
        importing: @escaping @Sendable (ProxyRepresentation) throws -> Item
    ) { self.init(exporting, importing) }

    public init(
        exporting: @escaping @Sendable (Item) async throws -> ProxyRepresentation,
        importing: @escaping @Sendable (ProxyRepresentation) async throws -> Item
    ) { self.init(exporting, importing) }
}

extension ProxyRepresentation: FormedRepresentation {}

extension String: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .plainText) {
            Data($0.utf8)
        } importing: {
            String(decoding: $0, as: UTF8.self)
        }
    }
}

extension URL: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation(contentType: .url) {
            Data($0.absoluteString.utf8)
        } importing: { data in
            guard let url = URL(string: String(decoding: data, as: UTF8.self)) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return url
        }
    }
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
