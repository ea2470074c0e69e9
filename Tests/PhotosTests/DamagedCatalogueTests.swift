import Foundation
import SQLite
import TestSupport
import Testing

@testable import Photos

/// A catalogue whose bytes or contents are wrong: it is rebuilt, and no photo is lost.
@Suite(.serialized)
struct DamagedCatalogueTests {
    /// A library of 150 photos, of which some are favorites, that nobody has open.
    private final class Template {
        static let count = 150
        let folder: TemporaryFolder
        let library: URL
        let photo: Data
        /// Of the favorites, sorted.
        let favorites: [String]

        init() throws {
            let fixture = try LibraryFixture()
            folder = try TemporaryFolder()
            library = folder.file("template")
            let jpeg = try fixture.jpeg()
            photo = try Data(contentsOf: jpeg)
            try FileManager.default.createDirectory(
                at: library.appendingPathComponent(".avcam"), withIntermediateDirectories: true)
            for number in 1...Self.count {
                try FileManager.default.linkItem(
                    at: jpeg, to: library.appendingPathComponent(String(format: "IMG_%04d.jpg", number)))
            }
            let opened = PHPhotoLibrary(folderURL: library)
            let chosen = try opened.assets().enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
            try opened.performChangesAndWait {
                for asset in chosen { PHAssetChangeRequest(for: asset).isFavorite = true }
            }
            favorites = chosen.map(\.localIdentifier).sorted()
            opened.store.close()
        }

        /// A library of its own with the same files.
        func copy() throws -> URL {
            let copy = folder.file("copy-\(UUID().uuidString)")
            try Tool.output("cp", ["-al", library.path, copy.path])
            // The catalogue will be changed.
            try FileManager.default.removeItem(at: copy.appendingPathComponent(".avcam"))
            try Tool.output("cp", ["-a", library.appendingPathComponent(".avcam").path, copy.path])
            return copy
        }
    }

    private let template: Template

    init() throws { template = try Template() }

    /// SQLite never looks again whether it may write an open file.
    @Test(.enabled(if: geteuid() != 0, "root may write everything"))
    func aPermissionThatIsGivenWhileTheLibraryIsOpenIsNoDamage() throws {
        let library = try template.copy()
        let catalogue = catalogue(in: library).path
        for suffix in ["", "-wal", "-shm"] { chmod(catalogue + suffix, 0o444) }
        // So long ago that it would be noted.
        try FileManager.default.setAttributes([.modificationDate: Date() - 60], ofItemAtPath: library.path)
        let opened = PHPhotoLibrary(folderURL: library)
        #expect(try opened.assets().count == Template.count)
        func add() throws {
            try opened.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: template.photo, options: nil)
            }
        }
        #expect(throws: PHPhotosError.self) { try add() }
        for suffix in ["", "-wal", "-shm"] { chmod(catalogue + suffix, 0o644) }
        try add()
        #expect(try opened.assets().count == Template.count + 1)
        #expect(!FileManager.default.fileExists(atPath: catalogue + ".damaged"))
    }

    /// Some network and FUSE file systems have no memory that programs can share; Tests/Hostile/folder-attack has one.
    @Test func aCatalogueThatNeedsNoSharedMemoryIsNoDamage() throws {
        let library = try template.copy()
        let path = catalogue(in: library).path
        func mode() throws -> String? {
            try Database(path: path, isReadOnly: true).access { try $0.value(String.self, "PRAGMA journal_mode") }
        }
        #expect(try mode() == "wal")
        try CatalogueLog.end(path, timeout: 1)
        #expect(try mode() == "delete")
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        // What nobody else has open gets its log back where there can be one.
        #expect(try use(library, "no log") == template.favorites)
        #expect(try mode() == "wal")
        let folder = LibraryFolder(path: library.path)
        let errors: [ResultCode] = [.ioErrorShmMap, .ioErrorShmOpen, .busy, .misuse]
        for code in errors {
            #expect(DamagedCatalogue(SQLiteError(code, "no"), file: nil, folder: folder) == nil)
        }
        #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
    }

    /// A log of the open file is not ended.
    @Test func aLogThatIsInUseStays() throws {
        let library = try template.copy()
        let opened = PHPhotoLibrary(folderURL: library)
        #expect(try opened.assets().count == Template.count)
        let path = catalogue(in: library).path
        #expect(throws: SQLiteError.self) { try CatalogueLog.end(path, timeout: 0) }
        #expect(try use(library, "in use") == template.favorites)
    }

    /// A write inside a read is a fault of the program, and not of the file.
    @Test func aWriteThatIsRefusedWhileReadingSetsNothingAside() throws {
        let library = try template.copy()
        let store = PHPhotoLibrary(folderURL: library).store
        #expect(throws: (any Error).self) { try store.reading { try $0.setSeenTime(1) } }
        #expect(!FileManager.default.fileExists(atPath: catalogue(in: library).path + ".damaged"))
    }

    private func catalogue(in library: URL) -> URL { library.appendingPathComponent(".avcam/catalogue.sqlite") }

    private func change(_ file: URL, _ body: (inout Data) -> Void) throws {
        var bytes = try Data(contentsOf: file)
        body(&bytes)
        try bytes.write(to: file)
    }

    private func filenames(in library: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: library.path).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Takes a photo, and lists, as two programs would. Nothing in a row tells that damage hid its photo, which is then among
    /// the hidden ones.
    ///
    /// - Returns: the identifiers of the favorites.
    @discardableResult
    private func use(_ folder: URL, _ comment: Comment) throws -> [String] {
        let photo = template.photo
        try PHPhotoLibrary(folderURL: folder).performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
        }
        var (listed, favorites) = ([String](), [String]())
        let store = PHPhotoLibrary(folderURL: folder).store
        try store.forEachAsset(where: "1") { record in
            listed += record.resources.map(\.filename)
            if record.isFavorite { favorites.append(PHAsset(record, in: store).localIdentifier) }
        }
        let files = try filenames(in: folder)
        #expect(files.count == Template.count + 1, comment)
        #expect(listed.sorted() == files, comment)
        return favorites.sorted()
    }

    @Test func nothingIsLostWhicheverPageIsOverwritten() throws {
        var randomness = SeededRandomness()
        let size = try Data(contentsOf: catalogue(in: template.library)).count
        var kept = 0
        let pages = size / 4096
        try #require(pages > 8)
        for page in 0..<pages {
            let isZero = Bool.random(using: &randomness)
            let library = try template.copy()
            try change(catalogue(in: library)) { bytes in
                for index in page * 4096..<(page + 1) * 4096 {
                    bytes[index] = isZero ? 0 : UInt8.random(in: 0...255, using: &randomness)
                }
            }
            let favorites = try use(library, "page \(page) of \(isZero ? "zeros" : "random bytes")")
            #expect(Set(favorites).isSubset(of: template.favorites))
            kept += favorites.count
        }
        // One of these pages says where everything is, and each of the others is of a few assets.
        #expect(kept * 10 > template.favorites.count * pages * 7, "\(kept) favorites in \(pages) pages")
    }

    /// Bytes 18 and 19 say which version may write, and which may read; 2 is the last. Source: SQLite, Database File
    /// Format, 1.3.3.
    @Test(arguments: [18, 19]) func aHeadThatForbidsWritingIsDamage(offset: Int) throws {
        let library = try template.copy()
        try change(catalogue(in: library)) { $0[offset] = 77 }
        try use(library, "byte \(offset)")
    }

    @Test func nothingIsLostWhicheverBytesAreChanged() throws {
        var randomness = SeededRandomness()
        for round in 0..<24 {
            let library = try template.copy()
            try change(catalogue(in: library)) { bytes in
                for _ in 0..<8 {
                    let index = Int.random(in: 0..<bytes.count, using: &randomness)
                    bytes[index] = UInt8.random(in: 0...255, using: &randomness)
                }
            }
            try use(library, "round \(round)")
        }
    }

    @Test func nothingIsLostWhicheverBytesOfTheLogAreChanged() throws {
        var randomness = SeededRandomness()
        let opened = PHPhotoLibrary(folderURL: template.library)
        let assets = try opened.assets()
        try opened.performChangesAndWait { for asset in assets { PHAssetChangeRequest(for: asset).isFavorite = true } }
        for round in 0..<12 {
            let library = try template.copy()
            let log = URL(fileURLWithPath: catalogue(in: library).path + "-wal")
            try change(log) { bytes in
                if round == 0 { return bytes.removeLast(bytes.count / 3) }
                for _ in 0..<8 {
                    let index = Int.random(in: 0..<bytes.count, using: &randomness)
                    bytes[index] = UInt8.random(in: 0...255, using: &randomness)
                }
            }
            try use(library, "round \(round)")
        }
    }

    /// A disk with places that it cannot read: an I/O error is damage, and the catalogue is rebuilt.
    @Test func nothingIsLostWhicheverPageCannotBeRead() throws {
        let size = try Data(contentsOf: catalogue(in: template.library)).count
        var failed = 0
        for page in 0..<size / 4096 {
            let library = try template.copy()
            let broken = try BrokenReads(of: catalogue(in: library), in: page * 4096..<(page + 1) * 4096)
            let favorites = try use(library, "page \(page)")
            #expect(Set(favorites).isSubset(of: template.favorites))
            let isSetAside = FileManager.default.fileExists(atPath: catalogue(in: library).path + ".damaged")
            #expect(isSetAside == (broken.failures > 0), "page \(page)")
            if broken.failures > 0 { failed += 1 }
        }
        #expect(failed > 4)
    }

    @Test func nothingIsLostIfTheLogCannotBeRead() throws {
        let opened = PHPhotoLibrary(folderURL: template.library)
        let assets = try opened.assets()
        try opened.performChangesAndWait { for asset in assets { PHAssetChangeRequest(for: asset).isFavorite = true } }
        let library = try template.copy()
        let log = URL(fileURLWithPath: catalogue(in: library).path + "-wal")
        let broken = try BrokenReads(of: log, in: 0..<Int.max)
        try use(library, "the log")
        #expect(broken.failures > 0)
    }

    /// What the database itself takes for right.
    @Test func contentsThatCannotBeAreReplaced() throws {
        // Two of them leave no way from the favorites to their files.
        let severe = ["DROP TABLE resource", "ALTER TABLE asset RENAME COLUMN pixelWidth TO width"]
        let mild = [
            "DROP TABLE folder", "DELETE FROM folder", "DROP TABLE ended", "DROP INDEX assetByDate",
            "UPDATE resource SET filename = '' WHERE asset = 4",
            "UPDATE resource SET filename = '/etc/IMG_0001.jpg' WHERE asset = 4",
            "UPDATE resource SET filename = 'IMG_9999.jpg' WHERE asset = 4",
            "UPDATE resource SET type = 40 WHERE asset = 9",
            "UPDATE resource SET originalFilename = x'FF00FE'",
            "DELETE FROM resource WHERE asset BETWEEN 20 AND 30",
            "PRAGMA foreign_keys = OFF; DELETE FROM asset WHERE id > 140",
            "UPDATE asset SET pixelWidth = -1 WHERE id = 3", "UPDATE asset SET pixelWidth = 'wide' WHERE id = 3",
            "UPDATE asset SET creationDate = 9e99 WHERE id = 5", "UPDATE asset SET duration = x'00' WHERE id = 5",
            "UPDATE asset SET uuid = '' WHERE id = 6", "UPDATE asset SET mediaType = 9 WHERE id = 6",
            "UPDATE asset SET isHidden = '' WHERE id = 6", "UPDATE asset SET isFavorite = 2 WHERE id = 6",
            "UPDATE asset SET isEdited = x'FF' WHERE id = 6", "UPDATE asset SET mediaSubtypes = '' WHERE id = 6",
            "UPDATE asset SET modificationDate = 'now' WHERE id = 6",
            "UPDATE asset SET latitude = x'FF', longitude = 0 WHERE id = 6",
            "UPDATE asset SET burstIdentifier = x'FF' WHERE id = 6",
            "UPDATE resource SET uniformTypeIdentifier = x'FF' WHERE asset = 4",
            "PRAGMA user_version = 77", "PRAGMA user_version = -1", "PRAGMA user_version = 2",
            "PRAGMA user_version = 0",
            "UPDATE folder SET nextNumber = 9000000000000000000", "UPDATE folder SET nextNumber = 0",
        ]
        for sql in severe + mild {
            let library = try template.copy()
            try Database(path: catalogue(in: library).path).access { try $0.runAll(sql) }
            let favorites = try use(library, "\(sql)")
            #expect(Set(favorites).isSubset(of: template.favorites), "\(sql)")
            if mild.contains(sql) { #expect(favorites.count >= template.favorites.count - 3, "\(sql)") }
        }
    }

    /// A list reads only what is not hidden, so it would never see these assets.
    @Test(arguments: ["x'FF00FF'", "''", "2", "-9223372036854775808"])
    func anAssetThatIsNeitherHiddenNorShownIsDamage(value: String) throws {
        for rows in ["id = 3", "1"] {
            let library = try template.copy()
            try Database(path: catalogue(in: library).path).access {
                try $0.runAll("UPDATE asset SET isHidden = \(value) WHERE \(rows)")
            }
            #expect(try PHPhotoLibrary(folderURL: library).assets().count == Template.count, "\(rows)")
            #expect(FileManager.default.fileExists(atPath: catalogue(in: library).path + ".damaged"), "\(rows)")
        }
    }

    /// None of these is what every `umask` gives to a new file.
    @Test(arguments: [0o666, 0o664, 0o644], [true, false])
    func theNewCatalogueIsForTheSameUsers(mode: Int, isDamaged: Bool) throws {
        let library = try template.copy()
        let path = catalogue(in: library).path
        if isDamaged { try Database(path: path).access { try $0.runAll("PRAGMA user_version = 77") } }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let opened = PHPhotoLibrary(folderURL: library)
        if isDamaged { _ = try opened.assets() } else { _ = try opened.rebuildCatalogue() }
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == mode)
    }

    @Test func aProgramThatHasTheOldCatalogueOpenUsesTheNewOne() throws {
        let library = try template.copy()
        let (first, second) = (PHPhotoLibrary(folderURL: library), PHPhotoLibrary(folderURL: library))
        #expect(try first.assets().count == Template.count && second.assets().count == Template.count)
        #expect(try second.rebuildCatalogue() == Template.count)
        let photo = template.photo
        for library in [first, second, first] {
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
            }
        }
        #expect(try first.assets().map(\.localIdentifier) == second.assets().map(\.localIdentifier))
        first.store.close()
        // Closing the old one did not remove the new one's log.
        #expect(try second.assets().count == Template.count + 3)
        #expect(try PHPhotoLibrary(folderURL: library).assets().count == Template.count + 3)
    }

    /// A deferred photo has one identifier, whoever saves it.
    @Test func anAssetThatAnotherProcessHasSavedIsNoDamage() throws {
        let folder = try template.copy()
        let library = PHPhotoLibrary(folderURL: folder)
        let asset = NewAsset(
            uuid: "THE-SAME", resources: [NewResource(type: .photo, content: .data(template.photo))])
        for _ in 0..<2 { try library.store.perform([.create(asset)]) }
        #expect(try library.assets().count == Template.count + 1)
        #expect(try filenames(in: folder).count == Template.count + 1)
        #expect(!FileManager.default.fileExists(atPath: catalogue(in: folder).path + ".damaged"))
    }

    @Test func rebuildingKeepsWhatTheFilesDoNotSay() throws {
        let folder = try template.copy()
        let library = PHPhotoLibrary(folderURL: folder)
        let before = try library.store.assets()
        for _ in 0..<5 { #expect(try library.rebuildCatalogue() == Template.count) }
        #expect(try library.store.assets() == before)
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(".avcam").path)
        #expect(kept.filter { $0.contains("damaged") && !$0.contains("-") }.count == 3)
        #expect(!kept.contains { $0.contains("rebuilt") })
    }

    @Test func aRebuildThatWasKilledIsFinished() throws {
        let folder = try template.copy()
        let place = catalogue(in: folder)
        try FileManager.default.copyItem(atPath: place.path, toPath: place.path + ".rebuilt")
        try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: place.path + ".rebuilt.part"))
        try Data(repeating: 0x55, count: 8192).write(to: place)
        try Data(repeating: 0x55, count: 8192).write(to: URL(fileURLWithPath: place.path + "-wal"))
        #expect(try use(folder, "killed") == template.favorites)
        #expect(!FileManager.default.fileExists(atPath: place.path + ".rebuilt"))
    }

    @Test func aNewerCatalogueIsNoDamagedOne() throws {
        let library = try template.copy()
        try Database(path: catalogue(in: library).path).access {
            try $0.runAll("UPDATE folder SET version = 99; PRAGMA user_version = 99")
        }
        let before = try FileIdentity(of: catalogue(in: library).path)
        let attempts: [(PHPhotoLibrary) throws -> Void] = [
            { _ = try $0.assets() }, { _ = try $0.rebuildCatalogue() },
        ]
        for attempt in attempts {
            let error = #expect(throws: PHPhotosError.self) { try attempt(PHPhotoLibrary(folderURL: library)) }
            #expect(error?.localizedDescription.contains("newer version") == true)
            #expect(try FileIdentity(of: catalogue(in: library).path) == before)
            #expect(!FileManager.default.fileExists(atPath: catalogue(in: library).path + ".damaged"))
        }
        // Who moves it away, as the sentence says, gets another one.
        for suffix in ["", "-wal", "-shm"] {
            let path = catalogue(in: library).path + suffix
            if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
        }
        #expect(try PHPhotoLibrary(folderURL: library).rebuildCatalogue() == Template.count)
    }

    /// Only one of the two places where a version is says so.
    @Test func aDamagedVersionIsRebuilt() throws {
        let library = try template.copy()
        try Database(path: catalogue(in: library).path).access { try $0.runAll("PRAGMA user_version = 99") }
        #expect(try PHPhotoLibrary(folderURL: library).rebuildCatalogue() == Template.count)
    }
}
