import Foundation

/// A kind of collection. Source: Apple, PHAssetCollectionType.
public enum PHAssetCollectionType: Int, Sendable {
    /// Made by the user. Linux: there are none; folders belong to the desktop.
    case album = 1
    /// Put together by the library.
    case smartAlbum = 2
}

/// Which collection. Source: Apple, PHAssetCollectionSubtype. Linux: those that the library has.
public enum PHAssetCollectionSubtype: Int, Sendable {
    /// All videos.
    case smartAlbumVideos = 202
    case smartAlbumFavorites = 203
    /// Hidden assets, which all other collections leave out.
    case smartAlbumAllHidden = 205
    /// What was taken in the last thirty days.
    case smartAlbumRecentlyAdded = 206
    /// Photos of bursts.
    case smartAlbumBursts = 207
    /// Everything except hidden assets.
    case smartAlbumUserLibrary = 209
    /// Photos with depth.
    case smartAlbumDepthEffect = 212
    case smartAlbumLivePhotos = 213
    /// Photos with a DNG file.
    case smartAlbumRAW = 217
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
        case .any: ""
        }
    }

    /// Which assets it holds, as a condition of the catalogue.
    var condition: String { condition(among: MediaFileFormat.all) }

    func condition(among formats: [MediaFileFormat]) -> String {
        switch self {
        case .smartAlbumUserLibrary, .any: "isHidden = 0"
        case .smartAlbumFavorites: "isHidden = 0 AND isFavorite = 1"
        case .smartAlbumVideos: "isHidden = 0 AND mediaType = \(PHAssetMediaType.video.rawValue)"
        case .smartAlbumLivePhotos: "isHidden = 0 AND mediaSubtypes & \(PHAssetMediaSubtype.photoLive.rawValue) != 0"
        case .smartAlbumBursts: "isHidden = 0 AND burstIdentifier IS NOT NULL"
        case .smartAlbumDepthEffect:
            "isHidden = 0 AND mediaSubtypes & \(PHAssetMediaSubtype.photoDepthEffect.rawValue) != 0"
        case .smartAlbumRAW:
            "isHidden = 0 AND EXISTS (SELECT 1 FROM resource WHERE asset = asset.id AND uniformTypeIdentifier IN ("
                + formats.filter(\.isRaw).map { "'\($0.uniformTypeIdentifier)'" }.joined(separator: ", ") + "))"
        // Of the last thirty days.
        case .smartAlbumRecentlyAdded: "isHidden = 0 AND creationDate > unixepoch() - 2592000"
        case .smartAlbumAllHidden: "isHidden = 1"
        }
    }
}

/// A set of assets that the library puts together.
///
/// Linux: smart albums only. Source: Apple, PHAssetCollection.
public final class PHAssetCollection: PHObject, @unchecked Sendable {  // nothing in it changes
    public let assetCollectionType = PHAssetCollectionType.smartAlbum
    public let assetCollectionSubtype: PHAssetCollectionSubtype
    let library: PHPhotoLibrary

    init(_ subtype: PHAssetCollectionSubtype, in library: PHPhotoLibrary) {
        assetCollectionSubtype = subtype
        self.library = library
        super.init(uuid: "smart-\(subtype.rawValue)")
    }

    /// In English. Source: Apple, PHCollection.localizedTitle.
    public var localizedTitle: String? { assetCollectionSubtype.title }

    /// `NSNotFound`: only a fetch can tell.
    public var estimatedAssetCount: Int { NSNotFound }

    /// The collections of a type.
    ///
    /// - `options`: only the limit is used.
    public class func fetchAssetCollections(
        with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard type == .smartAlbum else { return PHFetchResult([]) }
        let subtypes = PHAssetCollectionSubtype.smartAlbums.filter { subtype == .any || subtype == $0 }
        let limit = options?.fetchLimit ?? 0
        let albums = subtypes.map { PHAssetCollection($0, in: .shared()) }
        return PHFetchResult(limit > 0 ? Array(albums.prefix(limit)) : albums)
    }
}
