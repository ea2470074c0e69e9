import Foundation

/// A kind of folder. Source: Apple, PHCollectionListType.
public enum PHCollectionListType: Int, Sendable {
    case momentList = 1
    case folder = 2
    case smartFolder = 3
}

/// Which folder. Source: Apple, PHCollectionListSubtype.
public enum PHCollectionListSubtype: Int, Sendable {
    case momentListCluster = 1
    case momentListYear = 2
    case regularFolder = 100
    case smartFolderEvents = 200
    case smartFolderFaces = 201
    /// All of a type.
    case any = 9_223_372_036_854_775_807
}

/// A folder of albums and folders.
///
/// Linux: the library has none, so that fetches find none. The user's albums are at the top level, and
/// ``PHCollection/fetchTopLevelUserCollections(with:)`` finds them.
///
/// Source: Apple, PHCollectionList.
public final class PHCollectionList: PHCollection, @unchecked Sendable {  // nothing in it changes
    public let collectionListType: PHCollectionListType
    public let collectionListSubtype: PHCollectionListSubtype

    private init(_ type: PHCollectionListType, _ subtype: PHCollectionListSubtype, uuid: String) {
        (collectionListType, collectionListSubtype) = (type, subtype)
        super.init(uuid: uuid)
    }

    public override var canContainAssets: Bool { false }

    public override var canContainCollections: Bool { true }

    /// The folders of a type: none.
    public class func fetchCollectionLists(
        with collectionListType: PHCollectionListType, subtype: PHCollectionListSubtype, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> { none(options) }

    /// The folders with these identifiers: none.
    public class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> { none(options) }

    /// The folders in which a collection is: none.
    public class func fetchCollectionListsContaining(
        _ collection: PHCollection, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> { none(options) }

    private class func none(_ options: PHFetchOptions?) -> PHFetchResult<PHCollectionList> {
        options?.checkPredicate(PHCollection.predicateKeys)
        return PHFetchResult()
    }
}

extension PHCollection {
    /// What is in a folder.
    public class func fetchCollections(
        in collectionList: PHCollectionList, options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        options?.checkPredicate(predicateKeys)
        return PHFetchResult()
    }
}
