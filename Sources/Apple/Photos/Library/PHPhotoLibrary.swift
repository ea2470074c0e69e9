import Foundation
import Locking
import PhotoCoding

/// The photo library of this user: a folder of pictures and movies.
///
/// Linux: `AVCam` in the desktop's Pictures folder, or the folder named by the environment variable `AVCAM_LIBRARY`.
/// The first change creates it. Any number of programs may use it at the same time.
///
/// Source: Apple, PHPhotoLibrary.
public final class PHPhotoLibrary: NSObject, Sendable {
    private static let standard = PHPhotoLibrary(
        folder: .standard(environment: ProcessInfo.processInfo.environment), deferred: .shared, adoptsPhotos: true,
        trash: DesktopTrash(environment: ProcessInfo.processInfo.environment))
    /// How long a program has to run before it works on deferred photos.
    private static let processingDelay = Duration.seconds(1)

    let store: LibraryStore
    /// Where changes are performed, one after the other, because writing and syncing files blocks.
    private let queue = DispatchQueue(label: "PHPhotoLibrary")
    /// Never the queue of the changes: a handler may wait for a change.
    private let handlers = HandlerQueue("PHPhotoLibrary.handlers")

    private let processor: DeferredProcessor
    private let watch: LibraryWatch
    private let isOpened = Mutex(false)

    init(
        folder: LibraryFolder, deferred: DeferredPhotoStore, adoptsPhotos: Bool, trash: DesktopTrash? = nil
    ) {
        let store = LibraryStore(folder: folder, deferred: deferred, adoptsPhotos: adoptsPhotos, trash: trash)
        let watch = LibraryWatch(store)
        self.store = store
        self.watch = watch
        // Does not scan again: while files are being copied, one scan would follow the other forever.
        store.whenScanned.withLock { $0 = { [weak watch] in watch?.check(scan: .none) } }
        processor = DeferredProcessor(delay: Self.processingDelay) {
            do {
                let report = try store.processDeferred { _ in
                    watch.check()
                    return true
                }
                for failure in report.failures { Self.complain(failure) }
            } catch {
                Self.complain(error)
            }
        }
    }

    /// The shared library.
    public class func shared() -> PHPhotoLibrary { standard }

    // MARK: Permission

    /// Whether the library's folder can be written.
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        standard.store.folder.obstacle == nil ? .authorized : .denied
    }

    /// The older form of ``authorizationStatus(for:)``, with `.readWrite`.
    @available(*, deprecated, message: "Use authorizationStatus(for:) instead")
    public class func authorizationStatus() -> PHAuthorizationStatus { authorizationStatus(for: .readWrite) }

    /// The older form of ``requestAuthorization(for:handler:)``, with `.readWrite`.
    @available(*, deprecated, message: "Use requestAuthorization(for:handler:) instead")
    @preconcurrency public class func requestAuthorization(
        _ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        requestAuthorization(for: .readWrite, handler: handler)
    }

    /// Same as ``authorizationStatus(for:)``: there is nobody to ask.
    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        authorizationStatus(for: accessLevel)
    }

    /// Calls `handler` with ``authorizationStatus(for:)``, on a queue of its own.
    @preconcurrency public class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        standard.handlers.here.call { handler(authorizationStatus(for: accessLevel)) }
    }

    // MARK: Changes

    /// Performs the requests in `changeBlock`: all of them, or none.
    ///
    /// - Throws: ``PHPhotosError`` `notEnoughSpace`, `accessUserDenied`, `missingResource`, `invalidResource`,
    ///   `identifierNotFound`, `internalError`. The library is unchanged then.
    public func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        let changes = ChangeBlock.changes(in: changeBlock)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { [self] in
                continuation.resume(with: Result { try perform(changes) })
            }
        }
    }

    /// Runs `changeBlock` on a queue of the library, performs its requests, and calls `completionHandler` on another
    /// queue.
    ///
    /// Handlers are called on a serial queue, in the order of their requests. A handler may wait for changes that it
    /// requests itself.
    @preconcurrency public func performChanges(
        _ changeBlock: @escaping @Sendable () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        let handlers = handlers.here
        queue.async { [self] in
            let result = Result { try perform(ChangeBlock.changes(in: changeBlock)) }
            guard let completionHandler else { return }
            handlers.call {
                switch result {
                case .success: completionHandler(true, nil)
                case .failure(let error): completionHandler(false, error)
                }
            }
        }
    }

    /// Performs the requests in `changeBlock` before it returns. Must not be called inside a change block.
    ///
    /// - Throws: like ``performChanges(_:)``.
    public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        let changes = ChangeBlock.changes(in: changeBlock)
        try queue.sync { try perform(changes) }
    }

    /// On the library's queue.
    private func perform(_ changes: [AssetChange]) throws(PHPhotosError) {
        try store.perform(changes)
        watch.check()
        let hasProxy = changes.contains { change in
            guard case .create(let asset) = change else { return false }
            return asset.resources.contains { $0.type == .photoProxy }
        }
        if hasProxy { processor.start() }
    }

    /// Starts work on deferred photos when the library is first used.
    func noteUse() {
        let isFirst = isOpened.withLock { isOpened in
            defer { isOpened = true }
            return !isOpened
        }
        if isFirst && store.hasDeferredWork { processor.start() }
    }

    // MARK: Observing

    /// Registers an observer, which is not retained, for changes in the library.
    public func register(_ observer: any PHPhotoLibraryChangeObserver) { watch.add(observer) }

    public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) { watch.remove(observer) }

    // MARK: Fetching

    /// The result of `PHAsset.fetchAssets`, for this library.
    ///
    /// - Parameters:
    ///   - condition: for the catalogue; `nil` uses what the options say about hidden assets.
    ///   - burst: all photos of this burst.
    ///   - album: the identifier of the album in which they are.
    package func fetch(
        _ options: PHFetchOptions?, mediaType: PHAssetMediaType? = nil, identifiers: [String]? = nil,
        burst: String? = nil, condition: String? = nil, album: String? = nil
    ) -> PHFetchResult<PHAsset> {
        options?.checkPredicate(PHAsset.predicateKeys)
        noteUse()
        // The app may change its options later, but not those of a fetch that is repeated.
        nonisolated(unsafe) let options = options.map { PHFetchOptions(copying: $0) }
        let query = AssetQuery(
            mediaType: mediaType, identifiers: identifiers, burst: burst, condition: condition, album: album)
        let again: @Sendable () -> PHFetchResult<PHAsset>? = { [weak self] in
            self?.fetch(
                options, mediaType: mediaType, identifiers: identifiers, burst: burst, condition: condition,
                album: album)
        }
        do {
            let assets = try store.assets(query, options).map { PHAsset($0, in: store) }
            return PHFetchResult(
                AssetQuery.choose(assets, options), wantsDetails: options?.wantsIncrementalChangeDetails ?? true,
                fetch: again)
        } catch {
            Self.complain(error)
            return PHFetchResult([], fetch: again)
        }
    }

    /// Reports an error on standard error where Apple's API cannot throw.
    static func complain(_ error: any Error) { note(error.localizedDescription) }

    /// Says on standard error what happened to the library.
    static func note(_ sentence: String) {
        FileHandle.standardError.write(Data("Photos: \(sentence)\n".utf8))
    }
}
