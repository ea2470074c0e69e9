import Foundation

/// A photo or video in the library, as it was when it was fetched.
///
/// Source: Apple, PHAsset.
public final class PHAsset: PHObject, @unchecked Sendable {  // nothing in it changes
    /// How an asset is to be shown. Source: Apple, PHAsset.PlaybackStyle.
    public enum PlaybackStyle: Int, Sendable {
        case unsupported = 0
        case image = 1
        case imageAnimated = 2
        case livePhoto = 3
        case video = 4
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

    /// In seconds; 0 for a photo. Source: Apple, duration.
    public var duration: TimeInterval { record.duration }

    /// Source: Apple, isFavorite.
    public var isFavorite: Bool { record.isFavorite }

    /// Source: Apple, isHidden.
    public var isHidden: Bool { record.isHidden }

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

    /// The assets with these identifiers that are still there, in the order of the identifiers.
    ///
    /// Source: Apple, fetchAssets(withLocalIdentifiers:options:).
    public class func fetchAssets(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        PHPhotoLibrary.shared().fetch(options, identifiers: identifiers)
    }
}
