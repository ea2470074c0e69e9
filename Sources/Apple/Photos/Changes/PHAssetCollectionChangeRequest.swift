import Foundation

/// A change of an album, made inside a change block.
///
/// Indexes are those of the fetch with which the request was made, otherwise of what is in the album when they are first
/// used.
///
/// Source: Apple, PHAssetCollectionChangeRequest.
public class PHAssetCollectionChangeRequest: NSObject {
    private let uuid: String
    private let original: PHAssetCollection?
    private var newTitle: String?
    private var edits: [AlbumEdit] = []
    /// The order that indexes mean; `nil` until one is used.
    private var order: [String]?
    /// Whether the album is looked for by its title first.
    private let isShared: Bool

    private init(uuid: String, original: PHAssetCollection?, order: [String]? = nil, isShared: Bool = false) {
        self.uuid = uuid
        self.original = original
        self.order = order
        self.isShared = isShared
    }

    /// Makes a request for a new album. More than one can have the same title.
    public class func creationRequestForAssetCollection(withTitle title: String) -> PHAssetCollectionChangeRequest {
        let request = PHAssetCollectionChangeRequest(uuid: UUID().uuidString, original: nil, order: [])
        request.newTitle = title
        ChangeBlock.add(request)
        return request
    }

    /// Makes a request to add to the oldest album of this title. If there is none when the change is performed, it is
    /// made; programs that do so at the same time make only one.
    package class func additionRequest(forAlbumTitled title: String) -> PHAssetCollectionChangeRequest {
        let request = PHAssetCollectionChangeRequest(uuid: UUID().uuidString, original: nil, order: [], isShared: true)
        request.newTitle = title
        ChangeBlock.add(request)
        return request
    }

    /// Makes a request to change an album.
    ///
    /// - Returns: `nil` for a collection that the library puts together.
    public convenience init?(for assetCollection: PHAssetCollection) {
        self.init(assetCollection, order: nil)
    }

    /// Makes a request to change an album whose assets were fetched.
    ///
    /// - Returns: `nil` for a collection that the library puts together.
    public convenience init?(for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>) {
        self.init(assetCollection, order: ObjectList.uuids(of: assets))
    }

    private convenience init?(_ collection: PHAssetCollection, order: [String]?) {
        guard let album = collection.album else { return nil }
        self.init(uuid: album.uuid, original: collection, order: order)
        ChangeBlock.add(self)
    }

    /// Requests the removal of albums. What is in them stays in the library.
    ///
    /// - Parameter assetCollections: each a ``PHAssetCollection``; what the library puts together stays.
    public class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        let albums = ObjectList.objects(of: assetCollections).compactMap { ($0 as? PHAssetCollection)?.album }
        ChangeBlock.add(albums.map { AssetChange.deleteAlbum(uuid: $0.uuid) })
    }

    /// Stands in for the album that will be created, or for the one that is changed.
    public var placeholderForCreatedAssetCollection: PHObjectPlaceholder { PHObjectPlaceholder(uuid: uuid) }

    public var title: String {
        get { newTitle ?? original?.localizedTitle ?? "" }
        set { newTitle = newValue }
    }

    /// Adds assets at the end, except those that are in the album already.
    ///
    /// - Parameter assets: each a ``PHAsset``, or a ``PHObjectPlaceholder`` of one that the block creates.
    public func addAssets(_ assets: any NSFastEnumeration) {
        let assets = ObjectList.uuids(of: assets)
        order = order.map { AlbumEdit.add(assets).apply(to: $0) }
        edits.append(.add(assets))
    }

    /// Inserts assets so that each gets the index that belongs to it.
    public func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        for (asset, index) in zip(ObjectList.uuids(of: assets), indexes) { place([asset], at: index) }
    }

    /// Takes assets out of the album; they stay in the library.
    public func removeAssets(_ assets: any NSFastEnumeration) { remove(ObjectList.uuids(of: assets)) }

    /// Takes the assets at these indexes out of the album; they stay in the library.
    public func removeAssets(at indexes: IndexSet) { remove(assets(at: indexes)) }

    /// Puts assets in the places of others, which stay in the library.
    public func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        let old = self.assets(at: indexes)
        for (index, (old, new)) in zip(indexes, zip(old, ObjectList.uuids(of: assets))) where old != new {
            remove([old])
            place([new], at: index)
        }
    }

    /// Takes assets from their places, and puts them together at an index of what is left.
    public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        let moved = assets(at: fromIndexes)
        let rest = currentOrder.filter { !moved.contains($0) }
        checkIndex(toIndex, of: rest.count)
        apply(.place(moved, before: toIndex < rest.count ? rest[toIndex] : nil))
    }

    private func remove(_ assets: [String]) {
        order = order.map { AlbumEdit.remove(assets).apply(to: $0) }
        edits.append(.remove(assets))
    }

    private func place(_ assets: [String], at index: Int) {
        let rest = currentOrder.filter { !assets.contains($0) }
        checkIndex(index, of: rest.count)
        apply(.place(assets, before: index < rest.count ? rest[index] : nil))
    }

    private func apply(_ edit: AlbumEdit) {
        order = edit.apply(to: currentOrder)
        edits.append(edit)
    }

    private func assets(at indexes: IndexSet) -> [String] {
        let order = currentOrder
        return indexes.map { index in
            checkIndex(index, of: order.count - 1)
            return order[index]
        }
    }

    /// As the app sees the album, with the changes of this request.
    private var currentOrder: [String] {
        if let order { return order }
        let fetched = original.map { ObjectList.uuids(of: PHAsset.fetchAssets(in: $0, options: nil)) } ?? []
        let current = edits.reduce(fetched) { $1.apply(to: $0) }
        order = current
        return current
    }

    private func checkIndex(_ index: Int, of last: Int) {
        guard index > last else { return }
        raiseException(.range, "index \(index) beyond the assets of the collection, which has \(last + 1)")
    }

    /// The request as a value, once the change block has run.
    var change: AssetChange {
        if isShared { return .fillAlbum(uuid: uuid, title: title, edits) }
        return original == nil
            ? .createAlbum(uuid: uuid, title: title, edits) : .updateAlbum(uuid: uuid, title: newTitle, edits)
    }
}
