import Foundation
import SQLite

extension LibraryStore {
    /// The matching albums, in the order in which they were made.
    func albums(
        where condition: String = CatalogueAccess.all, _ arguments: [any ValueConvertible] = [],
        scan: ScanExtent = .newest
    ) throws(PHPhotosError) -> [AlbumRecord] {
        try read([], scan: scan) { try $0.albums(where: condition, arguments) }
    }
}

extension PHPhotoLibrary {
    /// The result of `PHCollection.fetchTopLevelUserCollections`, for this library.
    ///
    /// - Parameters:
    ///   - arguments: of the condition.
    ///   - body: makes an object of a collection.
    func fetchAlbums<Collection: PHCollection>(
        _ options: PHFetchOptions?, where condition: String = CatalogueAccess.all, _ arguments: [String] = [],
        _ body: @escaping @Sendable (PHAssetCollection) -> Collection
    ) -> PHFetchResult<Collection> {
        options?.checkPredicate(PHCollection.predicateKeys)
        noteUse()
        // The app may change its options later, but not those of a fetch that is repeated.
        nonisolated(unsafe) let options = options.map { PHFetchOptions(copying: $0) }
        let again: @Sendable () -> PHFetchResult<Collection>? = { [weak self] in
            self?.fetchAlbums(options, where: condition, arguments, body)
        }
        do {
            let albums = try store.albums(where: condition, arguments).map { body(PHAssetCollection($0, in: self)) }
            return PHFetchResult(
                AssetQuery.choose(albums, options), wantsDetails: options?.wantsIncrementalChangeDetails ?? true,
                fetch: again)
        } catch {
            Self.complain(error)
            return PHFetchResult([], fetch: again)
        }
    }

    /// The result of `PHAssetCollection.fetchAssetCollections`, for this library.
    package func fetchCollections(
        _ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        if type == .album {
            guard [.any, .albumRegular].contains(subtype) else { return PHFetchResult([]) }
            return fetchAlbums(options) { $0 }
        }
        options?.checkPredicate(PHCollection.predicateKeys)
        let subtypes = PHAssetCollectionSubtype.smartAlbums.filter { subtype == .any || subtype == $0 }
        return PHFetchResult(AssetQuery.choose(subtypes.map { PHAssetCollection($0, in: self) }, options))
    }

    package func fetchCollections(
        identifiers: [String], _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        options?.checkPredicate(PHCollection.predicateKeys)
        let albums = fetchAlbums(nil) { $0 }
        let smart = PHAssetCollectionSubtype.smartAlbums.map { PHAssetCollection($0, in: self) }
        let all = (0..<albums.count).map { albums[$0] } + smart
        let found = identifiers.compactMap { identifier in all.first { $0.localIdentifier == identifier } }
        nonisolated(unsafe) let options = options.map { PHFetchOptions(copying: $0) }
        return PHFetchResult(
            AssetQuery.choose(found, options), wantsDetails: options?.wantsIncrementalChangeDetails ?? true
        ) { [weak self] in self?.fetchCollections(identifiers: identifiers, options) }
    }

    package func fetchCollections(
        containing asset: PHAsset, _ type: PHAssetCollectionType, _ options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard type == .album else { return PHFetchResult([]) }
        let condition = "album.id IN (SELECT album FROM member WHERE asset = ?)"
        return fetchAlbums(options, where: condition, [asset.record.uuid]) { $0 }
    }

    /// The oldest album of this title; `nil` if there is none.
    package func album(titled title: String) throws(PHPhotosError) -> PHAssetCollection? {
        try albums().first { $0.localizedTitle == title }
    }

    /// Every album, in the order in which they were made.
    ///
    /// - Throws: ``PHPhotosError``, where Apple's fetches return nothing.
    package func albums() throws(PHPhotosError) -> [PHAssetCollection] {
        noteUse()
        // The copies beside the catalogue are all albums, too.
        if store.folder.closedCatalogue != nil, let error = store.folder.closedAlbums {
            throw PHPhotosError(error, library: store.folder.path)
        }
        return try store.albums().map { PHAssetCollection($0, in: self) }
    }
}
