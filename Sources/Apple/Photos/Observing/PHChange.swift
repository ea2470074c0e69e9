import Foundation

/// A change in the library.
///
/// Source: Apple, PHChange.
public final class PHChange: NSObject, Sendable {
    private let before: LibrarySnapshot
    private let after: LibrarySnapshot
    private let store: LibraryStore

    init(from before: LibrarySnapshot, to after: LibrarySnapshot, in store: LibraryStore) {
        self.before = before
        self.after = after
        self.store = store
    }

    /// The change of one object; `nil` if it did not change, or is neither an asset nor an album. An album changes with its
    /// title and with what is in it.
    public func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
        if let collection = object as? PHAssetCollection { return details(of: collection, object) }
        guard let asset = object as? PHAsset else { return nil }
        let uuid = asset.record.uuid
        let (old, new) = (before.assets[uuid], after.assets[uuid])
        if old == new { return nil }
        return PHObjectChangeDetails(
            before: object, after: new.map { PHAsset($0, in: store) } as? T, wasDeleted: new == nil,
            contentChanged: old?.content != new?.content)
    }

    private func details<T: PHObject>(of collection: PHAssetCollection, _ object: T) -> PHObjectChangeDetails<T>? {
        guard let uuid = collection.album?.uuid, before.albums[uuid] != after.albums[uuid] else { return nil }
        let new = after.albums[uuid].map { PHAssetCollection($0, in: collection.library) }
        return PHObjectChangeDetails(
            before: object, after: new as? T, wasDeleted: new == nil, contentChanged: false)
    }

    /// The change of a fetch's result; `nil` if the fetch would return the same now.
    public func changeDetails<T>(for fetchResult: PHFetchResult<T>) -> PHFetchResultChangeDetails<T>? {
        guard let new = fetchResult.fetchedAgain() else { return nil }
        let details = PHFetchResultChangeDetails(before: fetchResult, after: new)
        return details.isEmpty ? nil : details
    }
}

/// The change of one object.
///
/// Source: Apple, PHObjectChangeDetails.
public final class PHObjectChangeDetails<ObjectType: PHObject>: NSObject {
    public let objectBeforeChanges: ObjectType
    /// `nil` if it was deleted.
    public let objectAfterChanges: ObjectType?
    /// Whether the picture or movie itself was replaced: a final photo instead of its proxy.
    public let assetContentChanged: Bool
    public let objectWasDeleted: Bool

    init(before: ObjectType, after: ObjectType?, wasDeleted: Bool, contentChanged: Bool) {
        objectBeforeChanges = before
        objectAfterChanges = after
        objectWasDeleted = wasDeleted
        assetContentChanged = contentChanged && !wasDeleted
    }
}

/// What the library holds at one moment.
struct LibrarySnapshot: Sendable, Equatable {
    /// By their identifiers.
    var assets: [String: AssetRecord] = [:]
    var albums: [String: AlbumRecord] = [:]
}

extension AssetRecord {
    /// What differs if the picture or movie itself was replaced.
    fileprivate var content: [String] {
        ["\(pixelWidth) \(pixelHeight) \(duration)", deferredID?.description ?? "", "\(mediaSubtypes.rawValue)"]
    }
}
