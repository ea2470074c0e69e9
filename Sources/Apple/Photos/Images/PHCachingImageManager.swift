import Foundation

/// An image manager that can make pictures before they are requested.
///
/// Source: Apple, PHCachingImageManager.
public final class PHCachingImageManager: PHImageManager, @unchecked Sendable {  // its state is locked
    /// A manager with a cache of its own.
    public override init() {}

    /// Whether pictures of full size are made in advance too. Linux: no effect; there is one quality.
    public var allowsCachingHighQualityImages = true

    /// Makes pictures in the background and keeps them, as far as memory allows.
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

    /// Discards pictures that were made in advance, and cancels pending ones.
    public func stopCachingImages(
        for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
    ) {
        let size = ImageSize(targetSize, contentMode, options?.resizeMode ?? .fast)
        for asset in assets { cache.forget(ImageRequest(asset: asset, size: size)) }
    }

    public func stopCachingImagesForAllAssets() { cache.forgetAll() }
}
