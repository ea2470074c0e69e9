import Foundation

/// A kind of collection. Source: Apple, PHAssetCollectionType.
public enum PHAssetCollectionType: Int, Sendable {
    /// Made by the user, or by an app.
    case album = 1
    /// Put together by the library.
    case smartAlbum = 2
}

/// Which collection. Source: Apple, PHAssetCollectionSubtype.
///
/// Linux: the library has albums, recents, favorites, videos, Live Photos, bursts, portraits, RAW, what was saved
/// recently, and what is hidden; a fetch finds none of the others.
public enum PHAssetCollectionSubtype: Int, Sendable {
    /// An album that a user or an app made.
    case albumRegular = 2
    case albumSyncedEvent = 3
    case albumSyncedFaces = 4
    case albumSyncedAlbum = 5
    case albumImported = 6
    case albumMyPhotoStream = 100
    case albumCloudShared = 101
    case smartAlbumGeneric = 200
    case smartAlbumPanoramas = 201
    /// All videos.
    case smartAlbumVideos = 202
    case smartAlbumFavorites = 203
    case smartAlbumTimelapses = 204
    /// Hidden assets, which all other collections leave out.
    case smartAlbumAllHidden = 205
    /// What was taken in the last thirty days.
    case smartAlbumRecentlyAdded = 206
    /// Photos of bursts.
    case smartAlbumBursts = 207
    case smartAlbumSlomoVideos = 208
    /// Everything except hidden assets.
    case smartAlbumUserLibrary = 209
    case smartAlbumSelfPortraits = 210
    case smartAlbumScreenshots = 211
    /// Photos with depth.
    case smartAlbumDepthEffect = 212
    case smartAlbumLivePhotos = 213
    case smartAlbumAnimated = 214
    case smartAlbumLongExposures = 215
    case smartAlbumUnableToUpload = 216
    /// Photos with a DNG file.
    case smartAlbumRAW = 217
    case smartAlbumCinematic = 218
    case smartAlbumSpatial = 219
    /// All of a type.
    case any = 9_223_372_036_854_775_807

    /// The collections of the library, in the order in which they are returned.
    static let smartAlbums: [Self] = [
        .smartAlbumUserLibrary, .smartAlbumFavorites, .smartAlbumVideos, .smartAlbumLivePhotos, .smartAlbumBursts,
        .smartAlbumDepthEffect, .smartAlbumRAW, .smartAlbumRecentlyAdded, .smartAlbumAllHidden,
    ]

    var title: String {
        switch self {
        case .smartAlbumUserLibrary: "Recents"
        case .smartAlbumFavorites: "Favorites"
        case .smartAlbumVideos: "Videos"
        case .smartAlbumLivePhotos: "Live Photos"
        case .smartAlbumBursts: "Bursts"
        case .smartAlbumDepthEffect: "Portrait"
        case .smartAlbumRAW: "RAW"
        case .smartAlbumRecentlyAdded: "Recently Saved"
        case .smartAlbumAllHidden: "Hidden"
        default: ""
        }
    }

    /// Which assets it holds, as a condition of the catalogue.
    var condition: String { condition(among: MediaFileFormat.all) }

    func condition(among formats: [MediaFileFormat]) -> String {
        switch self {
        case .smartAlbumFavorites: "isHidden IS NOT 1 AND isFavorite = 1"
        case .smartAlbumVideos: "isHidden IS NOT 1 AND mediaType = \(PHAssetMediaType.video.rawValue)"
        case .smartAlbumLivePhotos:
            "isHidden IS NOT 1 AND mediaSubtypes & \(PHAssetMediaSubtype.photoLive.rawValue) != 0"
        case .smartAlbumBursts: "isHidden IS NOT 1 AND burstIdentifier IS NOT NULL"
        case .smartAlbumDepthEffect:
            "isHidden IS NOT 1 AND mediaSubtypes & \(PHAssetMediaSubtype.photoDepthEffect.rawValue) != 0"
        case .smartAlbumRAW:
            "isHidden IS NOT 1 AND EXISTS (SELECT 1 FROM resource WHERE asset = asset.id AND uniformTypeIdentifier IN ("
                + formats.filter(\.isRaw).map { "'\($0.uniformTypeIdentifier)'" }.joined(separator: ", ") + "))"
        // Of the last thirty days.
        case .smartAlbumRecentlyAdded: "isHidden IS NOT 1 AND creationDate > unixepoch() - 2592000"
        case .smartAlbumAllHidden: "isHidden = 1"
        default: "isHidden IS NOT 1"
        }
    }
}

/// A set of assets: an album, or what the library puts together.
///
/// Source: Apple, PHAssetCollection.
public final class PHAssetCollection: PHCollection, @unchecked Sendable {  // nothing in it changes
    public let assetCollectionType: PHAssetCollectionType
    public let assetCollectionSubtype: PHAssetCollectionSubtype
    let library: PHPhotoLibrary
    /// `nil` if it is no album.
    let album: AlbumRecord?

    init(_ subtype: PHAssetCollectionSubtype, in library: PHPhotoLibrary) {
        assetCollectionType = .smartAlbum
        assetCollectionSubtype = subtype
        self.library = library
        album = nil
        super.init(uuid: "smart-\(subtype.rawValue)")
    }

    init(_ album: AlbumRecord, in library: PHPhotoLibrary) {
        assetCollectionType = .album
        assetCollectionSubtype = .albumRegular
        self.library = library
        self.album = album
        super.init(uuid: album.uuid)
    }

    public override var localizedTitle: String? { album?.title ?? assetCollectionSubtype.title }

    /// The number of assets that an album had when it was fetched, without hidden ones. `NSNotFound` for what the library
    /// puts together: only a fetch can tell.
    public var estimatedAssetCount: Int { album?.count ?? NSNotFound }

    /// When the oldest asset of an album was taken; `nil` if it is empty.
    public var startDate: Date? { album?.startDate }

    /// When the newest asset of an album was taken; `nil` if it is empty.
    public var endDate: Date? { album?.endDate }

    /// Albums can be changed in every way; what the library puts together only with its assets.
    public override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        album != nil || anOperation == .deleteContent
    }

    // MARK: Fetching

    /// The collections of a type: albums in the order in which they were made, unless the options say otherwise.
    public class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        PHPhotoLibrary.shared().fetchCollections(type, subtype, options)
    }

    /// The collections with these identifiers that are still there, in the order of the identifiers.
    public class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        PHPhotoLibrary.shared().fetchCollections(identifiers: identifiers, options)
    }

    /// What the Photos app of older systems grouped by time and place. Linux: none, as nothing here groups assets; fetch
    /// assets sorted by `creationDate` instead.
    @available(*, deprecated, message: "There are no moments since iOS 13; fetch assets sorted by creationDate.")
    public class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection> {
        fetchAssetCollections(withLocalIdentifiers: [], options: options)
    }

    /// The albums in which an asset is. None of what the library puts together.
    public class func fetchAssetCollectionsContaining(
        _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        PHPhotoLibrary.shared().fetchCollections(containing: asset, type, options)
    }
}
