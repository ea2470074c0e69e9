import CoreLocation
import Foundation

/// A photo or video in the library, as it was when it was fetched.
///
/// Source: Apple, PHAsset.
public final class PHAsset: PHObject, @unchecked Sendable {  // nothing in it changes
    /// How an asset is shown. Source: Apple, PHAsset.PlaybackStyle.
    public enum PlaybackStyle: Int, Sendable {
        /// Neither photo nor video.
        case unsupported = 0
        case image = 1
        /// Linux: does not occur.
        case imageAnimated = 2
        case livePhoto = 3
        case video = 4
        /// Linux: does not occur.
        case videoLooping = 5
    }

    let record: AssetRecord
    let store: LibraryStore

    init(_ record: AssetRecord, in store: LibraryStore) {
        self.record = record
        self.store = store
        super.init(uuid: record.uuid)
    }

    public var mediaType: PHAssetMediaType { record.mediaType }

    public var mediaSubtypes: PHAssetMediaSubtype { record.mediaSubtypes }

    /// The width as shown; 0 if the library cannot read it.
    public var pixelWidth: Int { record.pixelWidth }

    /// The height as shown; 0 if the library cannot read it.
    public var pixelHeight: Int { record.pixelHeight }

    /// When it was taken.
    public var creationDate: Date? { record.creationDate }

    /// When it or its metadata was last changed.
    public var modificationDate: Date? { record.modificationDate }

    /// Where it was taken; `nil` if unknown.
    public var location: CLLocation? { record.place?.location(at: record.creationDate) }

    /// In seconds; 0 for a photo.
    public var duration: TimeInterval { record.duration }

    public var isFavorite: Bool { record.isFavorite }

    public var isHidden: Bool { record.isHidden }

    /// Shared by all photos of one burst; `nil` for others.
    public var burstIdentifier: String? { record.burstIdentifier }

    /// Whether it represents its burst: the first photo does.
    public var representsBurst: Bool { record.representsBurst }

    public var sourceType: PHAssetSourceType { .typeUserLibrary }

    /// Whether it shows an edited version.
    public var hasAdjustments: Bool { record.isEdited }

    /// Whether an edit of this kind can be saved. Linux: whether the library can be written.
    public func canPerform(_ editOperation: PHAssetEditOperation) -> Bool { store.folder.obstacle == nil }

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
    /// Linux: empty if the library cannot be read, because Apple's signature has no error.
    public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        PHPhotoLibrary.shared().fetch(options)
    }

    /// The photos, or the videos.
    public class func fetchAssets(
        with mediaType: PHAssetMediaType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHPhotoLibrary.shared().fetch(options, mediaType: mediaType)
    }

    /// The assets of a collection: of an album in its order, unless the options say otherwise.
    public class func fetchAssets(
        in assetCollection: PHAssetCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        let library = assetCollection.library
        if let album = assetCollection.album { return library.fetch(options, album: album.uuid) }
        return library.fetch(options, condition: assetCollection.assetCollectionSubtype.condition)
    }

    /// All photos of a burst, oldest first unless the options say otherwise.
    public class func fetchAssets(
        withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHPhotoLibrary.shared().fetch(options, burst: burstIdentifier)
    }

    /// The assets with these identifiers that are still there, in the order of the identifiers.
    public class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHPhotoLibrary.shared().fetch(options, identifiers: identifiers)
    }
}
