import Foundation
import TestSupport
import Testing

@Suite(.ownThread) struct PhotoCommandTests {
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
        #expect(second.sentence?.contains("\(file.path) already exists") == true)
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

    @Test func aDeviceIsWrittenToAndNeverReplaced() throws {
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

    @Test func aPlaceThatCannotBeWrittenIsReportedBeforeTheCameraStarts() throws {
        let nowhere = avcam.folder.file("nowhere")
        let missing = try avcam.run("photo", "-o", nowhere.appendingPathComponent("photo.jpg").path)
        #expect(missing.status == 73 && missing.sentence?.contains(nowhere.path) == true)
        let folder = try avcam.run("photo", "-o", avcam.folder.url.path)
        #expect(folder.status == 73 && folder.sentence?.contains("is a folder") == true)
    }

    /// From 246 bytes up to the maximum length of a name, with and without a number.
    @Test(arguments: [
        (246, ".jpg", ["--force"]), (255, ".jpg", []), (255, ".heic", []), (253, ".jpg", ["--count", "2"]),
    ])
    func aPhotoCanHaveTheLongestPossibleName(length: Int, suffix: String, options: [String]) throws {
        let stem = String(repeating: "n", count: length - suffix.utf8.count)
        let file = avcam.folder.file(stem + suffix)
        let output = try avcam.run(["photo", "-o", file.path, "--max-dimensions", "640x480"] + options)
        #expect(output.status == 0, "\(output.standardError)")
        let names = options.contains("--count") ? ["\(stem)-1\(suffix)", "\(stem)-2\(suffix)"] : [stem + suffix]
        #expect(avcam.names(in: avcam.folder.url) == names)
    }

    @Test(arguments: [
        (256, []), (256, ["--force"]), (253, ["--count", "10"]), (250, ["--count", "10000"]),
        (254, ["--bracket", "0,1"]), (255, ["--format", "raw+jpeg", "--count", "2"]), (300, ["--live"]),
    ])
    func aNameThatIsTooLongIsReportedBeforeThePhoto(length: Int, options: [String]) throws {
        let file = avcam.folder.file(String(repeating: "n", count: length - 4) + ".jpg")
        let output = try avcam.run(["photo", "-o", file.path] + options)
        #expect(output.status == 73 && output.text.isEmpty)
        #expect(output.sentence?.contains("A name has at most 255 bytes") == true, "\(output.standardError)")
        #expect(avcam.names(in: avcam.folder.url).isEmpty)
    }

    @Test func aPathThatIsTooLongIsReportedBeforeThePhoto() throws {
        let folders = String(repeating: "./", count: 2100)
        let output = try avcam.run("photo", "-o", avcam.folder.url.path + "/\(folders)a.jpg")
        #expect(output.status == 73 && output.sentence?.contains("too many bytes") == true, "\(output.standardError)")
    }

    @Test func aDanglingLinkIsReplacedOnlyWhenForced() throws {
        let link = avcam.folder.file("link.jpg")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "nowhere/photo.jpg")
        let refused = try avcam.run("photo", "-o", link.path)
        #expect(refused.status == 73 && refused.text.isEmpty)
        #expect(refused.sentence?.contains("is a link to something that is not there") == true)
        #expect(try avcam.run("photo", "-o", link.path, "--force").status == 0)
        #expect(try ImageProbe.validation(of: link) == "OK")
        #expect(avcam.names(in: avcam.folder.url) == ["link.jpg"])
    }

    @Test func aBillionPhotosNeedNoMemoryForTheirNames() throws {
        let nowhere = avcam.folder.file("nowhere")
        let photo = nowhere.appendingPathComponent("photo.jpg")
        let output = try avcam.run("photo", "-o", photo.path, "--count", "1000000000")
        #expect(output.status == 73 && output.sentence?.contains(nowhere.path) == true)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aReadOnlyLibraryIsReported() throws {
        let disk = try SmallDisk(kilobytes: 64)
        defer { withExtendedLifetime(disk) {} }
        try Tool.output("mount", ["-o", "remount,ro", disk.url.path])
        for command in ["photo", "record"] {
            let output = try avcam.run(command, library: disk.url.appendingPathComponent("library"))
            #expect(output.status == 77 && output.text.isEmpty)
            let sentence = output.sentence ?? ""
            #expect(
                sentence.contains("cannot be written") && sentence.contains("remount its file system read-write"),
                "\(output.standardError)")
        }
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aFullDiskIsReportedAndLeavesNothing() throws {
        let disk = try SmallDisk(kilobytes: 100)
        defer { withExtendedLifetime(disk) {} }
        let output = try avcam.run("photo", "-o", disk.url.appendingPathComponent("photo.jpg").path)
        #expect(output.status == 74 && output.sentence?.contains("No space is left") == true)
        #expect(avcam.names(in: disk.url).isEmpty)
        let saved = try avcam.run("photo", library: disk.url.appendingPathComponent("library"))
        #expect(saved.status == 74 && saved.sentence?.contains("No space is left") == true, "\(saved.standardError)")
        #expect(avcam.names(in: disk.url.appendingPathComponent("library")).allSatisfy { $0.hasPrefix(".") })
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aLibraryOnAFullDiskCanBeListed() throws {
        let disk = try SmallDisk(kilobytes: 3000)
        defer { withExtendedLifetime(disk) {} }
        let library = disk.url.appendingPathComponent("library")
        let photo = try avcam.run("photo", "--max-dimensions", "640x480", library: library)
        #expect(photo.status == 0)
        _ = try Tool.run("dd", ["if=/dev/zero", "of=\(disk.url.appendingPathComponent("rest").path)", "bs=4k"])
        // As if somebody had just copied a picture there. It cannot be added to the catalogue.
        try FileManager.default.moveItem(
            at: URL(fileURLWithPath: photo.line), to: library.appendingPathComponent("renamed.jpg"))
        let list = try avcam.run("library", "list", library: library)
        #expect(list.status == 0 && list.text.contains(".jpg"), "\(list.standardError)")
    }
}
