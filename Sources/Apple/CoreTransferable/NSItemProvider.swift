public import Foundation
public import UniformTypeIdentifiers

/// An object that can be made of an item's data. Source: Apple, NSItemProviderReading.
public protocol NSItemProviderReading: NSObjectProtocol {
    /// Most wanted first.
    static var readableTypeIdentifiersForItemProvider: [String] { get }

    /// - Throws: if the data is not of such an object.
    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}

/// Hands over an item, in one or several types, when it is asked to. Source: Apple, NSItemProvider.
///
/// Handlers are called on a queue of the provider's own. A representation that was never registered, and an object of
/// which there is no data, end in an error of ``errorDomain``.
open class NSItemProvider: NSObject, @unchecked Sendable {  // its representations are behind a lock
    /// Source: Apple, NSItemProvider.ErrorCode.
    public enum ErrorCode: Int, Error, Sendable {
        case unknownError = -1
        case itemUnavailableError = -1000
        case unexpectedValueClassError = -1100
        case unavailableCoercionError = -1200
    }

    public static let errorDomain = "NSItemProviderErrorDomain"

    /// What a program hands over: data, or the file that has them.
    private enum Content {
        case data(Data)
        case file(URL)
        /// Of a file that is there only until the program's handler has been called: for one request.
        case copy(URL)

        func data() throws -> Data {
            switch self {
            case .data(let data): return data
            case .file(let file): return try Data(contentsOf: file)
            case .copy(let file):
                // In a folder of its own.
                defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
                return try Data(contentsOf: file)
            }
        }
    }

    private struct Representation: Sendable {
        let type: String
        let load: @Sendable (@escaping @Sendable (Result<Content, any Error>) -> Void) -> Progress?
    }

    private static let queue = DispatchQueue(label: "NSItemProvider", attributes: .concurrent)
    private let lock = NSLock()
    private var representations: [Representation] = []
    private var name: String?

    public override init() {}

    /// For a file, of the type that its name says.
    ///
    /// - Returns: `nil` if there is no such file, or no such type.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL, FileManager.default.isReadableFile(atPath: fileURL.path),
            let type = UTType(filenameExtension: fileURL.pathExtension)
        else { return nil }
        self.init(file: fileURL, contentType: type)
    }

    package convenience init(file: URL, contentType: UTType) {
        self.init()
        suggestedName = file.deletingPathExtension().lastPathComponent
        registerFileRepresentation(forTypeIdentifier: contentType.identifier, visibility: .all) { handler in
            handler(file, true, nil)
            return nil
        }
    }

    /// A name for the item's file, without its extension.
    open var suggestedName: String? {
        get { lock.withLock { name } }
        set { lock.withLock { name = newValue } }
    }

    // MARK: Types

    /// As registered.
    open var registeredTypeIdentifiers: [String] { lock.withLock { representations.map(\.type) } }

    public var registeredContentTypes: [UTType] { registeredTypeIdentifiers.compactMap { UTType($0) } }

    /// Whether there is a representation of the type, or of one that conforms to it.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        representation(conformingTo: typeIdentifier) != nil
    }

    private func representation(conformingTo wanted: String) -> Representation? {
        lock.withLock { representations }.first { representation in
            if representation.type == wanted { return true }
            guard let type = UTType(representation.type), let wanted = UTType(wanted) else { return false }
            return type.conforms(to: wanted)
        }
    }

    // MARK: Registering

    /// Who may load it. Source: Apple, NSItemProviderRepresentationVisibility. Linux: everything stays in the program.
    public enum RepresentationVisibility: Int, Sendable {
        case all = 0
        case team = 1
        case group = 2
        case ownProcess = 3
    }

    /// - Parameters:
    ///   - typeIdentifier: the type of the data.
    ///   - visibility: Linux: without effect.
    ///   - loadHandler: called for each request; calls its argument with the data or an error, on any thread.
    @preconcurrency open func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: RepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        add(typeIdentifier) { done in
            loadHandler { data, error in done(Self.result(data.map { .data($0) }, error)) }
        }
    }

    /// - Parameters:
    ///   - typeIdentifier: the type of the file.
    ///   - visibility: Linux: without effect.
    ///   - loadHandler: called for each request; calls its argument with the file, whether it may be read where it is, or an
    ///     error, on any thread.
    @preconcurrency open func registerFileRepresentation(
        forTypeIdentifier typeIdentifier: String, visibility: RepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        add(typeIdentifier) { done in
            loadHandler { file, isInPlace, error in
                guard let file else { return done(Self.result(nil, error)) }
                if isInPlace { return done(.success(.file(file))) }
                // The program may remove it as soon as this returns.
                done(Result { .copy(try SharedCopies.copy(of: file)) })
            }
        }
    }

    private func add(
        _ type: String,
        _ load: @escaping @Sendable (@escaping @Sendable (Result<Content, any Error>) -> Void) -> Progress?
    ) {
        lock.withLock {
            representations.removeAll { $0.type == type }
            representations.append(Representation(type: type, load: load))
        }
    }

    private static func result(_ content: Content?, _ error: (any Error)?) -> Result<Content, any Error> {
        content.map { .success($0) } ?? .failure(error ?? Self.error(.itemUnavailableError))
    }

    private static func error(_ code: ErrorCode) -> NSError { NSError(domain: errorDomain, code: code.rawValue) }

    // MARK: Loading

    private func load(
        _ typeIdentifier: String, _ done: @escaping @Sendable (Result<Content, any Error>) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        Self.queue.async { [self] in
            let finish: @Sendable (Result<Content, any Error>) -> Void = { result in
                progress.completedUnitCount = 1
                done(progress.isCancelled ? .failure(CocoaError(.userCancelled)) : result)
            }
            guard let representation = representation(conformingTo: typeIdentifier) else {
                return finish(.failure(Self.error(.itemUnavailableError)))
            }
            _ = representation.load { result in Self.queue.async { finish(result) } }
        }
        return progress
    }

    /// Loads the item as data.
    @discardableResult
    @preconcurrency open func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        load(typeIdentifier) { result in
            do { completionHandler(try result.get().data(), nil) } catch { completionHandler(nil, error) }
        }
    }

    /// Loads the item as data.
    @discardableResult
    @preconcurrency public func loadDataRepresentation(
        for contentType: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }

    /// Loads the item as an object.
    ///
    /// - Parameters:
    ///   - typeIdentifier: a type of the item, or one that it conforms to.
    ///   - options: Linux: without effect.
    ///   - completionHandler: gets the file of an item that is one (`URL`), or its data (`Data`); or an error. Linux: a copy
    ///     of a file stays for a day.
    @preconcurrency open func loadItem(
        forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: (@Sendable ((any NSSecureCoding)?, (any Error)?) -> Void)? = nil
    ) {
        _ = load(typeIdentifier) { result in
            switch result {
            case .success(.data(let data)): completionHandler?(NSData(data: data), nil)
            case .success(.file(let file)), .success(.copy(let file)):
                completionHandler?(NSURL(fileURLWithPath: file.path), nil)
            case .failure(let error): completionHandler?(nil, error)
            }
        }
    }

    /// Loads the item as a file: a copy, which is deleted when the handler returns.
    @discardableResult
    @preconcurrency open func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        load(typeIdentifier) { [self] result in
            do {
                let folder = try SharedCopies.makeFolder()
                defer { try? FileManager.default.removeItem(at: folder) }
                completionHandler(try copy(result.get(), typeIdentifier, into: folder), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Loads the item as a file.
    ///
    /// - Parameters:
    ///   - contentType: the type of the file.
    ///   - openInPlace: whether the handler may get the item's own file; otherwise it gets a copy, which is deleted when the
    ///     handler returns.
    ///   - completionHandler: gets the file, whether it is the item's own, or an error.
    @discardableResult
    @preconcurrency public func loadFileRepresentation(
        for contentType: UTType, openInPlace: Bool = false,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        guard openInPlace else {
            return loadFileRepresentation(forTypeIdentifier: contentType.identifier) {
                completionHandler($0, false, $1)
            }
        }
        return loadInPlaceFileRepresentation(
            forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }

    /// Loads the item's own file if it has one, otherwise a copy, which is deleted when the handler returns.
    @discardableResult
    @preconcurrency open func loadInPlaceFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        load(typeIdentifier) { [self] result in
            do {
                let content = try result.get()
                if case .file(let file) = content { return completionHandler(file, true, nil) }
                let folder = try SharedCopies.makeFolder()
                defer { try? FileManager.default.removeItem(at: folder) }
                completionHandler(try copy(content, typeIdentifier, into: folder), false, nil)
            } catch {
                completionHandler(nil, false, error)
            }
        }
    }

    private func copy(_ content: Content, _ typeIdentifier: String, into folder: URL) throws -> URL {
        switch content {
        case .file(let file):
            let copy = folder.appendingPathComponent(SharedCopies.fileName(file.lastPathComponent))
            try FileManager.default.copyItem(at: file, to: copy)
            return copy
        case .copy(let file):
            let place = folder.appendingPathComponent(file.lastPathComponent)
            try FileManager.default.moveItem(at: file, to: place)
            try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
            return place
        case .data(let data):
            let type = representation(conformingTo: typeIdentifier).flatMap { UTType($0.type) }
            var copy = folder.appendingPathComponent(SharedCopies.fileName(suggestedName ?? "Item"))
            if let end = type?.preferredFilenameExtension { copy.appendPathExtension(end) }
            try data.write(to: copy)
            return copy
        }
    }

    private func fail(_ tell: @escaping @Sendable () -> Void) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        progress.completedUnitCount = 1
        Self.queue.async(execute: tell)
        return progress
    }

    // MARK: Objects

    open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
        aClass.readableTypeIdentifiersForItemProvider.contains { hasItemConformingToTypeIdentifier($0) }
    }

    /// Makes an object of the item.
    @discardableResult
    @preconcurrency open func loadObject(
        ofClass aClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        let readable = aClass.readableTypeIdentifiersForItemProvider
        guard let wanted = readable.first(where: { hasItemConformingToTypeIdentifier($0) }) else {
            return fail { completionHandler(nil, Self.error(.unavailableCoercionError)) }
        }
        // A type is not changed.
        nonisolated(unsafe) let aClass = aClass
        return load(wanted) { result in
            do {
                completionHandler(
                    try aClass.object(withItemProviderData: result.get().data(), typeIdentifier: wanted), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Makes a value of the item.
    @discardableResult
    @preconcurrency public func loadTransferable<T: Transferable & Sendable>(
        type transferableType: T.Type, completionHandler: @escaping @Sendable (Result<T, any Error>) -> Void
    ) -> Progress {
        loadValue(of: transferableType) { result in completionHandler(result.map(\.value)) }
    }

    /// Makes a value of the item, for one who alone uses it.
    @discardableResult
    package func loadValue<T: Transferable>(
        of transferableType: T.Type, _ done: @escaping @Sendable (Result<Transferred<T>, any Error>) -> Void
    ) -> Progress {
        let forms = T.transferRepresentation.allForms.filter { $0.load != nil }
        let wanted = forms.first { hasItemConformingToTypeIdentifier($0.contentType.identifier) }
        guard let wanted, let registered = representation(conformingTo: wanted.contentType.identifier),
            let type = UTType(registered.type)
        else {
            return fail { done(.failure(Self.error(.unavailableCoercionError))) }
        }
        return load(registered.type) { [self] result in
            Task {
                do {
                    let folder = try SharedCopies.makeFolder()
                    defer { try? FileManager.default.removeItem(at: folder) }
                    let file = try copy(result.get(), registered.type, into: folder)
                    let value = try await T.loaded(from: TransferredContent(file: file, contentType: type))
                    done(
                        value.map { .success(Transferred($0)) } ?? .failure(Self.error(.unavailableCoercionError)))
                } catch {
                    done(.failure(error))
                }
            }
        }
    }
}

/// Source: Apple, NSItemProviderRepresentationVisibility.
public typealias NSItemProviderRepresentationVisibility = NSItemProvider.RepresentationVisibility
