import Foundation
import TestSupport
import Testing

@testable import Photos

/// Folders and names that look like others.
struct FolderNameTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private func add(_ name: String) throws {
        try FileManager.default.createDirectory(at: fixture.library.folderURL, withIntermediateDirectories: true)
        try Tool.output("cp", [fixture.jpeg().path, fixture.library.folderURL.path + "/" + name])
    }

    @Test(arguments: [true, false]) func namesThatOnlyLookTheSameAreTwoFiles(isLibrary: Bool) throws {
        let names = ["caf\u{E9}.jpg", "cafe\u{301}.jpg"]
        for name in names { try add(name) }
        if isLibrary { fixture.library.prepare() }
        #expect(try fixture.library.assets().count == 2)
        for (left, name) in zip([1, 0], names) {
            #expect(unlink(fixture.library.folderURL.path + "/" + name) == 0)
            #expect(try fixture.library.assets().count == left)
        }
        #expect(try fixture.reopened().assets().isEmpty)
    }

    /// On a file system that ignores case, a file is also found by its former name.
    @Test func aNameWhoseCaseWasChangedIsNoLongerThere() throws {
        try add("img_0001.jpg")
        let folder = LibraryFolder(path: fixture.library.folderURL.path)
        #expect(try !folder.lists(["IMG_0001.jpg"], has: { folder.has($0.lowercased()) }))
        #expect(try folder.lists(["IMG_0001.jpg", "img_0001.jpg"], has: { folder.has($0.lowercased()) }))
        #expect(try !folder.lists(["IMG_0001.jpg"]))
    }

    @Test(arguments: [
        "IMG_99999999999999999999.JPG", "IMG_999999999.jpg", "IMG_20240101.jpg", "IMG_20240101_123456.jpg",
        "IMG_2024 (1).jpg", "IMG_-1.JPG", "IMG_+50.jpg", "IMG_0x50.jpg", "IMG_00000050.jpg", "IMG_.jpg", "DSC00012.JPG",
        "PXL_20240101_123456789.jpg", "img_0050.jpg", "IMG_\u{663}\u{664}\u{665}\u{666}.jpg",
    ])
    func theNumbersOfOtherCamerasAreNotTheLibrarys(name: String) throws {
        for name in [name, "IMG_0003.jpg"] { try add(name) }
        fixture.library.prepare()
        #expect(try fixture.library.assets().count == 2)
        let photo = try Data(contentsOf: fixture.jpeg())
        for _ in 0..<2 { try fixture.save(photo) }
        #expect(fixture.filenames == [name, "IMG_0003.jpg", "IMG_0004.jpg", "IMG_0005.jpg"].sorted())
    }

    @Test(arguments: [
        ("IMG_0041.jpg", "IMG_0042.jpg"), ("IMG_9999.jpg", "IMG_10000.jpg"), ("IMG_123456.jpg", "IMG_123457.jpg"),
    ])
    func theNextNumberFollowsTheLibrarysOwn(name: String, next: String) throws {
        try add(name)
        fixture.library.prepare()
        #expect(try fixture.library.assets().count == 1)
        try fixture.save(Data(contentsOf: fixture.jpeg()))
        #expect(fixture.filenames == [name, next].sorted())
    }

    @Test func lookingAtAFolderCreatesNothingInIt() throws {
        try add("holiday.jpg")
        let library = fixture.library
        let asset = try #require(try library.assets().first)
        #expect(library.fetch(nil).firstObject == asset && asset.pixelWidth == 320)
        #expect(fixture.names(in: library.folderURL) == ["holiday.jpg"])
        try add("party.jpg")
        #expect(try library.assets().count == 2)
        #expect(fixture.names(in: library.folderURL) == ["holiday.jpg", "party.jpg"])
        // The first change makes a library of it, in which the asset is the same.
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
        #expect(try fixture.reopened().assets().filter(\.isFavorite) == [asset])
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"), arguments: [true, false])
    func aLibraryOnAReadOnlyDiskIsListed(isClosed: Bool) throws {
        let disk = try SmallDisk(kilobytes: 2048)
        let folder = disk.url.appendingPathComponent("library")
        let (library, photo) = (PHPhotoLibrary(folderURL: folder), try Data(contentsOf: fixture.jpeg()))
        try library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: photo, options: nil)
            request.isFavorite = true
        }
        let asset = try #require(try library.assets().first)
        library.store.close()
        if isClosed {
            for suffix in ["-wal", "-shm"] { unlink(folder.path + "/.avcam/catalogue.sqlite" + suffix) }
        }
        try Tool.output("mount", ["-o", "remount,ro", disk.url.path])
        let found = try PHPhotoLibrary(folderURL: folder).assets()
        #expect(found == [asset] && found.first?.isFavorite == true)
    }

    @Test func aNameThatIsNotTextIsLeftOut() throws {
        try add("good.jpg")
        let path = Array(fixture.library.folderURL.path.utf8) + [UInt8(ascii: "/"), 0xFF] + Array(".jpg".utf8) + [0]
        let jpeg = try fixture.jpeg().path
        let isMade = path.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { link(jpeg, $0.baseAddress!) == 0 }
        }
        try #require(isMade)
        var paths: [String] = []
        try fixture.library.forEachAsset { _, resources in paths += resources.map(\.path) }
        #expect(paths == [fixture.library.folderURL.path + "/good.jpg"])
    }

    @Test func pagesOfAssetsHaveNoGaps() throws {
        let jpeg = try fixture.jpeg()
        try FileManager.default.createDirectory(at: fixture.library.folderURL, withIntermediateDirectories: true)
        let names = (0..<2500).map { String(format: "P%05d.jpg", $0) }
        for name in names {
            try FileManager.default.linkItem(at: jpeg, to: fixture.library.folderURL.appendingPathComponent(name))
        }
        fixture.library.prepare()
        var listed: [String] = []
        try fixture.library.forEachAsset { _, resources in
            listed += resources.map { ($0.path as NSString).lastPathComponent }
        }
        #expect(listed.sorted() == names)
        #expect(try fixture.library.countOfAssets() == names.count)
    }
}
