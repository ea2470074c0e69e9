import Foundation

/// What a person can do with a collection. Source: Apple, PHCollectionEditOperation.
public enum PHCollectionEditOperation: Int, Sendable {
    /// Deleting the assets in it from the library.
    case deleteContent = 1
    /// Taking assets out of it, which stay in the library.
    case removeContent = 2
    /// Putting assets of the library into it.
    case addContent = 3
    /// Making new assets in it.
    case createContent = 4
    /// Changing the order of its assets.
    case rearrangeContent = 5
    /// Deleting the collection itself.
    case delete = 6
    /// Changing its title.
    case rename = 7
}

/// A collection of the photo library.
///
/// Linux: always a ``PHAssetCollection``; there are no folders of albums.
///
/// Source: Apple, PHCollection.
public class PHCollection: PHObject, @unchecked Sendable {  // nothing in it changes
    /// The title. Linux: in English for what the library puts together.
    public var localizedTitle: String? { nil }

    public var canContainAssets: Bool { true }

    /// Linux: always `false`.
    public var canContainCollections: Bool { false }

    /// Whether the collection can be changed like this.
    public func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool { false }

    /// The user's albums, in the order in which they were made unless the options say otherwise.
    public class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
        PHPhotoLibrary.shared().fetchAlbums(options) { $0 }
    }
}
