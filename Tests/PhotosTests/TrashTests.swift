import Foundation
import TestSupport
import Testing

@testable import Photos

@Suite struct TrashTests {
    private let fixture: LibraryFixture
    private let trash: URL
    private let library: PHPhotoLibrary

    init() throws {
        fixture = try LibraryFixture()
        trash = fixture.folder.file("data ä/Trash")
        library = PHPhotoLibrary(
            folder: LibraryFolder(path: fixture.library.folderURL.path), deferred: fixture.deferred,
            adoptsPhotos: false, trash: DesktopTrash(home: trash.path))
    }

    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: trash.appendingPathComponent(folder).path)) ?? [])
            .sorted()
    }

    /// Who is told to delete something can. The recording that did not fit is in the library then, with no new start.
    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"), arguments: [false, true])
    func deletingOnAFullDiskMakesRoomForWhatWasKept(hasTrash: Bool) throws {
        let fixture = try LibraryFixture()
        let disk = try SmallDisk(kilobytes: 4096)
        defer { withExtendedLifetime(disk) {} }
        let folder = disk.url.appendingPathComponent("library")
        let library = PHPhotoLibrary(
            folder: LibraryFolder(path: folder.path), deferred: fixture.deferred, adoptsPhotos: false,
            trash: hasTrash ? DesktopTrash(home: disk.url.appendingPathComponent("Trash").path) : nil)
        // Trailing bytes after the end marker do not belong to the picture, but take space.
        let photo = try Data(contentsOf: fixture.jpeg()) + Data(count: 1 << 20)
        try library.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
        }
        var place: RecordingPlace? = try library.makeRecordingPlace()
        let movie = try #require(place?.url)
        try FileManager.default.copyItem(at: fixture.movie(), to: movie)
        for (filler, size) in [("filler", 4096), ("filler2", 1)] {
            _ = try Tool.run("dd", ["if=/dev/zero", "of=\(disk.url.path)/\(filler)", "bs=\(size)"])
        }
        let error = #expect(throws: PHPhotosError.self) {
            try library.performChangesAndWait {
                let options = PHAssetResourceCreationOptions()
                options.shouldMoveFile = true
                PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: movie, options: options)
            }
        }
        #expect(error?.code == .notEnoughSpace && error?.keepsCapture == true)
        place = nil
        let old = try library.assets()
        #expect(old.map(\.mediaType) == [.image])
        try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(old as NSArray) }
        #expect(try library.assets().map(\.mediaType) == [.video])
        #expect(!FileManager.default.fileExists(atPath: movie.path))
        #expect(fixture.names(in: folder.appendingPathComponent(".avcam/incoming")).isEmpty)
    }

    /// Saves a photo and deletes it; returns its bytes.
    private func saveAndDelete(size: String = "64x64") throws -> Data {
        let data = try Data(contentsOf: fixture.jpeg(size: size))
        try fixture.save(data)
        let asset = try #require(library.fetch(nil).lastObject)
        try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        return data
    }

    @Test func aDeletedPhotoIsInTheTrashWithItsPlace() throws {
        let data = try saveAndDelete()
        #expect(fixture.filenames == [] && fixture.leftovers == [])
        #expect(names("files") == ["IMG_0001.jpg"] && names("info") == ["IMG_0001.jpg.trashinfo"])
        #expect(try Data(contentsOf: trash.appendingPathComponent("files/IMG_0001.jpg")) == data)
        let note = try String(contentsOf: trash.appendingPathComponent("info/IMG_0001.jpg.trashinfo"), encoding: .utf8)
        let lines = note.split(separator: "\n").map(String.init)
        #expect(lines.count == 3 && lines[0] == "[Trash Info]")
        let path = lines[1].dropFirst("Path=".count)
        #expect(path.removingPercentEncoding == fixture.library.folderURL.appendingPathComponent("IMG_0001.jpg").path)
        #expect(lines[2].wholeMatch(of: /DeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil)
    }

    @Test func aPhotoThatIsTakenBackIsInTheLibraryAgain() throws {
        _ = try saveAndDelete()
        try FileManager.default.moveItem(
            at: trash.appendingPathComponent("files/IMG_0001.jpg"),
            to: fixture.library.folderURL.appendingPathComponent("IMG_0001.jpg"))
        #expect(library.fetch(nil).count == 1)
    }

    @Test func namesInTheTrashAreNotReplaced() throws {
        let files = trash.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        try Data("other".utf8).write(to: files.appendingPathComponent("IMG_0001.jpg"))
        _ = try saveAndDelete()
        #expect(names("files") == ["IMG_0001.2.jpg", "IMG_0001.jpg"])
        #expect(names("info") == ["IMG_0001.2.jpg.trashinfo"])
        #expect(try Data(contentsOf: files.appendingPathComponent("IMG_0001.jpg")) == Data("other".utf8))
    }

    @Test func aDeletionThatACrashInterruptedEndsInTheTrash() throws {
        try fixture.leave(fixture.jpeg(size: "64x64"), as: "IMG_0007.jpg", in: "deleted-\(UUID().uuidString)")
        #expect(library.fetch(nil).count == 0)
        #expect(names("files") == ["IMG_0007.jpg"] && fixture.leftovers == [])
    }

    @Test func withoutAPlaceForATrashTheFilesAreRemoved() throws {
        try Data().write(to: fixture.folder.file("data ä"))
        _ = try saveAndDelete()
        #expect(fixture.filenames == [] && fixture.leftovers == [])
    }

    @Test func aPhotoThatTheTrashRefusesStaysForTheNextStart() throws {
        // So often deleted that no name is left.
        for name in ["files", "info"] {
            try FileManager.default.createDirectory(
                at: trash.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        for number in 1...10_000 {
            let name = number == 1 ? "IMG_0001" : "IMG_0001.\(number)"
            let note = trash.appendingPathComponent("info/\(name).jpg.trashinfo")
            #expect(FileManager.default.createFile(atPath: note.path, contents: nil))
        }
        let data = try saveAndDelete()
        #expect(fixture.filenames == [] && names("files") == [])
        #expect(fixture.leftovers.count == 1)
        #expect(library.fetch(nil).count == 0)
        try FileManager.default.removeItem(at: trash.appendingPathComponent("info/IMG_0001.jpg.trashinfo"))
        library.store.close()
        #expect(library.fetch(nil).count == 0)
        #expect(names("files") == ["IMG_0001.jpg"] && fixture.leftovers == [])
        #expect(try Data(contentsOf: trash.appendingPathComponent("files/IMG_0001.jpg")) == data)
    }

    @Test func aLinkToTheLibraryIsNoOtherDisk() throws {
        let link = fixture.folder.file("link")
        try FileManager.default.createDirectory(at: fixture.library.folderURL, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: fixture.library.folderURL)
        let library = PHPhotoLibrary(
            folder: LibraryFolder(path: link.path), deferred: fixture.deferred, adoptsPhotos: false,
            trash: DesktopTrash(home: trash.path))
        try fixture.save(Data(contentsOf: fixture.jpeg(size: "64x64")))
        let asset = try #require(library.fetch(nil).lastObject)
        try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        #expect(names("files") == ["IMG_0001.jpg"])
    }

    @Test func aLongNameIsShortened() throws {
        let name = String(repeating: "x", count: 251) + ".jpg"
        try FileManager.default.createDirectory(at: fixture.library.folderURL, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: fixture.jpeg(size: "64x64"), to: fixture.library.folderURL.appendingPathComponent(name))
        let asset = try #require(library.fetch(nil).lastObject)
        try library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        #expect(names("files") == [String(repeating: "x", count: 232) + ".jpg"])
    }

    @Test func onlyADesktopHasATrash() {
        let user = ["HOME": "/home/user"]
        #expect(DesktopTrash(environment: user) == nil)
        #expect(DesktopTrash(environment: user.merging(["DISPLAY": ""]) { $1 }) == nil)
        #expect(DesktopTrash(environment: ["WAYLAND_DISPLAY": "wayland-0"]) == nil)
        #expect(
            DesktopTrash(environment: user.merging(["DISPLAY": ":0"]) { $1 })
                == DesktopTrash(home: "/home/user/.local/share/Trash"))
        #expect(
            DesktopTrash(environment: user.merging(["XDG_CURRENT_DESKTOP": "GNOME", "XDG_DATA_HOME": "/data"]) { $1 })
                == DesktopTrash(home: "/data/Trash"))
    }
}
