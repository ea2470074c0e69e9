import Foundation
import Glibc
import TestSupport
import Testing

@testable import Photos

/// How the next start handles everything that a dead process can leave.
struct CrashTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func aFileThatWasBeingWrittenIsRemoved() throws {
        try fixture.leave(fixture.jpeg(), as: "photo.jpg.part")
        #expect(try fixture.reopened().assets().isEmpty)
        #expect(fixture.filenames.isEmpty && fixture.leftovers.isEmpty)
    }

    @Test func aCompletePhotoComesIntoTheLibrary() throws {
        try fixture.leave(fixture.jpeg(), as: "photo.jpg")
        #expect(try fixture.reopened().assets().map(\.pixelWidth) == [320])
        #expect(fixture.filenames == ["IMG_0001.jpg"] && fixture.leftovers.isEmpty)
    }

    @Test func photosThatWaitedAreNumberedInTheOrderInWhichTheyWereTaken() throws {
        // Neither in the order of their folders' names, nor in that in which these were made.
        for order in [3, 1, 5, 2, 4] {
            let photo = try fixture.jpeg("photo\(order).jpg", size: "\(order * 64)x64")
            let folder = UUID().uuidString
            try fixture.leave(photo, as: "photo.jpg", in: folder)
            let file = fixture.incoming.appendingPathComponent(folder + "/photo.jpg")
            let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(order))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        #expect(try fixture.library.assets().count == 5)
        let widths = try fixture.filenames.map { name in
            MediaFileFacts(try Data(contentsOf: fixture.library.folderURL.appendingPathComponent(name)))?.pixelWidth
        }
        #expect(widths == (1...5).map { $0 * 64 })
    }

    @Test func anInterruptedRecordingIsAddedToTheLibrary() throws {
        let movie = try fixture.movie(options: ["-movflags", "frag_keyframe+empty_moov"])
        let whole = try Data(contentsOf: movie)
        // The last of the three fragments is cut.
        let cut = try fixture.folder.file("cut.mov", contents: whole.dropLast(whole.count / 8))
        try fixture.leave(cut, as: "video.mov")
        let asset = try #require(try fixture.reopened().assets().first)
        #expect(asset.mediaType == .video && asset.duration > 0.6 && asset.duration <= 1)
        #expect(fixture.filenames == ["IMG_0001.mov"])
    }

    @Test func aRecordingWithoutAnyPictureIsRemoved() throws {
        let empty = try fixture.folder.file("empty.mov", contents: Data("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ".utf8))
        try fixture.leave(empty, as: "video.mov")
        #expect(try fixture.reopened().assets().isEmpty)
        #expect(fixture.filenames.isEmpty && fixture.leftovers.isEmpty)
    }

    /// A bad block of the disk at the beginning must not cost the rest.
    @Test(arguments: ["head", "movie box"]) func aDamagedRecordingIsKeptBesideTheLibrary(place: String) throws {
        let noise = ["-f", "lavfi", "-i", "nullsrc=size=640x480:rate=30,geq=random(1)*255:128:128", "-t", "1"]
        let movie = fixture.folder.file("noise.mov")
        try MadeFile.ffmpeg(
            noise + ["-g", "10", "-movflags", "frag_keyframe+empty_moov", "-c:v", "libx264", "-preset", "ultrafast"],
            to: movie)
        var bytes = try Data(contentsOf: movie)
        #expect(bytes.count > 1 << 16)
        if place == "head" {
            bytes.replaceSubrange(0..<4_096, with: Data(count: 4_096))
        } else {
            let box = try #require(bytes.range(of: Data("moov".utf8)))
            bytes[box.lowerBound] = 0
        }
        try fixture.leave(try fixture.folder.file("damaged.mov", contents: bytes), as: "video.mov", in: "recording")
        #expect(try fixture.reopened().assets().isEmpty)
        let kept = fixture.library.folderURL.appendingPathComponent(".avcam/damaged/recording-video.mov")
        #expect(try Data(contentsOf: kept) == bytes && fixture.leftovers.isEmpty)
    }

    @Test func aDamagedPhotoIsKeptBesideTheLibrary() throws {
        var bytes = try Data(contentsOf: fixture.jpeg())
        bytes[1] = 0
        try fixture.leave(try fixture.folder.file("damaged.jpg", contents: bytes), as: "photo.jpg", in: "photo")
        #expect(try fixture.reopened().assets().isEmpty)
        let kept = fixture.library.folderURL.appendingPathComponent(".avcam/damaged/photo-photo.jpg")
        #expect(try Data(contentsOf: kept) == bytes && fixture.leftovers.isEmpty)
    }

    @Test func aFileThatHasBothItsNamesIsOneAsset() throws {
        let jpeg = try fixture.jpeg()
        try fixture.leave(jpeg, as: "photo.jpg", in: "half renamed")
        let staged = fixture.incoming.appendingPathComponent("half renamed/photo.jpg")
        let published = fixture.library.folderURL.appendingPathComponent("IMG_0001.jpg")
        try FileManager.default.linkItem(at: staged, to: published)
        #expect(try fixture.reopened().assets().count == 1)
        #expect(fixture.filenames == ["IMG_0001.jpg"] && fixture.leftovers.isEmpty)
    }

    @Test func aLivePhotoThatHasOnlyHalfItsNamesIsFinished() throws {
        try fixture.save(try Data(contentsOf: fixture.jpeg()))
        try FileManager.default.copyItem(
            at: fixture.jpeg(), to: fixture.library.folderURL.appendingPathComponent("IMG_0002.jpg"))
        let folder = UUID().uuidString
        try fixture.leave(fixture.movie(), as: "pairedVideo.mov", in: folder)
        try fixture.leave(fixture.folder.file("empty", contents: Data()), as: "IMG_0002.stem", in: folder)
        let assets = try fixture.reopened().assets()
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg", "IMG_0002.mov"])
        #expect(assets.count == 2 && assets.contains { $0.mediaSubtypes == .photoLive })
        #expect(fixture.leftovers.isEmpty)
    }

    @Test func theWorkOfALivingProcessIsLeftAlone() throws {
        let place = try fixture.library.makeRecordingPlace()
        try FileManager.default.copyItem(at: fixture.movie(), to: place.url)
        #expect(try fixture.reopened().assets().isEmpty)
        #expect(FileManager.default.fileExists(atPath: place.url.path))
        place.discard()
        #expect(fixture.leftovers.isEmpty)
    }

    @Test func aMovieThatCouldNotBeSavedIsSavedByTheNextStart() throws {
        var place: RecordingPlace? = try fixture.library.makeRecordingPlace()
        try FileManager.default.copyItem(at: fixture.movie(), to: try #require(place).url)
        place = nil
        #expect(try fixture.reopened().assets().map(\.mediaType) == [.video])
    }

    @Test func unreadableFilesAreKept() throws {
        let place = fixture.incoming.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let photo = place.appendingPathComponent("photo.jpg")
        try FileManager.default.createSymbolicLink(at: photo, withDestinationURL: fixture.folder.file("later.jpg"))
        #expect(try fixture.reopened().assets().isEmpty)
        #expect(fixture.leftovers == [place.lastPathComponent])
        _ = try fixture.jpeg("later.jpg")
        #expect(try fixture.reopened().assets().count == 1)
    }

    @Test func anUnreadableFolderDoesNotEmptyTheCatalogue() throws {
        let asset = try #require(try fixture.save(try Data(contentsOf: fixture.jpeg())))
        let (folder, aside) = (fixture.library.folderURL, fixture.folder.file("aside"))
        try FileManager.default.moveItem(at: folder, to: aside)
        try Data().write(to: folder)
        #expect(throws: PHPhotosError.self) { try fixture.library.assets() }
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.moveItem(at: aside, to: folder)
        #expect(try fixture.reopened().assets() == [asset])
    }

    @Test func anUnfinishedDeletionIsUndoneAndAFinishedOneCleanedUp() throws {
        let data = try Data(contentsOf: fixture.jpeg())
        let asset = try #require(try fixture.save(data))
        let place = fixture.incoming.appendingPathComponent("deleted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let photo = fixture.library.folderURL.appendingPathComponent("IMG_0001.jpg")
        try FileManager.default.moveItem(at: photo, to: place.appendingPathComponent("IMG_0001.jpg"))
        try data.write(to: place.appendingPathComponent("IMG_0002.jpg"))
        #expect(try fixture.reopened().assets() == [asset])
        #expect(fixture.filenames == ["IMG_0001.jpg"] && fixture.leftovers.isEmpty)
    }

    @Test func aLostCatalogueIsRebuiltFromTheFiles() throws {
        let (photo, movie) = (try Data(contentsOf: fixture.jpeg()), try fixture.movie())
        try fixture.saving {
            $0.addResource(with: .photo, data: photo, options: nil)
            $0.addResource(with: .pairedVideo, fileURL: movie, options: nil)
        }
        try fixture.save(photo)
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent(".avcam"))
        let library = fixture.reopened()
        #expect(try library.assets().map(\.mediaSubtypes).filter { $0 == .photoLive }.count == 1)
        try library.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
        }
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0001.mov", "IMG_0002.jpg", "IMG_0003.jpg"])
    }

    /// The dates in movies are whole seconds.
    @Test func assetsOfOneSecondKeepTheirOrderWhenTheCatalogueIsLost() throws {
        let movie = try fixture.movie(options: ["-metadata", "creation_time=2023-11-14T22:13:20Z"])
        let place = fixture.library.folderURL
        try FileManager.default.createDirectory(
            at: place.appendingPathComponent(".avcam"), withIntermediateDirectories: true)
        let names = (1...4).map { "IMG_000\($0).mov" }
        for (index, name) in names.enumerated() {
            let file = place.appendingPathComponent(name)
            try FileManager.default.copyItem(at: movie, to: file)
            let date = Date(timeIntervalSince1970: 1_700_000_001 + Double(index))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        let assets = try fixture.library.assets()
        #expect(Set(assets.map(\.creationDate)) == [Date(timeIntervalSince1970: 1_700_000_000)])
        #expect(assets.flatMap { PHAssetResource.assetResources(for: $0) }.map(\.originalFilename) == names)
    }

    @Test func aDamagedCatalogueIsSetAsideAndRebuilt() throws {
        try fixture.save(try Data(contentsOf: fixture.jpeg()))
        let other = try LibraryFixture()
        try FileManager.default.createDirectory(
            at: other.library.folderURL.appendingPathComponent(".avcam"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: fixture.library.folderURL.appendingPathComponent("IMG_0001.jpg"),
            to: other.library.folderURL.appendingPathComponent("IMG_0001.jpg"))
        let catalogue = other.library.folderURL.appendingPathComponent(".avcam/catalogue.sqlite")
        try Data(repeating: 0x55, count: 8192).write(to: catalogue)
        #expect(try other.library.assets().count == 1)
        #expect(FileManager.default.fileExists(atPath: catalogue.path + ".damaged"))
    }

    /// Opening a pipe would wait for a writer.
    @Test(arguments: ["", "-wal", "-shm"]) func aPipeIsNoCatalogue(suffix: String) throws {
        try fixture.save(try Data(contentsOf: fixture.jpeg()))
        let other = try LibraryFixture()
        let hidden = other.library.folderURL.appendingPathComponent(".avcam")
        try FileManager.default.createDirectory(at: hidden, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: fixture.library.folderURL.appendingPathComponent("IMG_0001.jpg"),
            to: other.library.folderURL.appendingPathComponent("IMG_0001.jpg"))
        #expect(mkfifo(hidden.path + "/catalogue.sqlite" + suffix, 0o644) == 0)
        #expect(try other.library.assets().count == 1)
    }

    @Test func filesAddedOrRemovedByOthersAreNoticed() throws {
        let jpeg = try fixture.jpeg()
        let first = try #require(try fixture.save(try Data(contentsOf: jpeg)))
        let folder = fixture.library.folderURL
        try FileManager.default.copyItem(at: jpeg, to: folder.appendingPathComponent("From a friend.JPG"))
        #expect(try fixture.library.assets().count == 2)
        try FileManager.default.removeItem(at: folder.appendingPathComponent("IMG_0001.jpg"))
        let left = try fixture.library.assets()
        #expect(left.count == 1 && !left.contains(first))
    }

    @Test func anAssetThatLostItsMovieKeepsWhatIsKnownOfIt() throws {
        let (photo, movie) = (try Data(contentsOf: fixture.jpeg()), try fixture.movie())
        let asset = try #require(
            try fixture.saving {
                $0.addResource(with: .photo, data: photo, options: nil)
                $0.addResource(with: .pairedVideo, fileURL: movie, options: nil)
                $0.isFavorite = true
            })
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent("IMG_0001.mov"))
        let left = try fixture.library.assets()
        #expect(left == [asset])
        #expect(left.first?.isFavorite == true && left.first?.mediaSubtypes == [])
    }
}
