import Foundation
import Photos
import TestSupport
import Testing

struct DiskTests {
    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aFullDiskIsReportedAndLeavesTheLibraryAsItWas() throws {
        let fixture = try LibraryFixture()
        let disk = try SmallDisk(kilobytes: 1024)
        defer { withExtendedLifetime(disk) {} }
        let library = PHPhotoLibrary(folderURL: disk.url.appendingPathComponent("library"))
        let small = try Data(contentsOf: fixture.jpeg())
        // Trailing bytes after the end marker do not belong to the picture, but take space.
        let large = small + Data(count: 2 << 20)
        func save(_ data: Data) throws {
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
            }
        }
        try save(small)
        let error = #expect(throws: PHPhotosError.self) { try save(large) }
        #expect(error?.code == .notEnoughSpace)
        #expect(error?.localizedDescription.hasPrefix("No space is left for the photo library in /") == true)
        #expect(fixture.names(in: library.folderURL) == [".avcam", "IMG_0001.jpg"])
        #expect(fixture.names(in: library.folderURL.appendingPathComponent(".avcam/incoming")).isEmpty)
        try save(small)
        #expect(try library.assets().count == 2)
    }

    /// What is there is listed, whether the catalogue could be made before the disk was full or not.
    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"), arguments: [false, true])
    func aLibraryOnAFullDiskIsListed(hasCatalogue: Bool) throws {
        let fixture = try LibraryFixture()
        let disk = try SmallDisk(kilobytes: 4096)
        defer { withExtendedLifetime(disk) {} }
        let folder = disk.url.appendingPathComponent("library")
        let photo = try Data(contentsOf: fixture.jpeg())
        if hasCatalogue {
            try PHPhotoLibrary(folderURL: folder).performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(
                    with: .photo, data: photo, options: nil)
            }
        } else {
            let hidden = folder.appendingPathComponent(".avcam/incoming")
            try FileManager.default.createDirectory(at: hidden, withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(at: fixture.jpeg(), to: folder.appendingPathComponent("NEW.jpg"))
        _ = try Tool.run("dd", ["if=/dev/zero", "of=\(disk.url.path)/filler", "bs=4096"])
        _ = try Tool.run("dd", ["if=/dev/zero", "of=\(disk.url.path)/filler2", "bs=1"])
        let library = PHPhotoLibrary(folderURL: folder)
        #expect(try library.assets().count >= 1)
        // Room again: it is a library as any other.
        try FileManager.default.removeItem(at: disk.url.appendingPathComponent("filler"))
        #expect(try library.assets().count == (hasCatalogue ? 2 : 1))
        #expect(access(folder.appendingPathComponent(".avcam/catalogue.sqlite").path, F_OK) == 0)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aDiskThatIsFullToTheLastByteDoesNotLoseAMovedFile() throws {
        let fixture = try LibraryFixture()
        let disk = try SmallDisk(kilobytes: 512)
        defer { withExtendedLifetime(disk) {} }
        let library = PHPhotoLibrary(folderURL: disk.url.appendingPathComponent("library"))
        let movie = disk.url.appendingPathComponent("clip.mov")
        try FileManager.default.copyItem(at: fixture.movie(), to: movie)
        _ = try Tool.run("dd", ["if=/dev/zero", "of=\(disk.url.path)/filler", "bs=4096"])
        let error = #expect(throws: PHPhotosError.self) {
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: movie, options: moving())
            }
        }
        #expect(error?.code == .notEnoughSpace)
        #expect(FileManager.default.fileExists(atPath: movie.path))
    }

    /// A recording of our own is in the library's folder, and stays there: whoever hears of the full disk hears where.
    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aRecordingThatAFullDiskDoesNotTakeIsKeptAndTheErrorSaysWhere() throws {
        let fixture = try LibraryFixture()
        let disk = try SmallDisk(kilobytes: 4096)
        defer { withExtendedLifetime(disk) {} }
        let folder = disk.url.appendingPathComponent("library")
        let filler = disk.url.appendingPathComponent("filler")
        var path = ""
        // The place is this process's until it is released.
        let error = try {
            let library = PHPhotoLibrary(folderURL: folder)
            let place = try library.makeRecordingPlace()
            path = place.url.path
            try FileManager.default.copyItem(at: fixture.movie(), to: place.url)
            _ = try Tool.run("dd", ["if=/dev/zero", "of=\(filler.path)", "bs=4096"])
            return #expect(throws: PHPhotosError.self) {
                try library.performChangesAndWait {
                    PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: place.url, options: moving())
                }
            }
        }()
        #expect(error?.code == .notEnoughSpace)
        let words = "What was taken is complete in \(path); the next use of this library adds it."
        #expect(error?.localizedDescription.hasSuffix(words) == true, "\(String(describing: error))")
        try FileManager.default.removeItem(at: filler)
        #expect(try PHPhotoLibrary(folderURL: folder).assets().map(\.mediaType) == [.video])
    }

    @Test(.enabled(if: UnpluggableDisk.isPermitted, "mounting a disk needs root and loop devices"))
    func savedAssetsSurviveAPowerCut() throws {
        let fixture = try LibraryFixture()
        let disk = try UnpluggableDisk()
        let place = "Pictures/AVCam"
        let library = PHPhotoLibrary(folderURL: disk.url.appendingPathComponent(place))
        let (photo, movie) = (try Data(contentsOf: fixture.jpeg()), disk.url.appendingPathComponent("clip.mov"))
        try FileManager.default.copyItem(at: fixture.movie(), to: movie)
        let recorded = try Data(contentsOf: movie)
        try library.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: photo, options: nil)
        }
        try library.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: movie, options: moving())
        }
        let found = try disk.afterPowerCut()
        let folder = found.url.appendingPathComponent(place)
        #expect(try Data(contentsOf: folder.appendingPathComponent("IMG_0001.jpg")) == photo)
        #expect(try Data(contentsOf: folder.appendingPathComponent("IMG_0002.mov")) == recorded)
        #expect(try PHPhotoLibrary(folderURL: folder).assets().count == 2)
    }

    @Test func aFolderThatCannotBeWrittenIsReported() throws {
        let fixture = try LibraryFixture()
        let data = try Data(contentsOf: fixture.jpeg())
        // Not even root can create a folder in /proc.
        let library = PHPhotoLibrary(folderURL: URL(fileURLWithPath: "/proc/avcam"))
        #expect(throws: PHPhotosError.self) {
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
            }
        }
    }

    @Test func readingALibraryDoesNotCreateOne() throws {
        let fixture = try LibraryFixture()
        #expect(fixture.library.fetch(nil).count == 0)
        #expect(!FileManager.default.fileExists(atPath: fixture.library.folderURL.path))
        #expect(fixture.library.obstacle == nil)
    }
}
