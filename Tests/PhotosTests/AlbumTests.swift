import Foundation
import TestSupport
import Testing

@testable import Photos

/// Albums that apps make.
struct AlbumTests {
    let fixture: LibraryFixture
    private let photo: Data

    init() throws {
        fixture = try LibraryFixture()
        photo = try Data(contentsOf: fixture.jpeg())
    }

    private var library: PHPhotoLibrary { fixture.library }

    private func asset(_ year: Int = 2020) throws -> PHAsset {
        let photo = photo
        return try #require(
            try fixture.saving {
                $0.addResource(with: .photo, data: photo, options: nil)
                $0.creationDate = FetchingTests.date(year)
            })
    }

    @discardableResult
    private func album(_ title: String = "Trips", _ assets: [PHAsset] = []) throws -> PHAssetCollection {
        try library.makeAlbum(title, assets)
    }

    private func change(_ album: PHAssetCollection, _ body: (PHAssetCollectionChangeRequest) -> Void) throws {
        try withoutActuallyEscaping(body) { body in
            nonisolated(unsafe) let body = body
            try library.performChangesAndWait {
                if let request = PHAssetCollectionChangeRequest(for: album) { body(request) }
            }
        }
    }

    @Test func anAlbumIsMadeWithAPhotoOfTheSameBlock() throws {
        let photo = photo
        var identifiers = ("", "")
        try library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: photo, options: nil)
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trips")
            let placeholder = request.placeholderForCreatedAsset!
            album.addAssets([placeholder] as NSArray)
            identifiers = (placeholder.localIdentifier, album.placeholderForCreatedAssetCollection.localIdentifier)
        }
        let album = try #require(library.fetchCollections(identifiers: [identifiers.1], nil).firstObject)
        #expect(album.localizedTitle == "Trips" && album.estimatedAssetCount == 1)
        #expect(album.assetCollectionType == .album && album.assetCollectionSubtype == .albumRegular)
        #expect(album.startDate != nil && album.startDate == album.endDate)
        #expect(library.identifiers(in: album) == [identifiers.0])
        #expect(try fixture.reopened().albums().map(\.localIdentifier) == [identifiers.1])
    }

    @Test func albumsAreFoundByTitleTypeAndAsset() throws {
        let asset = try asset()
        for title in ["Zoo", "Cats", "Dogs"] { try album(title, title == "Cats" ? [asset] : []) }
        func titles(_ options: PHFetchOptions?, _ subtype: PHAssetCollectionSubtype = .any) -> [String] {
            let result = library.fetchCollections(.album, subtype, options)
            return (0..<result.count).compactMap { result[$0].localizedTitle }
        }
        #expect(titles(nil) == ["Zoo", "Cats", "Dogs"] && titles(nil, .albumRegular).count == 3)
        #expect(titles(nil, .smartAlbumVideos) == [])
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title = %@", "Dogs")
        #expect(titles(options) == ["Dogs"])
        options.predicate = NSPredicate(format: "localizedTitle CONTAINS[c] 'O' AND estimatedAssetCount = 0")
        options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
        #expect(titles(options) == ["Dogs", "Zoo"])
        options.fetchLimit = 1
        #expect(titles(options) == ["Dogs"])
        let cats = library.fetchCollections(containing: asset, .album, nil)
        #expect(cats.count == 1 && cats.firstObject?.localizedTitle == "Cats")
        #expect(library.fetchCollections(containing: asset, .smartAlbum, nil).count == 0)
        let smart = PHFetchOptions()
        smart.predicate = NSPredicate(format: "localizedTitle = 'Favorites'")
        let found = library.fetchCollections(.smartAlbum, .any, smart)
        #expect(found.count == 1 && found.firstObject?.assetCollectionSubtype == .smartAlbumFavorites)
    }

    @Test func albumsCanBeRenamedAndDeletedAndSmartOnesCannot() throws {
        let asset = try asset()
        let album = try album("Trips", [asset])
        try change(album) { request in
            #expect(request.title == "Trips")
            request.title = "Journeys"
        }
        #expect(try library.albums().map(\.localizedTitle) == ["Journeys"])
        try library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray) }
        #expect(try library.albums().isEmpty && library.assets() == [asset])
        #expect(throws: PHPhotosError.self) { try change(album) { $0.title = "Gone" } }
        let favorites = PHAssetCollection(.smartAlbumFavorites, in: library)
        try library.performChangesAndWait { #expect(PHAssetCollectionChangeRequest(for: favorites) == nil) }
        #expect(album.canPerform(.rename) && album.canPerform(.addContent) && !favorites.canPerform(.addContent))
        #expect(album.canContainAssets && !album.canContainCollections)
    }

    @Test func theOrderOfAnAlbumIsThatOfItsRequests() throws {
        let assets = try (1...5).map { try asset(2030 - $0) }
        let names = Dictionary(uniqueKeysWithValues: zip(assets.map(\.localIdentifier), "abcde"))
        let album = try album("Trips", Array(assets[0...2]))
        func order() -> String { String(library.identifiers(in: album).compactMap { names[$0] }) }
        #expect(order() == "abc")
        try change(album) { $0.addAssets([assets[3], assets[0]] as NSArray) }
        #expect(order() == "abcd")
        try change(album) { $0.insertAssets([assets[4]] as NSArray, at: IndexSet(integer: 1)) }
        #expect(order() == "aebcd")
        try change(album) { $0.moveAssets(at: IndexSet([0, 2]), to: 3) }
        #expect(order() == "ecdab")
        try change(album) { $0.removeAssets(at: IndexSet(integer: 0)) }
        try change(album) { $0.removeAssets([assets[3]] as NSArray) }
        #expect(order() == "cab")
        try change(album) { $0.replaceAssets(at: IndexSet(integer: 1), withAssets: [assets[4]] as NSArray) }
        #expect(order() == "ceb")
        // Indexes of a fetch in another order.
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        let sorted = PHAsset.fetchAssets(in: album, options: options)
        let first = try #require(sorted.firstObject)
        try library.performChangesAndWait {
            PHAssetCollectionChangeRequest(for: album, assets: sorted)?.removeAssets(at: IndexSet(integer: 0))
        }
        #expect(order().count == 2 && !library.identifiers(in: album).contains(first.localIdentifier))
        options.fetchLimit = 1
        #expect(PHAsset.fetchAssets(in: album, options: options).count == 1)
    }

    @Test func aDeletedAssetLeavesItsAlbumsAndAHiddenOneIsLeftOut() throws {
        let assets = try (1...3).map { try asset(2020 + $0) }
        let album = try album("Trips", assets)
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[1]).isHidden = true
            PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray)
        }
        #expect(library.identifiers(in: album) == [assets[2].localIdentifier])
        #expect(try library.albums().map(\.estimatedAssetCount) == [1])
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        #expect(PHAsset.fetchAssets(in: album, options: options).count == 2)
        // A person deletes the file.
        let file = try #require(PHAssetResource.assetResources(for: assets[2]).first)
        try FileManager.default.removeItem(atPath: file.path)
        #expect(library.identifiers(in: album).isEmpty)
    }

    @Test func aBlockThatFailsChangesNoAlbum() throws {
        let asset = try asset()
        let album = try album()
        #expect(throws: PHPhotosError.self) {
            try library.performChangesAndWait {
                PHAssetCollectionChangeRequest(for: album)?.title = "Other"
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New").addAssets([asset])
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data("none".utf8), options: nil)
            }
        }
        let gone = try self.asset()
        try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([gone]) }
        #expect(throws: PHPhotosError.self) {
            try library.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
                request.addAssets([asset, gone])
            }
        }
        #expect(try library.albums().map(\.localizedTitle) == ["Trips"])
        #expect(fixture.albumFiles.count == 1)
    }

    @Test func anAlbumThatIsAskedForTwiceHasDetails() throws {
        let album = try self.album()
        let identifiers = [album.localIdentifier, album.localIdentifier]
        let before = library.fetchCollections(identifiers: identifiers, nil)
        let details = PHFetchResultChangeDetails(before: before, after: before)
        #expect(details.removedIndexes == IndexSet() && details.insertedIndexes == IndexSet())
    }

    @Test func aPredicateOfAnySizeLeavesTheCatalogueInPeace() throws {
        let asset = try self.asset()
        let sizes = (0..<1100).map { NSPredicate(format: "pixelWidth == %d", $0) }
        let options = PHFetchOptions()
        options.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: sizes)
        #expect(library.fetch(options).firstObject?.localIdentifier == asset.localIdentifier)
        var deep = NSPredicate(format: "pixelWidth > 0")
        for _ in 0..<200 { deep = NSCompoundPredicate(notPredicateWithSubpredicate: deep) }
        options.predicate = deep
        #expect(library.fetch(options).count == 1)
        let hidden = fixture.library.folderURL.appendingPathComponent(".avcam").path
        let names = try FileManager.default.contentsOfDirectory(atPath: hidden)
        #expect(!names.contains { $0.contains("damaged") })
    }

    // MARK: Observing

    private final class Observer: NSObject, PHPhotoLibraryChangeObserver, Sendable {
        let (changes, continuation) = AsyncStream.makeStream(of: PHChange.self)

        func photoLibraryDidChange(_ changeInstance: PHChange) { continuation.yield(changeInstance) }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func changesOfAlbumsAreToldAlsoByOtherPrograms(isOther: Bool) async throws {
        let asset = try asset()
        let album = try album()
        let albums = library.fetchCollections(.album, .any, nil)
        let inside = PHAsset.fetchAssets(in: album, options: nil)
        let observer = Observer()
        library.register(observer)
        let writer = isOther ? fixture.reopened() : library
        try writer.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.addAssets([asset]) }
        var changes = observer.changes.makeAsyncIterator()
        while let change = await changes.next() {
            guard let details = change.changeDetails(for: inside) else { continue }
            #expect(details.insertedObjects.map(\.localIdentifier) == [asset.localIdentifier])
            #expect(change.changeDetails(for: album)?.objectAfterChanges?.estimatedAssetCount == 1)
            #expect(change.changeDetails(for: albums)?.changedIndexes == IndexSet(integer: 0))
            #expect(change.changeDetails(for: asset) == nil)
            break
        }
        try writer.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
        while let change = await changes.next() {
            guard let details = change.changeDetails(for: albums) else { continue }
            #expect(details.removedIndexes == IndexSet(integer: 0))
            #expect(change.changeDetails(for: album)?.objectWasDeleted == true)
            break
        }
        library.unregisterChangeObserver(observer)
    }
}

extension PHPhotoLibrary {
    @discardableResult
    func makeAlbum(_ title: String, _ assets: [PHAsset] = []) throws -> PHAssetCollection {
        var identifier = ""
        try performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            request.addAssets(assets)
            identifier = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        return try #require(fetchCollections(identifiers: [identifier], nil).firstObject)
    }

    func identifiers(in album: PHAssetCollection) -> [String] {
        let result = fetch(nil, album: PHObject.uuid(ofLocalIdentifier: album.localIdentifier))
        return (0..<result.count).map { result[$0].localIdentifier }
    }
}

extension LibraryFixture {
    var albumFolder: URL { library.folderURL.appendingPathComponent(".avcam/albums") }

    /// The names of the albums' copies.
    var albumFiles: [String] { names(in: albumFolder) }
}
