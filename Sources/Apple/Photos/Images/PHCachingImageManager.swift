import Foundation

/// An image manager that makes pictures before they are asked for.
///
/// Source: Apple, PHCachingImageManager.
public final class PHCachingImageManager: PHImageManager, @unchecked Sendable {  // its state is locked
    /// A manager with a cache of its own.
    public override init() {}

    /// Whether pictures of full size are made ahead too. Linux: changes nothing; there is one quality.
    public var allowsCachingHighQualityImages = true

    /// Makes pictures in the background and keeps them, as far as there is memory for them.
    public func startCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        let size = ImageSize(targetSize, contentMode, options?.resizeMode ?? .fast)
        for asset in assets {
            let request = ImageRequest(asset: asset, size: size)
            cache.want(request)
            prepare { [cache] in cache.makeAhead(request) }
        }
    }

    /// Forgets pictures that were made ahead, and makes those no more that were to be made.
    public func stopCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        let size = ImageSize(targetSize, contentMode, options?.resizeMode ?? .fast)
        for asset in assets { cache.forget(ImageRequest(asset: asset, size: size)) }
    }

    public func stopCachingImagesForAllAssets() { cache.forgetAll() }
}
