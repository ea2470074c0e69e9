import Foundation
import ImageIO
import Locking
import MissingFoundation
import PhotoCoding

/// Makes pictures of assets in requested sizes.
///
/// Source: Apple, PHImageManager.
public class PHImageManager: NSObject, @unchecked Sendable {  // its state is locked
    private static let shared = PHImageManager()

    private struct Requests {
        var last: PHImageRequestID = 0
        var cancelled: Set<PHImageRequestID> = []
        var running: Set<PHImageRequestID> = []
    }

    private let requests = Mutex(Requests())
    private let queue = HandlerQueue("PHImageManager", qos: .userInitiated)
    let cache = ImageCache()

    override init() {}

    /// The shared image manager.
    public class func `default`() -> PHImageManager { shared }

    /// Makes a picture of an asset: a photo, or the first frame of a video.
    ///
    /// - `targetSize`: in pixels; ``PHImageManagerMaximumSize`` is the asset's own.
    /// - `resultHandler`: called once. Linux: on a queue of the manager, not on the main one, unless the request is
    ///   synchronous.
    /// - Returns: an identifier for ``cancelImageRequest(_:)``.
    @discardableResult
    public func requestImage(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let wanted = ImageRequest(
            asset: asset, size: ImageSize(targetSize, contentMode, options?.resizeMode ?? .fast),
            version: options?.version ?? .current)
        return perform(isSynchronous: options?.isSynchronous == true) { [cache] outcome in
            switch outcome {
            case .cancelled(let info): resultHandler(nil, info)
            case .run(var info):
                do {
                    resultHandler(UIImage(cgImage: try cache.image(for: wanted)), info)
                } catch {
                    info[PHImageErrorKey] = error
                    resultHandler(nil, info)
                }
            }
        }
    }

    /// Reads the file that an asset shows.
    ///
    /// - `resultHandler`: called once with the file's data, its type, its orientation, and the information that
    ///   ``requestImage(for:targetSize:contentMode:options:resultHandler:)`` gives.
    @discardableResult
    public func requestImageDataAndOrientation(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let version = options?.version ?? .current
        return perform(isSynchronous: options?.isSynchronous == true) { outcome in
            switch outcome {
            case .cancelled(let info): resultHandler(nil, nil, .up, info)
            case .run(var info):
                do {
                    let resource = try PHAssetResource.shown(of: asset, version)
                    let data = try Data(contentsOf: resource.fileURL)
                    let orientation = PhotoFileFormat.all.facts(of: data)?.orientation ?? 1
                    resultHandler(
                        data, resource.uniformTypeIdentifier,
                        CGImagePropertyOrientation(rawValue: UInt32(orientation)) ?? .up, info)
                } catch {
                    info[PHImageErrorKey] = error
                    resultHandler(nil, nil, .up, info)
                }
            }
        }
    }

    /// Reads the file that an asset shows, as `requestImageDataAndOrientation(for:options:resultHandler:)` does.
    @available(*, deprecated, renamed: "requestImageDataAndOrientation(for:options:resultHandler:)")
    @discardableResult
    public func requestImageData(
        for asset: PHAsset, options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, UIImage.Orientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestImageDataAndOrientation(for: asset, options: options) { data, type, orientation, info in
            resultHandler(data, type, UIImage.Orientation(exif: Int(orientation.rawValue)), info)
        }
    }

    /// Cancels a request that has not been answered; its handler is called with ``PHImageCancelledKey``.
    public func cancelImageRequest(_ requestID: PHImageRequestID) {
        requests.withLock { if $0.running.contains(requestID) { $0.cancelled.insert(requestID) } }
    }

    enum Outcome {
        case run([AnyHashable: Any])
        case cancelled([AnyHashable: Any])
    }

    func perform(isSynchronous: Bool, _ body: @escaping (Outcome) -> Void) -> PHImageRequestID {
        let id = requests.withLock { requests in
            requests.last &+= 1
            requests.running.insert(requests.last)
            return requests.last
        }
        if isSynchronous {
            answer(id, body)
        } else {
            // Apple's handlers are not Sendable; this one is called once, on the queue.
            nonisolated(unsafe) let body = body
            queue.here.call { [self] in answer(id, body) }
        }
        return id
    }

    private func answer(_ id: PHImageRequestID, _ body: (Outcome) -> Void) {
        let isCancelled = requests.withLock { requests in
            requests.running.remove(id)
            return requests.cancelled.remove(id) != nil
        }
        let info: [AnyHashable: Any] = [
            PHImageResultRequestIDKey: id, PHImageResultIsDegradedKey: false, PHImageResultIsInCloudKey: false,
        ]
        body(isCancelled ? .cancelled(info.merging([PHImageCancelledKey: true]) { $1 }) : .run(info))
    }

    /// Runs work of lower priority between the requests.
    func prepare(_ body: @escaping @Sendable () -> Void) { queue.call(body) }
}
