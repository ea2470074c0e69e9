import CoreMedia
import Foundation
import PhotoCoding
import TestSupport
import Testing

@testable import Photos

/// Proxies that are replaced by photos made later.
struct DeferredPhotoTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// Keeps the frames of a photo that is twice as wide as its proxy.
    private func capture(codec: PhotoFileFormat.ID = .jpeg) throws -> (proxy: Data, id: DeferredPhotoID) {
        var recipe = PhotoRecipe()
        let id = try fixture.deferred.keep(frames: [GrayFrame.make(90, width: 128, height: 96)], recipe: recipe)
        recipe.metadata.deferredPhotoID = id
        return (try PhotoRenderer.render(frames: [GrayFrame.make(200)], recipe: recipe), id)
    }

    private func process() throws -> [PHAsset] {
        var done: [PHAsset] = []
        let failures = try fixture.library.processDeferredPhotos {
            done.append($0)
            return true
        }
        #expect(failures.isEmpty)
        return done
    }

    private var waiting: [String] { fixture.names(in: fixture.deferred.folder) }

    @Test func theProxyIsVisibleAtOnceAndThenReplaced() throws {
        let (proxy, _) = try capture()
        let asset = try #require(try fixture.save(proxy, type: .photoProxy))
        #expect(asset.pixelWidth == 64 && fixture.filenames == ["IMG_0001.jpg"])
        #expect(PHAssetResource.assetResources(for: asset).map(\.type) == [.photoProxy])
        #expect(try fixture.library.countOfUnprocessedPhotos() == 1)
        let final = try #require(try process().first)
        #expect(final == asset && final.pixelWidth == 128)
        #expect(PHAssetResource.assetResources(for: final).map(\.type) == [.photo])
        #expect(fixture.filenames == ["IMG_0001.jpg"] && waiting.isEmpty && fixture.leftovers.isEmpty)
        let file = fixture.library.folderURL.appendingPathComponent("IMG_0001.jpg")
        #expect(try ImageProbe.decode(Data(contentsOf: file)).width == 128)
        #expect(try fixture.reopened().assets().map(\.pixelWidth) == [128])
    }

    @Test func theLibraryProcessesByItself() async throws {
        let (proxy, _) = try capture()
        let asset = try #require(try fixture.save(proxy, type: .photoProxy))
        let deadline = ContinuousClock.now + .seconds(60)
        while try fixture.library.countOfUnprocessedPhotos() > 0 {
            try #require(ContinuousClock.now < deadline)
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(fixture.library.fetch(nil, identifiers: [asset.localIdentifier]).firstObject?.pixelWidth == 128)
    }

    @Test func theAssetsMetadataStays() throws {
        let movie = try fixture.movie()
        let (proxy, _) = try capture()
        let asset = try #require(
            try fixture.saving {
                $0.addResource(with: .photoProxy, data: proxy, options: nil)
                $0.addResource(with: .pairedVideo, fileURL: movie, options: nil)
                $0.creationDate = Date(timeIntervalSince1970: 1000)
                $0.isFavorite = true
            })
        let final = try #require(try process().first)
        #expect(final == asset && final.isFavorite && final.mediaSubtypes == .photoLive)
        #expect(final.creationDate == Date(timeIntervalSince1970: 1000))
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0001.mov"])
    }

    @Test func aProxyWithoutAFinalPhotoIsThePhoto() throws {
        let asset = try #require(try fixture.save(Data(contentsOf: fixture.jpeg()), type: .photoProxy))
        #expect(PHAssetResource.assetResources(for: asset).map(\.type) == [.photo])
        #expect(try fixture.library.countOfUnprocessedPhotos() == 0)
    }

    @Test func aProxyWhoseFramesAreGoneStays() throws {
        let (proxy, id) = try capture()
        let asset = try #require(try fixture.save(proxy, type: .photoProxy))
        fixture.deferred.remove(id)
        #expect(try process().isEmpty)
        #expect(try fixture.library.countOfUnprocessedPhotos() == 0)
        #expect(PHAssetResource.assetResources(for: asset).map(\.type) == [.photo])
        #expect(fixture.library.fetch(nil).firstObject?.pixelWidth == 64)
    }

    @Test(arguments: [true, false])
    func aProxyFromBeforeCataloguesNamedTheStoreIsFinished(whileItsFramesAreThere areThere: Bool) throws {
        let (proxy, id) = try capture()
        try fixture.save(proxy, type: .photoProxy)
        try fixture.library.store.open().write { try $0.setDeferredStore(nil, where: "1") }
        if !areThere { fixture.deferred.remove(id) }
        #expect(try process().map(\.pixelWidth) == (areThere ? [128] : []))
        #expect(try fixture.library.countOfUnprocessedPhotos() == 0)
    }

    @Test func damagedFramesAreReportedAndTheProxyStays() throws {
        let (proxy, id) = try capture()
        truncate(fixture.deferred.folder.appendingPathComponent("\(id)/0.frame").path, 5)
        try fixture.save(proxy, type: .photoProxy)
        let failures = try fixture.library.processDeferredPhotos { _ in true }
        #expect(failures.map(\.code) == [.invalidResource])
        #expect(try fixture.library.countOfUnprocessedPhotos() == 0 && waiting.isEmpty)
        #expect(try fixture.library.assets().map(\.pixelWidth) == [64])
    }

    @Test func aDeletedAssetTakesItsFramesWithIt() throws {
        let (proxy, _) = try capture()
        let asset = try #require(try fixture.save(proxy, type: .photoProxy))
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        #expect(try process().isEmpty)
        #expect(waiting.isEmpty && fixture.filenames.isEmpty)
    }

    @Test func aPhotoWhoseProcessDiedBeforeItSavedTheProxyComesIntoTheLibrary() throws {
        let (_, id) = try capture()
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        #expect(try process().isEmpty, "its process lives")
        fixture.deferred.handOver(id)
        let asset = try #require(try process().first)
        #expect(asset.pixelWidth == 128 && waiting.isEmpty)
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"])
    }

    /// The library's folder cannot be made at first, but can be later.
    @Test func aPhotoThatItsLibraryCouldNotTakeWaitsForThatOne() throws {
        let (proxy, id) = try capture()
        let file = try fixture.folder.file("file", contents: Data())
        let other = PHPhotoLibrary(folderURL: file, deferred: DeferredPhotoStore(folder: fixture.deferred.folder))
        // The frames are this process's own, as after a capture.
        let mine = PHPhotoLibrary(folderURL: file, deferred: fixture.deferred)
        let error = #expect(throws: PHPhotosError.self) {
            try mine.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photoProxy, data: proxy, options: nil)
            }
        }
        #expect(error?.localizedDescription.contains("is a file and no folder") == true)
        #expect(error?.localizedDescription.contains("it comes into this library with its next use") == true)
        fixture.deferred.handOver(id)
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        #expect(try process().isEmpty && waiting == ["\(id)"])
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        var widths: [Int] = []
        let failures = try other.processDeferredPhotos {
            widths.append($0.pixelWidth)
            return true
        }
        #expect(failures.isEmpty && widths == [128] && waiting.isEmpty)
    }

    @Test func anAppMayTryAgainInAnotherLibrary() throws {
        let (proxy, _) = try capture()
        let file = try fixture.folder.file("file", contents: Data())
        #expect(throws: PHPhotosError.self) {
            try PHPhotoLibrary(folderURL: file, deferred: fixture.deferred).performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photoProxy, data: proxy, options: nil)
            }
        }
        try fixture.save(proxy, type: .photoProxy)
        #expect(try process().map(\.pixelWidth) == [128] && waiting.isEmpty)
    }

    @Test func aPhotoThatWasSavedBeforeTheCrashIsNotSavedTwice() throws {
        let (proxy, id) = try capture()
        let copy = fixture.folder.file("copy")
        fixture.deferred.handOver(id)
        try FileManager.default.copyItem(at: fixture.deferred.folder, to: copy)
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        _ = try process()
        // As if it had not been removed.
        try FileManager.default.removeItem(at: fixture.deferred.folder)
        try FileManager.default.moveItem(at: copy, to: fixture.deferred.folder)
        _ = try process()
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"] && waiting.isEmpty)
        withExtendedLifetime(proxy) {}
    }

    @Test func aFileThatGotItsNameBeforeTheCrashIsNotSavedTwice() throws {
        let (proxy, id) = try capture()
        fixture.deferred.handOver(id)
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        // The library is open, and does not know what the other process was about to save.
        try proxy.write(to: fixture.library.folderURL.appendingPathComponent("IMG_0002.jpg"))
        #expect(try process().map(\.pixelWidth) == [128])
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"] && waiting.isEmpty)
        #expect(try fixture.library.assets().count == 2)
    }

    @Test func aProxyThatACrashLeftHalfSavedStillGetsItsPhoto() throws {
        let (proxy, id) = try capture()
        let file = try fixture.folder.file("proxy.jpg", contents: proxy)
        let folder = UUID().uuidString
        try fixture.leave(file, as: "photoProxy.jpg", in: folder)
        try fixture.deferred.setOwner(.init(library: fixture.library.folderURL.path, asset: folder), of: id)
        fixture.deferred.handOver(id)
        #expect(try process().map(\.pixelWidth) == [128])
        #expect(fixture.filenames == ["IMG_0001.jpg"] && waiting.isEmpty)
    }

    @Test func aProxyThatGotItsNameBeforeTheCrashStillGetsItsPhoto() throws {
        let (proxy, id) = try capture()
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        // The other process died after the file had its name, before the catalogue knew its asset.
        try proxy.write(to: fixture.library.folderURL.appendingPathComponent("IMG_0002.jpg"))
        let owner = DeferredPhoto.Owner(library: fixture.library.folderURL.path, asset: UUID().uuidString)
        try fixture.deferred.setOwner(owner, of: id)
        fixture.deferred.handOver(id)
        #expect(try process().map(\.pixelWidth) == [128])
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"] && waiting.isEmpty)
        #expect(try fixture.library.assets().count == 2)
    }

    @Test func whatACrashLeftOfAPhotoWaitsWhileAnotherProcessMakesIt() throws {
        let (final, id) = try capture()
        try fixture.leave(fixture.folder.file("final.jpg", contents: final), as: "photo.jpg", in: id.assetUUID)
        fixture.deferred.handOver(id)
        // It has looked for files without assets, and is about to save the photo. If this process named the file now and
        // died before its asset is in the catalogue, there would be two.
        var other = try fixture.deferred.take(id)
        #expect(other != nil)
        #expect(try fixture.reopened().assets().isEmpty)
        #expect(fixture.filenames.isEmpty && fixture.leftovers == [id.assetUUID])
        other = nil
        #expect(try fixture.reopened().assets().count == 1)
        #expect(try process().map(\.pixelWidth) == [64])
        #expect(fixture.filenames == ["IMG_0001.jpg"] && waiting.isEmpty && fixture.leftovers.isEmpty)
    }

    @Test func aPhotoIsMadeAlthoughAProcessDiesWithItInTheMeantime() throws {
        let (final, id) = try capture()
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        try fixture.leave(fixture.folder.file("final.jpg", contents: final), as: "photo.jpg", in: id.assetUUID)
        fixture.deferred.handOver(id)
        // The library is open, so nothing is recovered.
        #expect(try process().map(\.pixelWidth) == [128])
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"] && waiting.isEmpty && fixture.leftovers.isEmpty)
        #expect(try fixture.library.assets().count == 2)
    }

    @Test func anInterruptedReplacementIsRemoved() throws {
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        try fixture.leave(fixture.jpeg(), as: "photo.jpg", in: "final-\(UUID().uuidString)")
        #expect(try fixture.reopened().assets().count == 1)
        #expect(fixture.leftovers.isEmpty)
    }

    @Test func aLostCatalogueStillFindsTheFrames() throws {
        let (proxy, _) = try capture()
        try fixture.save(proxy, type: .photoProxy)
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent(".avcam"))
        let library = fixture.reopened()
        #expect(try library.assets().count == 1)
        var widths: [Int] = []
        _ = try library.processDeferredPhotos {
            widths.append($0.pixelWidth)
            return true
        }
        #expect(widths == [128])
    }

    @Test func aPhotoOfAnotherLibraryIsLeftToIt() throws {
        let (proxy, _) = try capture()
        try fixture.save(proxy, type: .photoProxy)
        let other = PHPhotoLibrary(
            folderURL: fixture.folder.file("other"), deferred: DeferredPhotoStore(folder: fixture.deferred.folder))
        let picture = try Data(contentsOf: fixture.jpeg())
        try other.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: picture, options: nil)
        }
        #expect(try other.processDeferredPhotos { _ in true }.isEmpty)
        #expect(try other.assets().count == 1 && waiting.count == 1)
        #expect(try process().count == 1)
    }

    @Test func aProgramWithAnotherStoreLeavesTheProxyAlone() throws {
        let (proxy, _) = try capture()
        try fixture.save(proxy, type: .photoProxy)
        let data = fixture.folder.file("other data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let stranger = PHPhotoLibrary(
            folderURL: fixture.library.folderURL, deferred: DeferredPhotoStore(folder: data))
        #expect(try stranger.processDeferredPhotos { _ in true }.isEmpty)
        #expect(try stranger.countOfUnprocessedPhotos() == 1)
        #expect(try process().map(\.pixelWidth) == [128])
    }

    @Test func framesAreKeptForALibraryWhoseDiskIsMissing() throws {
        let (proxy, _) = try capture()
        try fixture.save(proxy, type: .photoProxy)
        let place = fixture.library.folderURL
        let away = fixture.folder.file("away")
        try FileManager.default.moveItem(at: place, to: away)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        #expect(try fixture.reopened().processDeferredPhotos { _ in true }.isEmpty)
        #expect(waiting.count == 1)
        try FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: away, to: place)
        let library = fixture.reopened()
        #expect(try library.processDeferredPhotos { _ in true }.isEmpty)
        #expect(try library.assets().map(\.pixelWidth) == [128])
    }

    @Test func framesThatCannotBeReadNowStay() throws {
        let (proxy, id) = try capture()
        try fixture.save(proxy, type: .photoProxy)
        let path = fixture.deferred.folder.appendingPathComponent("\(id)/0.frame").path
        let away = fixture.folder.file("away").path
        rename(path, away)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        #expect(try fixture.library.processDeferredPhotos { _ in true }.count == 1)
        #expect(try fixture.library.countOfUnprocessedPhotos() == 1 && waiting.count == 1)
        rename(away, path)
        #expect(try process().map(\.pixelWidth) == [128])
    }

    @Test func aProxyWhoseFramesWereNeverKeptIsThePhoto() throws {
        let id = DeferredPhotoID()
        var recipe = PhotoRecipe()
        recipe.metadata.deferredPhotoID = id
        var draft: DeferredPhotoDraft? = try fixture.deferred.begin(
            frames: [GrayFrame.make(90, width: 128, height: 96)], recipe: recipe, id: id)
        let proxy = try PhotoRenderer.render(frames: [GrayFrame.make(200)], recipe: recipe)
        try fixture.save(proxy, type: .photoProxy)
        #expect(try fixture.library.countOfUnprocessedPhotos() == 1)
        // Its process dies.
        withExtendedLifetime(draft) {}
        draft = nil
        #expect(try process().isEmpty && fixture.library.countOfUnprocessedPhotos() == 0)
        #expect(try fixture.library.assets().map(\.pixelWidth) == [64])
        #expect(waiting.isEmpty)
    }

    @Test func aProxyThatIsSavedBeforeItsFramesAreKeptGetsItsPhoto() throws {
        let id = DeferredPhotoID()
        var recipe = PhotoRecipe()
        let draft = try fixture.deferred.begin(
            frames: [GrayFrame.make(90, width: 128, height: 96)], recipe: recipe, id: id)
        recipe.metadata.deferredPhotoID = id
        let proxy = try PhotoRenderer.render(frames: [GrayFrame.make(200)], recipe: recipe)
        try fixture.save(proxy, type: .photoProxy)
        fixture.deferred.keep(draft) {}
        #expect(try process().map(\.pixelWidth) == [128])
        #expect(waiting.isEmpty)
    }
}
