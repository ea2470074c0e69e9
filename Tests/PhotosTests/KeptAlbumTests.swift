import Foundation
import PhotoCoding
import SQLite
import TestSupport
import Testing

@testable import Photos

/// What keeps albums when programs die, and catalogues are old, damaged or lost.
struct KeptAlbumTests {
    let fixture: LibraryFixture
    private let assets: [PHAsset]
    private let album: PHAssetCollection

    /// An album of the third and the first of three photos.
    init() throws {
        fixture = try LibraryFixture()
        let photo = try Data(contentsOf: fixture.jpeg())
        let fixture = fixture
        assets = try (0..<3).map { _ in try #require(try fixture.save(photo)) }
        album = try fixture.library.makeAlbum("Trips", [assets[2], assets[0]])
    }

    private var catalogue: String { fixture.library.folderURL.appendingPathComponent(".avcam/catalogue.sqlite").path }

    private func files(in library: PHPhotoLibrary, album title: String = "Trips") throws -> [String] {
        let album = try #require(try library.album(titled: title))
        return try library.assets(in: album).map { asset in
            URL(fileURLWithPath: try #require(PHAssetResource.assetResources(for: asset).first).path).lastPathComponent
        }
    }

    private func removeCatalogue() throws {
        fixture.library.store.close()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: catalogue + suffix) }
    }

    @Test func albumsAreKeptWhenTheCatalogueIsLost() throws {
        try fixture.library.makeAlbum("Empty")
        try removeCatalogue()
        let library = fixture.reopened()
        #expect(try files(in: library) == ["IMG_0003.jpg", "IMG_0001.jpg"])
        #expect(try library.albums().map(\.localizedTitle) == ["Trips", "Empty"])
        // The files have the new identifiers after the next start.
        let again = fixture.reopened()
        let identifiers = try again.assets(in: #require(try again.album(titled: "Trips"))).map(\.localIdentifier)
        let text = try fixture.albumFiles.map {
            try String(contentsOf: fixture.albumFolder.appendingPathComponent($0), encoding: .utf8)
        }.joined()
        for identifier in identifiers { #expect(text.contains(PHObject.uuid(ofLocalIdentifier: identifier))) }
    }

    @Test func albumsAreKeptWhenTheCatalogueIsDamaged() throws {
        fixture.library.store.close()
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: catalogue + suffix) }
        try Data(repeating: 0x55, count: 8192).write(to: URL(fileURLWithPath: catalogue))
        #expect(try files(in: fixture.reopened()) == ["IMG_0003.jpg", "IMG_0001.jpg"])
        #expect(FileManager.default.fileExists(atPath: catalogue + ".damaged"))
    }

    /// SQLite sees nothing wrong in a page of another table where the entries of the albums were, or one of their orders.
    @Test(arguments: [
        ("deletedAlbum", "member"), ("sqlite_autoindex_asset_1", "memberByPlace"), ("memberByFile", "memberByAsset"),
    ])
    func entriesThatGotLostComeFromTheAlbumsFile(page: String, place: String) throws {
        fixture.library.store.close()
        let roots = try Database(path: catalogue).access { connection in
            try connection.runAll("PRAGMA wal_checkpoint(TRUNCATE)")
            return try [page, place].map { name in
                try connection.value(Int.self, "SELECT rootpage FROM sqlite_master WHERE name = ?", [name]) ?? 0
            }
        }
        try exchange(roots[1], for: roots[0])
        let library = fixture.reopened()
        #expect(try library.albums().map(\.localizedTitle) == ["Trips"])
        #expect(try files(in: library) == ["IMG_0003.jpg", "IMG_0001.jpg"])
        #expect(FileManager.default.fileExists(atPath: catalogue + ".damaged"))
    }

    /// An entry of an asset that is not there.
    @Test func anEntryWhoseAssetIsUnknownIsDamage() throws {
        fixture.library.store.close()
        try Database(path: catalogue).access { connection in
            try connection.run("UPDATE member SET asset = 'X' || substr(asset, 2) WHERE place = 1")
        }
        let library = fixture.reopened()
        #expect(try library.albums().map(\.localizedTitle) == ["Trips"])
        #expect(try files(in: library) == ["IMG_0003.jpg", "IMG_0001.jpg"])
    }

    /// Writes a page of the catalogue over another one.
    private func exchange(_ place: Int, for page: Int) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: catalogue)))
        try #require(page > 0 && place > 0)
        bytes.replaceSubrange((place - 1) * 4096..<place * 4096, with: bytes[(page - 1) * 4096..<page * 4096])
        try Data(bytes).write(to: URL(fileURLWithPath: catalogue))
    }

    /// What the catalogue knows and the files do not.
    @Test(arguments: ["DROP TABLE folder", "DROP INDEX memberByPlace; DROP TABLE ended", "DROP TABLE resource"])
    func albumsAreReadFromADamagedCatalogue(_ damage: String) throws {
        fixture.library.store.close()
        try FileManager.default.removeItem(at: fixture.albumFolder)
        try Database(path: catalogue).access { try $0.runAll(damage) }
        let library = fixture.reopened()
        #expect(try library.rebuildCatalogue() == 3)
        let isWithoutFiles = damage.contains("resource")
        #expect(try library.albums().map(\.localizedTitle) == ["Trips"])
        if !isWithoutFiles { #expect(try files(in: library) == ["IMG_0003.jpg", "IMG_0001.jpg"]) }
        #expect(fixture.albumFiles.count == 1)
    }

    @Test func rebuildingByHandKeepsAlbums() throws {
        let library = fixture.reopened()
        #expect(try library.rebuildCatalogue() == 3)
        #expect(library.identifiers(in: album) == [assets[2], assets[0]].map(\.localIdentifier))
        #expect(try library.albums().map(\.localIdentifier) == [album.localIdentifier])
    }

    @Test func aCatalogueOfTheVersionBeforeGetsAlbumsAndLosesNothing() throws {
        fixture.library.store.close()
        try FileManager.default.removeItem(at: fixture.albumFolder)
        try Database(path: catalogue).access {
            try $0.runAll(
                """
                DROP TRIGGER memberWasDeleted; DROP TABLE member; DROP TABLE album; DROP TABLE deletedAlbum;
                ALTER TABLE asset DROP COLUMN isEdited;
                UPDATE asset SET isFavorite = 1 WHERE id = 2; UPDATE folder SET version = 4; PRAGMA user_version = 4;
                """)
        }
        let library = fixture.reopened()
        #expect(try library.assets() == assets && library.assets().map(\.isFavorite) == [false, true, false])
        #expect(try library.albums().isEmpty)
        try library.makeAlbum("New", [assets[1]])
        #expect(try files(in: fixture.reopened(), album: "New") == ["IMG_0002.jpg"])
        #expect(!FileManager.default.fileExists(atPath: catalogue + ".damaged"))
        // An older program compares these two, and does not touch what is newer.
        let versions = try Database(path: catalogue).read { connection in
            [
                try connection.value(Int.self, "PRAGMA user_version"),
                try connection.value(Int.self, "SELECT version FROM folder"),
            ]
        }
        #expect(versions == [6, 6])
    }

    /// As of a folder that cannot be written.
    @Test func aLibraryThatIsOnlyLookedAtHasAlbumsWithAndWithoutACatalogue() throws {
        let store = fixture.library.store
        for isCatalogueThere in [true, false] {
            if !isCatalogueThere { try removeCatalogue() }
            let before = fixture.albumFiles
            let looked = try Catalogue(lookingAt: store.folder)
            try store.reconcileAlbums(in: looked)
            #expect(try looked.read { try $0.albums() }.map(\.title) == ["Trips"])
            try store.reconcile(looked)
            let uuid = PHObject.uuid(ofLocalIdentifier: album.localIdentifier)
            let files = try looked.read { try $0.contents(ofAlbum: uuid)?.assets.compactMap(\.file) }
            #expect(files == ["IMG_0003.jpg", "IMG_0001.jpg"])
            #expect(fixture.albumFiles == before)
        }
    }

    // MARK: Programs that die

    @Test func aCopyThatWasNotWrittenIsWrittenByTheNextStart() throws {
        let name = try #require(fixture.albumFiles.first)
        let file = fixture.albumFolder.appendingPathComponent(name)
        let text = try Data(contentsOf: file)
        fixture.library.store.close()
        try FileManager.default.removeItem(at: file)
        try Data("half".utf8).write(to: URL(fileURLWithPath: file.path + ".part"))
        #expect(try fixture.reopened().albums().count == 1)
        #expect(fixture.albumFiles == [name])
        #expect(try Data(contentsOf: file) == text)
    }

    /// A folder in its place is a file that cannot be removed, by root either.
    @Test func anAlbumWhoseCopyCannotBeRemovedStaysDeleted() throws {
        let copy = fixture.albumFolder.appendingPathComponent(try #require(fixture.albumFiles.first))
        let text = try Data(contentsOf: copy)
        try FileManager.default.removeItem(at: copy)
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
        let album = album
        try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
        #expect(try fixture.library.albums().isEmpty)
        #expect(try fixture.reopened().albums().isEmpty)
        // Other albums are kept meanwhile.
        let library = fixture.reopened()
        try library.makeAlbum("Other", [assets[1]])
        #expect(fixture.albumFiles.count == 2)
        // It can be read again, and does not come back.
        try FileManager.default.removeItem(at: copy)
        try text.write(to: copy)
        #expect(try Catalogue(lookingAt: library.store.folder).read { try $0.deletedAlbums() }.count == 1)
        let looked = try Catalogue(lookingAt: library.store.folder)
        try library.store.reconcileAlbums(in: looked)
        #expect(try looked.read { try $0.albums() }.map(\.title) == ["Other"])
        #expect(try fixture.reopened().albums().map(\.localizedTitle) == ["Other"])
        #expect(fixture.albumFiles.count == 1)
    }

    @Test func aDeletionWhoseCopyIsLeftIsFinished() throws {
        let name = try #require(fixture.albumFiles.first)
        let text = try Data(contentsOf: fixture.albumFolder.appendingPathComponent(name))
        let album = album
        try fixture.library.performChangesAndWait { PHAssetCollectionChangeRequest.deleteAssetCollections([album]) }
        #expect(fixture.albumFiles.isEmpty)
        fixture.library.store.close()
        try text.write(to: fixture.albumFolder.appendingPathComponent(name))
        let uuid = PHObject.uuid(ofLocalIdentifier: album.localIdentifier)
        try Database(path: catalogue).access { try $0.run("INSERT INTO deletedAlbum VALUES (?)", [uuid]) }
        #expect(try fixture.reopened().albums().isEmpty)
        #expect(fixture.albumFiles.isEmpty)
    }

    /// A power cut can take the newest changes of a catalogue.
    @Test func aChangeThatTheCatalogueLostIsTakenFromTheCopy() throws {
        fixture.library.store.close()
        let old = fixture.folder.file("old")
        try Tool.output("cp", ["-a", fixture.library.folderURL.appendingPathComponent(".avcam").path, old.path])
        let (album, added) = (album, assets[1])
        try fixture.library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest(for: album)
            request?.title = "Journeys"
            request?.addAssets([added])
        }
        try removeCatalogue()
        for suffix in ["", "-wal", "-shm"] {
            let file = old.appendingPathComponent("catalogue.sqlite" + suffix)
            try? FileManager.default.copyItem(atPath: file.path, toPath: catalogue + suffix)
        }
        #expect(
            try files(in: fixture.reopened(), album: "Journeys") == ["IMG_0003.jpg", "IMG_0001.jpg", "IMG_0002.jpg"])
    }

    @Test func aCopyThatNobodyCanReadIsSetAside() throws {
        let file = fixture.albumFolder.appendingPathComponent("\(UUID().uuidString).3.json")
        fixture.library.store.close()
        try Data("none".utf8).write(to: file)
        #expect(try fixture.reopened().albums().count == 1)
        #expect(FileManager.default.fileExists(atPath: file.path + ".damaged"))
    }

    /// Each album has all of its block or is not there, whenever the program was killed.
    @Test(.timeLimit(.minutes(2)), arguments: [0, 5, 20, 60, 150])
    func aProgramThatIsKilledLeavesWholeAlbums(milliseconds: Int) async throws {
        let (folder, deferred) = (fixture.library.folderURL, fixture.deferred.folder)
        let picture = try Data(contentsOf: fixture.jpeg())
        fixture.library.store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                folder = folder as URL, deferred = deferred as URL, picture = picture as Data,
                milliseconds = milliseconds as Int,
            ] in
            let library = PHPhotoLibrary(folderURL: folder, deferred: DeferredPhotoStore(folder: deferred))
            _ = try library.assets()
            Thread.detachNewThread {
                usleep(UInt32(milliseconds * 1000))
                kill(getpid(), SIGKILL)
            }
            for number in 1...100_000 {
                try library.performChangesAndWait {
                    let requests = (0..<2).map { _ in PHAssetCreationRequest.forAsset() }
                    for request in requests { request.addResource(with: .photo, data: picture, options: nil) }
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Made \(number)")
                        .addAssets(requests.compactMap(\.placeholderForCreatedAsset))
                }
            }
        }
        let library = fixture.reopened()
        for album in try library.albums() {
            #expect(try library.assets(in: album).count == 2, "\(album.localizedTitle ?? "")")
        }
        #expect(try fixture.albumFiles.count == library.albums().count)
        #expect(library.identifiers(in: album) == [assets[2], assets[0]].map(\.localIdentifier))
    }

    @Test(.timeLimit(.minutes(2))) func twoProgramsChangeAlbumsAtTheSameTime() async throws {
        let (folder, deferred) = (fixture.library.folderURL, fixture.deferred.folder)
        let (asset, album) = (assets[1].localIdentifier, album.localIdentifier)
        async let other: Void = {
            await #expect(processExitsWith: .success) {
                [
                    folder = folder as URL, deferred = deferred as URL, asset = asset as String,
                    album = album as String,
                ] in
                let library = PHPhotoLibrary(folderURL: folder, deferred: DeferredPhotoStore(folder: deferred))
                try KeptAlbumTests.change(library, asset, album, "theirs")
            }
        }()
        try Self.change(fixture.library, asset, album, "ours")
        await other
        let library = fixture.reopened()
        let titles = try library.albums().compactMap(\.localizedTitle)
        #expect(titles.count == 41 && Set(titles).count == 41)
        #expect(try fixture.albumFiles.count == library.albums().count)
        #expect(library.identifiers(in: self.album).count == 3)
    }

    /// Makes albums, and adds an asset to one again and again.
    private static func change(
        _ library: PHPhotoLibrary, _ asset: String, _ album: String, _ title: String
    ) throws {
        let asset = try #require(library.fetch(nil, identifiers: [asset]).firstObject)
        let album = try #require(library.fetchCollections(identifiers: [album], nil).firstObject)
        for number in 1...20 {
            try library.makeAlbum("\(title) \(number)", [asset])
            try library.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.removeAssets([asset]) }
            try library.performChangesAndWait { PHAssetCollectionChangeRequest(for: album)?.addAssets([asset]) }
        }
    }

    @Test func aLivePhotoThatLosesItsMovieStaysInItsAlbum() throws {
        let (photo, movie) = (try Data(contentsOf: fixture.jpeg()), try fixture.movie())
        let live = try #require(
            try fixture.saving {
                $0.addResource(with: .photo, data: photo, options: nil)
                $0.addResource(with: .pairedVideo, fileURL: movie, options: nil)
            })
        let album = try fixture.library.makeAlbum("Live", [live])
        try FileManager.default.removeItem(at: fixture.library.folderURL.appendingPathComponent("IMG_0004.mov"))
        #expect(fixture.library.identifiers(in: album) == [live.localIdentifier])
    }
}
