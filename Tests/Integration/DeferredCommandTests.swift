import Foundation
import TestSupport
import Testing

/// `avcam photo --deferred`, and the processing of its photos.
@Suite(.ownThread) struct DeferredCommandTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    private var list: [[String: Any]] {
        get throws { try avcam.run("library", "list", "--json").json() as? [[String: Any]] ?? [] }
    }

    @Test(arguments: [("/dev/null", "/dev/null is a file and no folder"), ("/proc/x", "/proc/x cannot be created")])
    func aPlaceThatCannotKeepPhotosIsNamedBeforehand(place: String, reason: String) throws {
        let output = try Tool.run(
            AVCamProgram.path, ["photo", "--deferred"],
            environment: [
                "AVCAM_DEFERRED": place, "AVCAM_LIBRARY": avcam.library.path, "AVCAM_DEVICES": "simulated",
            ])
        #expect(output.status == 73 && output.text.isEmpty)
        #expect(
            output.sentence?.contains("until they are finished, because \(reason)") == true, "\(output.standardError)")
        #expect(output.sentence?.contains("AVCAM_DEFERRED") == true)
        #expect(avcam.names(in: avcam.library).isEmpty)
    }

    @Test func theFinalPhotoReplacesItsProxy() throws {
        let output = try avcam.run("photo", "--deferred", "--max-dimensions", "640x480")
        #expect(output.status == 0 && output.sentence?.contains("avcam library process") == true)
        let before = try list
        #expect(before.count == 1 && before[0]["isDeferred"] as? Bool == true)
        #expect(try avcam.run("library", "list").text.contains("(first version)"))

        let processed = try avcam.run("library", "process")
        #expect(processed.status == 0 && processed.standardError.isEmpty)
        #expect(processed.line == output.line)
        let after = try list
        #expect(after.map { $0["id"] as? String } == before.map { $0["id"] as? String })
        #expect(after.allSatisfy { $0["isDeferred"] as? Bool == false })
        #expect(try ImageProbe.decode(URL(fileURLWithPath: output.line)).width == 640)
        #expect(avcam.names(in: avcam.deferred).allSatisfy { $0.hasPrefix(".") })
        #expect(try avcam.run("library", "process").text.isEmpty)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aPhotoForAFullLibraryStaysPendingForThatLibrary() throws {
        let disk = try SmallDisk(kilobytes: 400)
        let full = disk.url.appendingPathComponent("library")
        let output = try avcam.run("photo", "--deferred", library: full)
        #expect(output.status == 74 && output.text.isEmpty)
        let sentence = try #require(output.sentence, "\(output.standardError)")
        #expect(sentence.contains("No space is left") && sentence.contains(full.path))
        #expect(sentence.contains("comes into this library with its next use"))
        // Another library is not affected.
        #expect(try avcam.run("photo", "--max-dimensions", "640x480").status == 0)
        #expect(try avcam.run("library", "process").text.isEmpty)
        #expect(try list.count == 1)
        #expect(avcam.names(in: avcam.deferred).count == 1)
        try Tool.output("mount", ["-o", "remount,size=100m", disk.url.path])
        let processed = try avcam.run("library", "process", library: full)
        #expect(processed.status == 0 && processed.line == full.path + "/IMG_0001.jpg", "\(processed.standardError)")
        #expect(try ImageProbe.decode(URL(fileURLWithPath: processed.line)).width == 4032)
        #expect(avcam.names(in: avcam.deferred).allSatisfy { $0.hasPrefix(".") })
        withExtendedLifetime(disk) {}
    }

    /// Kills runs that take or process photos at many moments. Each photo that was reported as saved must be there
    /// exactly once, and complete.
    @Test func nothingIsLostOrDuplicatedWheneverItIsKilled() throws {
        var moments = SeededRandomness()
        var printed: Set<String> = []
        for round in 0..<8 {
            let log = avcam.folder.file("log-\(round)")
            let process = try avcam.start(
                ["photo", "--deferred", "--count", "100", "--max-dimensions", "640x480"], output: log)
            // Once after the first photo, then at random times, from before the first photo to after several.
            if round == 0 { try avcam.wait { avcam.size(of: log) > 0 } }
            usleep(useconds_t.random(in: 100_000...1_500_000, using: &moments))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
            // The last line may be incomplete.
            printed.formUnion(lines.filter { $0.hasSuffix(".jpg") })
            let processing = try avcam.start(["library", "process"])
            usleep(useconds_t.random(in: 0...200_000, using: &moments))
            kill(processing.processIdentifier, SIGKILL)
            processing.waitUntilExit()
        }
        #expect(try avcam.run("library", "process").status == 0)
        let assets = try list
        let files = assets.compactMap { ($0["files"] as? [String])?.first }
        #expect(assets.allSatisfy { $0["isDeferred"] as? Bool == false })
        #expect(!printed.isEmpty && Set(files).isSuperset(of: printed))
        #expect(
            avcam.names(in: avcam.library).filter { !$0.hasPrefix(".") }
                == files.map { ($0 as NSString).lastPathComponent }.sorted())
        // The frame's time identifies the photo: two files with the same time would be one photo saved twice.
        let times = try ImageProbe.metadata(of: files.map { URL(fileURLWithPath: $0) }).map { metadata in
            "\(metadata["ExifIFD:DateTimeOriginal"] ?? "").\(metadata["ExifIFD:SubSecTimeOriginal"] ?? "")"
        }
        #expect(times.count == files.count && Set(times).count == times.count, "\(times)")
        #expect(avcam.names(in: avcam.deferred).allSatisfy { $0.hasPrefix(".") })
        #expect(avcam.names(in: avcam.library.appendingPathComponent(".avcam/incoming")).isEmpty)
    }
}
