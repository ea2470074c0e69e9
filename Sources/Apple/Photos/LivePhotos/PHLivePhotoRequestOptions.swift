import Foundation

/// How to perform a request for a Live Photo.
///
/// Source: Apple, PHLivePhotoRequestOptions.
public final class PHLivePhotoRequestOptions: NSObject {
    public var version = PHImageRequestOptionsVersion.current
    public var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    /// Linux: everything is local.
    public var isNetworkAccessAllowed = false

    public override init() {}
}

extension PHImageManager {
    /// Makes the Live Photo of an asset.
    ///
    /// - `targetSize`: in pixels; ``PHImageManagerMaximumSize`` is the asset's own.
    /// - `resultHandler`: called once, on a queue of the manager.
    /// - Returns: an identifier for ``cancelImageRequest(_:)``.
    @discardableResult
    public func requestLivePhoto(
        for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHLivePhotoRequestOptions?,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let version = options?.version ?? .current
        let wanted = ImageRequest(asset: asset, size: ImageSize(targetSize, contentMode, .fast), version: version)
        return perform(isSynchronous: false) { [cache] outcome in
            switch outcome {
            case .cancelled(let info): resultHandler(nil, info)
            case .run(var info):
                do {
                    let resources = try PHAssetResource.livePhoto(of: asset, version)
                    resultHandler(PHLivePhoto(image: try cache.image(for: wanted), resources: resources), info)
                } catch {
                    info[PHImageErrorKey] = error
                    resultHandler(nil, info)
                }
            }
        }
    }
}
