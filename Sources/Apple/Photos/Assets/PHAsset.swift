import CoreLocation
import Foundation

/// A photo or video in the library, as it was when it was fetched.
///
/// Source: Apple, PHAsset.
public final class PHAsset: PHObject, @unchecked Sendable {  // nothing in it changes
    /// How an asset is to be shown. Source: Apple, PHAsset.PlaybackStyle.
    public enum PlaybackStyle: Int, Sendable {
        /// Neither photo nor video. Source: Apple, PHAsset.PlaybackStyle.unsupported.
        case unsupported = 0
        /// Source: Apple, PHAsset.PlaybackStyle.image.
        case image = 1
        /// Linux: does not occur. Source: Apple, PHAsset.PlaybackStyle.imageAnimated.
        case imageAnimated = 2
        /// Source: Apple, PHAsset.PlaybackStyle.livePhoto.
        case livePhoto = 3
        /// Source: Apple, PHAsset.PlaybackStyle.video.
        case video = 4
        /// Linux: does not occur. Source: Apple, PHAsset.PlaybackStyle.videoLooping.
        case videoLooping = 5
    }

    let record: AssetRecord
    let store: LibraryStore

    init(_ record: AssetRecord, in store: LibraryStore) {
        self.record = record
        self.store = store
        super.init(uuid: record.uuid)
    }

    /// Source: Apple, mediaType.
    public var mediaType: PHAssetMediaType { record.mediaType }

    /// Source: Apple, mediaSubtypes.
    public var mediaSubtypes: PHAssetMediaSubtype { record.mediaSubtypes }

    /// The width as it is shown; 0 when the library cannot read it. Source: Apple, pixelWidth.
    public var pixelWidth: Int { record.pixelWidth }

    /// The height as it is shown; 0 when the library cannot read it. Source: Apple, pixelHeight.
    public var pixelHeight: Int { record.pixelHeight }

    /// When it was taken. Source: Apple, creationDate.
    public var creationDate: Date? { record.creationDate }

    /// When it, or what is known of it, was last changed. Source: Apple, modificationDate.
    public var modificationDate: Date? { record.modificationDate }

    /// Where it was taken; `nil` when nobody said. Source: Apple, location.
    public var location: CLLocation? { record.place?.location(at: record.creationDate) }

    /// In seconds; 0 for a photo. Source: Apple, duration.
    public var duration: TimeInterval { record.duration }

    /// Source: Apple, isFavorite.
    public var isFavorite: Bool { record.isFavorite }

    /// Source: Apple, isHidden.
    public var isHidden: Bool { record.isHidden }

    /// What all photos of one burst have in common; `nil` for others. Source: Apple, burstIdentifier.
    public var burstIdentifier: String? { record.burstIdentifier }

    /// Whether it stands for its burst: the first photo of it does. Source: Apple, representsBurst.
    public var representsBurst: Bool { record.representsBurst }

    /// Source: Apple, sourceType.
    public var sourceType: PHAssetSourceType { .typeUserLibrary }

    /// Linux: always `false`; assets are not edited. Source: Apple, hasAdjustments.
    public var hasAdjustments: Bool { false }

    /// Source: Apple, playbackStyle.
    public var playbackStyle: PlaybackStyle {
        switch mediaType {
        case .image: mediaSubtypes.contains(.photoLive) ? .livePhoto : .image
        case .video: .video
        default: .unsupported
        }
    }

    // MARK: Fetching

    /// The assets of the library, oldest first unless the options say otherwise.
    ///
    /// Linux: empty when the library cannot be read, for which Apple's signature has no error.
    ///
    /// Source: Apple, fetchAssets(with:).
    public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        PHPhotoLibrary.shared().fetch(options)
    }

    /// The photos, or the videos.
    ///
    /// Source: Apple, fetchAssets(with:options:).
    public class func fetchAssets(
        with mediaType: PHAssetMediaType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHPhotoLibrary.shared().fetch(options, mediaType: mediaType)
    }

    /// The assets of a collection.
    ///
    /// Source: Apple, fetchAssets(in:options:).
    public class func fetchAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        assetCollection.library.fetch(options, condition: assetCollection.assetCollectionSubtype.condition)
    }

    /// All photos of a burst, oldest first unless the options say otherwise.
    ///
    /// Source: Apple, fetchAssets(withBurstIdentifier:options:).
    public class func fetchAssets(
        withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHPhotoLibrary.shared().fetch(options, burst: burstIdentifier)
    }

    /// The assets with these identifiers that are still there, in the order of the identifiers.
    ///
    /// Source: Apple, fetchAssets(withLocalIdentifiers:options:).
    public class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHPhotoLibrary.shared().fetch(options, identifiers: identifiers)
    }
}
