import Foundation

/// The photo library of this user: a folder of pictures and movies.
///
/// Linux: `AVCam` in the Pictures folder of the desktop, or the folder that the environment variable `AVCAM_LIBRARY`
/// names. It is made by the first change. Any number of programs may use it at the same time.
///
/// Source: Apple, PHPhotoLibrary.
public final class PHPhotoLibrary: NSObject, Sendable {
    private static let standard = PHPhotoLibrary(
        folder: .standard(environment: ProcessInfo.processInfo.environment))

    let store: LibraryStore
    /// Where changes are done, one after the other: writing and syncing files blocks.
    private let queue = DispatchQueue(label: "PHPhotoLibrary")

    init(folder: LibraryFolder) {
        store = LibraryStore(folder: folder)
    }

    /// The one library. Source: Apple, shared().
    public class func shared() -> PHPhotoLibrary { standard }

    // MARK: Permission

    /// Whether the library's folder can be written. Source: Apple, authorizationStatus(for:).
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        standard.store.folder.obstacle == nil ? .authorized : .denied
    }

    /// What code from before iOS 14 calls ``authorizationStatus(for:)`` with `.readWrite`.
    ///
    /// Source: Apple, authorizationStatus().
    @available(*, deprecated, message: "Use authorizationStatus(for:) instead")
    public class func authorizationStatus() -> PHAuthorizationStatus { authorizationStatus(for: .readWrite) }

    /// What code from before iOS 14 calls ``requestAuthorization(for:handler:)`` with `.readWrite`.
    ///
    /// Source: Apple, requestAuthorization(_:).
    @available(*, deprecated, message: "Use requestAuthorization(for:handler:) instead")
    public class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        requestAuthorization(for: .readWrite, handler: handler)
    }

    /// The same as ``authorizationStatus(for:)``: there is nobody to ask.
    ///
    /// Source: Apple, requestAuthorization(for:).
    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        authorizationStatus(for: accessLevel)
    }

    /// Calls `handler` with ``authorizationStatus(for:)``, on a queue of its own.
    ///
    /// Source: Apple, requestAuthorization(for:handler:).
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        standard.queue.async { handler(authorizationStatus(for: accessLevel)) }
    }

    // MARK: Changes

    /// Does what the requests in `changeBlock` ask for: all of it, or nothing.
    ///
    /// - Throws: ``PHPhotosError`` `notEnoughSpace`, `accessUserDenied`, `missingResource`, `invalidResource`,
    ///   `identifierNotFound`, `internalError`. The library is as it was then.
    ///
    /// Source: Apple, performChanges(_:).
    public func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        let changes = ChangeBlock.changes(in: changeBlock)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { [store] in
                continuation.resume(with: Result { try store.perform(changes) })
            }
        }
    }

    /// Runs `changeBlock` on a queue of the library, does what it asked for, and calls `completionHandler` there.
    ///
    /// Source: Apple, performChanges(_:completionHandler:).
    public func performChanges(
        _ changeBlock: @escaping @Sendable () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        queue.async { [store] in
            do {
                try store.perform(ChangeBlock.changes(in: changeBlock))
                completionHandler?(true, nil)
            } catch {
                completionHandler?(false, error)
            }
        }
    }

    /// Does what the requests in `changeBlock` ask for before it returns. Must not be called inside a change block.
    ///
    /// - Throws: as ``performChanges(_:)`` does.
    ///
    /// Source: Apple, performChangesAndWait(_:).
    public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        let changes = ChangeBlock.changes(in: changeBlock)
        try queue.sync { try store.perform(changes) }
    }

    // MARK: Fetching

    /// What `PHAsset.fetchAssets` gives, from this library.
    package func fetch(
        _ options: PHFetchOptions?, mediaType: PHAssetMediaType? = nil, identifiers: [String]? = nil
    ) -> PHFetchResult<PHAsset> {
        do {
            return PHFetchResult(try assets(options, mediaType: mediaType, identifiers: identifiers))
        } catch {
            Self.complain(error)
            return PHFetchResult([])
        }
    }

    /// Says on standard error what went wrong where Apple's API cannot throw.
    static func complain(_ error: any Error) {
        FileHandle.standardError.write(Data("Photos: \(error.localizedDescription)\n".utf8))
    }

    private func assets(
        _ options: PHFetchOptions?, mediaType: PHAssetMediaType?, identifiers: [String]?
    ) throws -> [PHAsset] {
        let limit = options?.fetchLimit ?? 0
        // The database can stop early only when nothing is left out or put in another order afterwards.
        let isPlain = options?.predicate == nil && options?.sortDescriptors?.isEmpty ?? true && identifiers == nil
        var records: [AssetRecord]
        if let identifiers {
            records = try store.assets(uuids: identifiers.map(PHObject.uuid(ofLocalIdentifier:)))
            if let mediaType { records.removeAll { $0.mediaType != mediaType } }
        } else {
            let hidden = options?.includeHiddenAssets == true ? "1" : "isHidden = 0"
            let type = mediaType.map { " AND mediaType = \($0.rawValue)" } ?? ""
            records = try store.assets(where: hidden + type, limit: isPlain ? limit : 0)
        }
        var assets = records.map { PHAsset($0, in: store) }
        if let predicate = options?.predicate { assets.removeAll { !predicate.evaluate(with: $0) } }
        if let order = options?.sortDescriptors, !order.isEmpty { assets.sort { isBefore($0, $1, by: order) } }
        return limit > 0 ? Array(assets.prefix(limit)) : assets
    }

    private func isBefore(_ first: PHAsset, _ second: PHAsset, by order: [NSSortDescriptor]) -> Bool {
        for descriptor in order {
            let result = descriptor.compare(first, to: second)
            if result != .orderedSame { return result == .orderedAscending }
        }
        return false
    }
}
