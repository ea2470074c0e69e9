import Foundation
import Photos

/// The pictures of items, made off the main actor. Thumbnails are kept within a memory limit.
@MainActor
package final class MediaPictures {
    /// In bytes: enough thumbnails to fill the screen, and those just outside it.
    private static let limit = 48 << 20

    // Each manager makes one picture at a time. Two of them keep large pictures from delaying the thumbnails.
    private let thumbnailMaker = PHCachingImageManager()
    private let pictureMaker = PHCachingImageManager()
    private var kept = PictureCache<Thumbnail>(limit: limit)

    private struct Thumbnail: Hashable {
        var item: MediaItem
        var size: Int
    }

    package init() {}

    /// The thumbnail, if it is still kept.
    package func keptThumbnail(of item: MediaItem, size: Int) -> CGImage? {
        kept.image(for: Thumbnail(item: item, size: size))
    }

    /// The square thumbnail of an item's center.
    ///
    /// - Parameter size: the length of a side, in pixels.
    /// - Throws: `CancellationError` when the task was cancelled; ``PHPhotosError`` with a sentence that names the
    ///   file.
    package func thumbnail(of item: MediaItem, size: Int) async throws -> CGImage {
        let key = Thumbnail(item: item, size: size)
        if let image = kept.image(for: key) { return image }
        let options = PHImageRequestOptions()
        options.resizeMode = .exact
        let image = try await Self.image(
            of: item, from: thumbnailMaker, size: CGSize(width: size, height: size), mode: .aspectFill, options)
        kept.keep(image, for: key)
        return image
    }

    /// The whole picture of an item, upright. For a movie, the first frame.
    ///
    /// - Parameter size: the size in pixels that it has to fit in; it is not enlarged. `nil` gives its own size.
    /// - Throws: as ``thumbnail(of:size:)``.
    package func picture(of item: MediaItem, fitting size: CGSize? = nil) async throws -> CGImage {
        try await Self.image(
            of: item, from: pictureMaker, size: size ?? PHImageManagerMaximumSize, mode: .aspectFit, nil)
    }

    /// Makes pictures in advance that will probably be needed soon.
    package func prepare(_ items: [MediaItem], fitting size: CGSize) {
        pictureMaker.startCachingImages(
            for: items.map(\.asset), targetSize: size, contentMode: .aspectFit, options: nil)
    }

    private static func image(
        of item: MediaItem, from maker: PHImageManager, size: CGSize, mode: PHImageContentMode,
        _ options: PHImageRequestOptions?
    ) async throws -> CGImage {
        try Task.checkCancellation()
        let request = CancellableRequest(maker)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                request.begin(
                    maker.requestImage(for: item.asset, targetSize: size, contentMode: mode, options: options) {
                        continuation.resume(with: Self.result($0, $1 ?? [:]))
                    })
            }
        } onCancel: {
            request.cancel()
        }
    }

    private nonisolated static func result(_ image: UIImage?, _ info: [AnyHashable: Any]) -> Result<CGImage, any Error>
    {
        if let image = image?.cgImage { return .success(image) }
        return .failure(info[PHImageErrorKey] as? any Error ?? CancellationError())
    }
}

/// A request that can be cancelled before its identifier is known.
private final class CancellableRequest: Sendable {
    private let maker: PHImageManager
    private let state = Mutex((id: PHInvalidImageRequestID, isCancelled: false))

    init(_ maker: PHImageManager) {
        self.maker = maker
    }

    func begin(_ id: PHImageRequestID) {
        let isCancelled = state.withLock { state in
            state.id = id
            return state.isCancelled
        }
        if isCancelled { maker.cancelImageRequest(id) }
    }

    func cancel() {
        let id = state.withLock { state in
            state.isCancelled = true
            return state.id
        }
        if id != PHInvalidImageRequestID { maker.cancelImageRequest(id) }
    }
}
