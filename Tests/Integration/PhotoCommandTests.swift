import Foundation
import TestSupport
import Testing

struct PhotoCommandTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    @Test func aPhotoGoesIntoTheLibrary() throws {
        let output = try avcam.run("photo", "--camera", "simulated:back")
        #expect(output.status == 0 && output.standardError.isEmpty)
        #expect(output.line == avcam.library.path + "/IMG_0001.jpg")
        let file = URL(fileURLWithPath: output.line)
        #expect(try ImageProbe.validation(of: file) == "OK")
        let list = try #require(try avcam.run("library", "list", "--json").json() as? [[String: Any]])
        let metadata = try ImageProbe.metadata(of: file)
        #expect(list.count == 1 && list[0]["files"] as? [String] == [output.line])
        #expect(list[0]["width"] as? Int == metadata["File:ImageWidth"] as? Int)
    }

    @Test func aFileIsReplacedOnlyWhenForced() throws {
        let file = avcam.folder.file("photo.jpg")
        let first = try avcam.run("photo", "-o", file.path)
        #expect(first.status == 0 && first.line == file.path)
        let before = try Data(contentsOf: file)
        let second = try avcam.run("photo", "-o", file.path)
        #expect(second.status == 73 && second.text.isEmpty)
        #expect(second.sentence?.contains("\(file.path) exists already") == true)
        #expect(try Data(contentsOf: file) == before)
        #expect(try avcam.run("photo", "-o", file.path, "--force").status == 0)
        #expect(try Data(contentsOf: file) != before)
        #expect(avcam.names(in: avcam.folder.url) == ["photo.jpg"])
    }

    @Test func aPhotoCanGoThroughAPipe() throws {
        let output = try avcam.run("photo", "-o", "-")
        #expect(output.status == 0)
        #expect(try ImageProbe.decode(output.standardOutput).width > 0)
    }

    @Test func aDeviceIsWrittenIntoAndNeverReplaced() throws {
        #expect(try avcam.run("photo", "-o", "/dev/null", "--force").status == 0)
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }

    @Test func severalPhotosGetNumbers() throws {
        let output = try avcam.run("photo", "--count", "3", "--json", "-o", avcam.folder.file("a.b.jpg").path)
        let report = try #require(try output.json() as? [String: Any])
        let photos = try #require(report["photos"] as? [[String: Any]])
        #expect(report["camera"] as? String == "simulated:back")
        #expect(
            photos.compactMap { $0["path"] as? String }
                == ["1", "2", "3"].map {
                    avcam.folder.file("a.b-\($0).jpg").path
                })
        #expect(avcam.names(in: avcam.folder.url) == ["a.b-1.jpg", "a.b-2.jpg", "a.b-3.jpg"])
    }

    @Test func aPlaceThatCannotBeWrittenIsSaidBeforeTheCameraStarts() throws {
        let missing = try avcam.run("photo", "-o", "/nowhere/photo.jpg")
        #expect(missing.status == 73 && missing.sentence?.contains("/nowhere") == true)
        let folder = try avcam.run("photo", "-o", avcam.folder.url.path)
        #expect(folder.status == 73 && folder.sentence?.contains("is a folder") == true)
    }

    @Test func aBillionPhotosNeedNoMemoryForTheirNames() throws {
        let output = try avcam.run("photo", "-o", "/nowhere/photo.jpg", "--count", "1000000000")
        #expect(output.status == 73 && output.sentence?.contains("/nowhere") == true)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aLibraryThatMayNotBeWrittenIsSaid() throws {
        let disk = try SmallDisk(kilobytes: 64)
        defer { withExtendedLifetime(disk) {} }
        try Tool.output("mount", ["-o", "remount,ro", disk.url.path])
        for command in ["photo", "record"] {
            let output = try avcam.run(command, library: disk.url.appendingPathComponent("library"))
            #expect(output.status == 77 && output.text.isEmpty)
            #expect(output.sentence?.contains("cannot be written") == true, "\(output.standardError)")
        }
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aFullDiskIsSaidAndLeavesNothing() throws {
        let disk = try SmallDisk(kilobytes: 100)
        defer { withExtendedLifetime(disk) {} }
        let output = try avcam.run("photo", "-o", disk.url.appendingPathComponent("photo.jpg").path)
        #expect(output.status == 74 && output.sentence?.contains("No space is left") == true)
        #expect(avcam.names(in: disk.url).isEmpty)
        let saved = try avcam.run("photo", library: disk.url.appendingPathComponent("library"))
        #expect(saved.status == 74 && saved.sentence?.contains("No space is left") == true, "\(saved.standardError)")
        #expect(avcam.names(in: disk.url.appendingPathComponent("library")).allSatisfy { $0.hasPrefix(".") })
    }
}
