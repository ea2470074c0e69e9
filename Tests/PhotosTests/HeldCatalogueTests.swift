import Foundation
import Locking
import PhotoCoding
import SQLite
import TestSupport
import Testing

@testable import Photos

/// A catalogue that another program holds.
struct HeldCatalogueTests {
    let fixture: LibraryFixture
    private let folder: LibraryFolder
    private let store: LibraryStore

    init() throws {
        fixture = try LibraryFixture()
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        folder = fixture.library.store.folder
        store = LibraryStore(folder: folder, deferred: fixture.deferred, adoptsPhotos: false, timeout: 0.1)
    }

    /// Runs `body` while another connection writes and does not come to an end.
    private func whileHeld(_ body: () throws -> Void) throws {
        try Catalogue(folder: folder, timeout: 1).write { _ in try body() }
    }

    private func create(_ resources: [(PHAssetResourceType, NewResource.Content)]) -> AssetChange {
        .create(
            NewAsset(
                uuid: UUID().uuidString, resources: resources.map { NewResource(type: $0.0, content: $0.1) }))
    }

    @Test func aFinishedPhotoIsAdoptedByTheNextStart() throws {
        let (photo, movie) = (try Data(contentsOf: fixture.jpeg()), try fixture.movie())
        try whileHeld {
            let change = create([(.photo, .data(photo)), (.pairedVideo, .file(movie, moves: true))])
            let error = #expect(throws: PHPhotosError.self) { try store.perform([change]) }
            let sentence = error?.localizedDescription ?? ""
            #expect(sentence.contains("is held by another program; "))
            let path = try #require(sentence.split(separator: " ").first { $0.hasSuffix("photo.jpg;") }).dropLast()
            #expect(try Data(contentsOf: URL(fileURLWithPath: String(path))) == photo)
        }
        let library = fixture.reopened()
        #expect(try library.assets().filter { $0.mediaSubtypes.contains(.photoLive) }.count == 1)
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg", "IMG_0002.mov"] && fixture.leftovers.isEmpty)
    }

    /// What the app said of them is in no file of theirs.
    @Test func adoptedPhotosAndMoviesKeepTheirAlbumsAndDetails() throws {
        let photo = try Data(contentsOf: fixture.jpeg())
        var recording: RecordingPlace? = try fixture.library.makeRecordingPlace()
        let url = try #require(recording).url
        try FileManager.default.copyItem(at: fixture.movie(), to: url)
        let date = Date(timeIntervalSince1970: 1_234_567_890)
        try store.perform([.createAlbum(uuid: UUID().uuidString, title: "Old", [])])
        let old = try #require(try store.reading { try $0.album(titled: "Old") })
        try whileHeld {
            var still = NewAsset(
                uuid: UUID().uuidString,
                resources: [NewResource(type: .photo, content: .data(photo), originalFilename: "DSC_7.JPG")])
            still.creationDate = date
            still.isFavorite = true
            still.place = .some(nil)
            let movie = NewAsset(
                uuid: UUID().uuidString, resources: [NewResource(type: .video, content: .file(url, moves: true))])
            for (asset, album) in [
                (still, AlbumEdit.add([still.uuid])), (movie, .place([movie.uuid], before: nil)),
            ] {
                #expect(throws: PHPhotosError.self) {
                    try store.perform([
                        .create(asset), .fillAlbum(uuid: UUID().uuidString, title: "New", [album]),
                        .updateAlbum(uuid: old, title: nil, [album]),
                        .createAlbum(uuid: UUID().uuidString, title: "Other", []),
                    ])
                }
            }
        }
        recording = nil
        let library = fixture.reopened()
        let assets = try library.assets().filter { $0.isFavorite || $0.mediaType == .video }
        #expect(assets.count == 2)
        let still = try #require(assets.first { $0.mediaType == .image })
        #expect(still.creationDate == date && still.location == nil)
        #expect(PHAssetResource.assetResources(for: still).map(\.originalFilename) == ["DSC_7.JPG"])
        let albums = try library.store.reading { access in
            try access.albums().map { ($0.title, Set(try access.members(ofAlbum: $0.uuid)).count) }
        }
        #expect(albums.map(\.0) == ["Old", "New"] && albums.map(\.1) == [2, 2], "\(albums)")
        // The albums' own files say so too, in case that the catalogue is lost.
        #expect(AlbumFiles(folder: folder).revisions.count == 2)
        #expect(fixture.leftovers.isEmpty)
    }

    /// Opening the library waits for the program that holds it once, however many there are to adopt.
    @Test func photosThatAreKeptDoNotMakeTheNextOneWaitLonger() throws {
        let photo = try Data(contentsOf: fixture.jpeg())
        let pauses = try SkippedPauses()
        func fail(_ store: LibraryStore) {
            #expect(throws: PHPhotosError.self) { try store.perform([create([(.photo, .data(photo))])]) }
        }
        try whileHeld {
            for _ in 0..<8 { fail(store) }
            let before = pauses.duration
            fail(LibraryStore(folder: folder, deferred: fixture.deferred, adoptsPhotos: false, timeout: 0.1))
            #expect(pauses.duration - before < .milliseconds(400), "\(pauses.duration - before)")
        }
        #expect(try fixture.reopened().assets().count == 10 && fixture.leftovers.isEmpty)
    }

    @Test func aCatalogueThatAnotherProgramHoldsIsNotRebuilt() throws {
        let before = try FileIdentity(of: folder.catalogue)
        try whileHeld {
            let error = #expect(throws: PHPhotosError.self) { try store.rebuild() }
            #expect(
                error?.localizedDescription.contains("is held by another program") == true,
                "\(String(describing: error))")
        }
        #expect(try FileIdentity(of: folder.catalogue) == before)
        #expect(try store.rebuild() == 1)
        #expect(try FileIdentity(of: folder.catalogue) != before)
    }

    @Test func aRecordingStaysWhereItWasMade() throws {
        var place: RecordingPlace? = try fixture.library.makeRecordingPlace()
        let url = try #require(place).url
        try FileManager.default.copyItem(at: fixture.movie(), to: url)
        try whileHeld {
            let error = #expect(throws: PHPhotosError.self) {
                try store.perform([create([(.video, .file(url, moves: true))])])
            }
            #expect(error?.localizedDescription.contains("complete in \(url.path); the next use") == true)
            #expect(FileManager.default.fileExists(atPath: url.path))
        }
        place = nil
        #expect(
            try fixture.reopened().assets().map(\.mediaType).sorted { $0.rawValue < $1.rawValue } == [.image, .video])
        #expect(fixture.leftovers.isEmpty)
    }

    /// It has the file still, and may try again.
    @Test func aFileThatAnAppHasIsNotKeptTwice() throws {
        let movie = try fixture.movie()
        try whileHeld {
            for moves in [false, true] {
                let error = #expect(throws: PHPhotosError.self) {
                    try store.perform([create([(.video, .file(movie, moves: moves))])])
                }
                #expect(error?.localizedDescription.contains("complete in") == false)
            }
        }
        #expect(FileManager.default.fileExists(atPath: movie.path) && fixture.leftovers.isEmpty)
    }

    @Test func aMistakeKeepsNothing() throws {
        let photo = try Data(contentsOf: fixture.jpeg())
        #expect(throws: PHPhotosError.self) {
            try store.perform([create([(.photo, .data(photo))]), .update(uuid: "nobody", AssetEdits(isHidden: true))])
        }
        #expect(fixture.leftovers.isEmpty && fixture.filenames == ["IMG_0001.jpg"])
    }

    /// It is about other programs, and says nothing of what is in the catalogue.
    @Test func readersThatCannotBeginAreToldWhyAndThePhotoIsKept() throws {
        let (photo, before) = (try Data(contentsOf: fixture.jpeg()), try FileIdentity(of: folder.catalogue))
        let (pauses, readers) = (try SkippedPauses(), try HeldReaders(of: folder.catalogue))
        let attempts: [() throws -> Void] = [
            { _ = try store.assets() }, { _ = try store.rebuild() },
            { try store.perform([create([(.photo, .data(photo))])]) },
        ]
        for attempt in attempts {
            let error = #expect(throws: PHPhotosError.self) { try attempt() }
            #expect(
                error?.localizedDescription.contains("whose locks could not be taken meanwhile; ") == true,
                "\(String(describing: error))")
        }
        #expect(pauses.count > 0)
        readers.release()
        #expect(try FileIdentity(of: folder.catalogue) == before)
        #expect(!FileManager.default.fileExists(atPath: folder.catalogue + ".damaged"))
        #expect(try fixture.reopened().assets().count == 2 && fixture.leftovers.isEmpty)
    }

    /// In the second hundred of attempts, the other programs are done.
    @Test(arguments: [true, false], [true, false])
    func whoCouldNotBeginTriesOnceMoreWithAnotherConnection(isOpen: Bool, writes: Bool) throws {
        let photo = try Data(contentsOf: fixture.jpeg())
        if isOpen { #expect(try store.assets().count == 1) }
        let readers = try HeldReaders(of: folder.catalogue)
        let pauses = try SkippedPauses { if $0 == 101 { readers.release() } }
        if writes { try store.perform([create([(.photo, .data(photo))])]) }
        #expect(try store.assets().count == (writes ? 2 : 1))
        #expect(pauses.count >= 101)
    }

    @Test func whatTheSecondAttemptDoesNotGetIsNoDamage() {
        // With an extended code.
        for code in [ResultCode.lockingProtocol, ResultCode(rawValue: ResultCode.lockingProtocol.rawValue | 1 << 8)] {
            let error = SQLiteError(code, "locking protocol")
            #expect(DamagedCatalogue(error, file: nil, folder: folder) == nil)
            #expect(store.photosError(error).localizedDescription.contains("whose locks could not be taken"))
        }
    }

    @Test func readersDoNotWaitForIt() throws {
        try whileHeld { try #expect(store.assets().count == 1) }
    }

    @Test func aFolderLockThatNobodyReleasesIsToldAfterHalfAMinute() throws {
        var waited = 0
        let error = #expect(throws: FileError.self) {
            try FolderLock.wait(for: 3, .exclusive, of: "/library/.avcam") { _, _ in
                errno = EWOULDBLOCK
                return -1
            } pause: {
                waited += $0
            }
        }
        #expect(error?.number == EBUSY && waited >= 30_000)
    }
}
