import Foundation
import TestSupport
import Testing

@Suite(.ownThread) struct RecordCommandTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    @Test func aSecondIsRecordedIntoTheLibrary() throws {
        let output = try avcam.run("record", "--duration", "1", "--json")
        #expect(output.status == 0, "\(output.standardError)")
        let report = try #require(try output.json() as? [String: Any])
        #expect(report["path"] as? String == avcam.library.path + "/IMG_0001.mov")
        #expect(report["microphone"] as? String == "simulated:microphone")
        let movie = try MovieProbe(avcam.library.appendingPathComponent("IMG_0001.mov"))
        #expect(movie.complaints.isEmpty)
        #expect(movie.video?.codec_name == "h264" && movie.audio?.codec_name == "aac")
        // Whatever frames a busy machine has dropped.
        #expect(abs(movie.format.durationSeconds - 1) < 0.001)
    }

    @Test func aSilentMovieHasNoSoundTrack() throws {
        let file = avcam.folder.file("silent.mov")
        let output = try avcam.run("record", "-o", file.path, "--duration", "1", "--microphone", "none")
        #expect(output.status == 0 && output.line == file.path, "\(output.standardError)")
        let movie = try MovieProbe(file)
        #expect(movie.video != nil && movie.audio == nil)
        #expect(avcam.names(in: avcam.folder.url) == ["silent.mov"])
    }

    @Test(arguments: ["", "#audio"])
    func theSoundOfAFileIsAMicrophone(suffix: String) throws {
        let (sound, file) = (avcam.folder.file("a sound.wav"), avcam.folder.file("movie.mov"))
        try Tool.output("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", sound.path])
        let output = try avcam.run(
            "record", "-o", file.path, "--duration", "1", "--microphone", "file:\(sound.path)\(suffix)")
        #expect(output.status == 0, "\(output.standardError)")
        #expect(try MovieProbe(file).audio?.codec_name == "aac")
    }

    @Test func theSizeIsThePresets() throws {
        let file = avcam.folder.file("small.mov")
        #expect(try avcam.run("record", "-o", file.path, "--duration", "1", "--preset", "1280x720").status == 0)
        let movie = try MovieProbe(file)
        #expect(movie.video?.width == 1280 && movie.video?.height == 720)
    }

    @Test func aTimeLapseHasAFrameAtEachInterval() throws {
        let file = try avcam.folder.file("lapse.mov", contents: Data("old".utf8))
        let output = try avcam.run(
            "record", "-o", file.path, "--force", "--duration", "2", "--time-lapse", "0.5", "--json")
        #expect(output.status == 0, "\(output.standardError)")
        let report = try #require(try output.json() as? [String: Any])
        let movie = try MovieProbe(file)
        #expect(movie.complaints.isEmpty && movie.audio == nil && movie.video?.r_frame_rate == "30/1")
        let count = movie.packets(.video).count
        #expect((2...5).contains(count) && report["frames"] as? Int == count && report["microphone"] == nil)
        #expect(avcam.names(in: avcam.folder.url) == ["lapse.mov"])
        let facts = try Tool.output("exiftool", ["-s3", "-Model", "-Software", "-CreationDate", file.path])
        #expect(String(decoding: facts, as: UTF8.self).split(separator: "\n").count == 3)
    }

    @Test func aTimeLapseCanBePlayedAtAnyMoment() throws {
        let file = avcam.folder.file("lapse.mov")
        let process = try avcam.start(["record", "-o", file.path, "--preset", "640x480", "--time-lapse", "0.2"])
        defer { process.waitUntilExit() }
        try avcam.wait { avcam.size(of: file) > 0 }
        // Another fragment.
        let size = avcam.size(of: file)
        try avcam.wait { avcam.size(of: file) > size }
        kill(process.processIdentifier, SIGKILL)
        let movie = try MovieProbe(file)
        #expect(movie.complaints.isEmpty && movie.packets(.video).count >= 2)
    }

    @Test func slowMotionPlaysSlowly() throws {
        let file = avcam.folder.file("slow.mov")
        let output = try avcam.run(
            "record", "-o", file.path, "--duration", "1", "--preset", "1280x720", "--slow-motion")
        #expect(output.status == 0, "\(output.standardError)")
        let movie = try MovieProbe(file)
        #expect(movie.audio == nil && movie.video?.width == 1280)
        // 120 frames a second at 30 a second. On a busy machine the one that ends the second is late.
        let times = movie.packets(.video).map(\.seconds).sorted()
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { abs($0 * 30 - ($0 * 30).rounded()) < 0.1 && $0 > 0.03 }, "\(gaps)")
        // The frames that a busy machine misses at the end shorten the movie; at normal speed it would last one second.
        #expect(movie.format.durationSeconds > 2, "\(movie.format.durationSeconds)")
    }

    @Test(arguments: [
        (["--time-lapse", "0"], "--time-lapse must be 0.1 to 3600 seconds, not 0."),
        (["--time-lapse", "1", "--slow-motion"], "A movie is either slow motion or a time-lapse"),
        (["--time-lapse", "1", "--stabilization", "auto"], "Only movies of normal speed are kept steady"),
        (["--slow-motion", "--microphone", "simulated:microphone"], "A time-lapse and slow motion are silent"),
    ])
    func aSpeedThatMakesNoSenseIsRefused(options: [String], words: String) throws {
        let output = try avcam.run(["record"] + options)
        #expect(output.status == 64 && output.standardError.contains(words), "\(output.standardError)")
    }

    @Test func aCameraThatIsTooSlowForSlowMotionIsNamed() throws {
        let output = try avcam.run("record", "--camera", "simulated:front", "--slow-motion", "--duration", "1")
        #expect(output.status != 0 && output.standardError.contains("simulated:front has no slow motion"))
    }

    @Test func aMovieIsReplacedOnlyWhenForced() throws {
        let file = try avcam.folder.file("old.mov", contents: Data("old".utf8))
        let refused = try avcam.run("record", "-o", file.path, "--duration", "1")
        #expect(refused.status == 73)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        let failed = try avcam.run("record", "-o", file.path, "--force", "--camera", "simulated:nowhere")
        #expect(failed.status == 66)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try avcam.run("record", "-o", file.path, "--duration", "1", "--force").status == 0)
        #expect(try MovieProbe(file).video != nil)
    }

    @Test func aMovieCanHaveTheLongestPossibleName() throws {
        let name = String(repeating: "m", count: 251) + ".mov"
        let file = try avcam.folder.file(name, contents: Data("old".utf8))
        let output = try avcam.run("record", "-o", file.path, "--duration", "1", "--force")
        #expect(output.status == 0, "\(output.standardError)")
        #expect(try MovieProbe(file).video != nil)
        #expect(avcam.names(in: avcam.folder.url) == [name])
        let longer = try avcam.run("record", "-o", avcam.folder.file("m" + name).path, "--duration", "1")
        #expect(longer.status == 73 && longer.sentence?.contains("at most 255 bytes") == true)
        #expect(avcam.names(in: avcam.folder.url) == [name])
    }

    @Test func theShortestDurationMakesAMovie() throws {
        let file = avcam.folder.file("short.mov")
        #expect(try avcam.run("record", "-o", file.path, "--duration", "0.000000000001").status == 0)
        #expect(try MovieProbe(file).packets(.video).count == 1)
    }

    @Test func anOldMovieRemainsWhenTheCameraSendsNoFrames() throws {
        let broken = try AVCamProgram(faults: "back:stall-after=0ms")
        let file = try broken.folder.file("old.mov", contents: Data("old".utf8))
        let output = try broken.run("record", "-o", file.path, "--duration", "1", "--force")
        #expect(output.status == 69 && output.text.isEmpty)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(broken.names(in: broken.folder.url) == ["old.mov"])
    }

    @Test func aFileThatAppearsWhileTheCameraStartsIsLeftAlone() throws {
        let file = avcam.folder.file("movie.mov")
        let first = try avcam.start(["record", "-o", file.path, "--duration", "2"])
        let second = try avcam.start(["record", "-o", file.path, "--duration", "2"])
        first.waitUntilExit()
        second.waitUntilExit()
        #expect([first.terminationStatus, second.terminationStatus].sorted() == [0, 73])
        #expect(try MovieProbe(file).complaints.isEmpty)
        #expect(avcam.names(in: avcam.folder.url) == ["movie.mov"])
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsTheRecordingWithACompleteFile(signal: Int32) throws {
        let file = avcam.folder.file("movie.mov")
        let process = try avcam.start(["record", "-o", file.path])
        try avcam.wait { avcam.size(of: file) > 20_000 }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        let movie = try MovieProbe(file)
        #expect(movie.complaints.isEmpty)
        #expect(try movie.decodingComplaints().isEmpty)
    }

    @Test func aSecondSignalEndsAtOnceAndTheFileIsPlayable() throws {
        let file = avcam.folder.file("movie.mov")
        let process = try avcam.start(["record", "-o", file.path])
        try avcam.wait { avcam.size(of: file) > 20_000 }
        kill(process.processIdentifier, SIGINT)
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        // The first signal may have been handled before the second came.
        #expect([0, 130].contains(process.terminationStatus))
        #expect(try MovieProbe(file).video != nil)
    }

    @Test func aSecondSignalNamesTheFileThatItLeaves() throws {
        let (file, errors) = (avcam.folder.file("movie.mov"), avcam.folder.file("errors"))
        try avcam.endBySecondSignal {
            try? FileManager.default.removeItem(at: file)
            let process = try avcam.start(["record", "-o", file.path], errors: errors)
            try avcam.wait { avcam.size(of: file) > 20_000 }
            return process
        }
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(text == "avcam: Ended at once; what was recorded is in \(file.path), which can be played.\n")
        #expect(try MovieProbe(file).video != nil)
    }

    @Test func lostFramesOfTheSimulatedPhoneGiveNoAdviceAboutUSBPorts() throws {
        let lossy = try AVCamProgram(faults: "back:drop-every=3")
        let output = try lossy.run("record", "--duration", "1")
        #expect(output.status == 0, "\(output.standardError)")
        #expect(output.standardError.contains(" missing, as the camera or the machine did not keep up; close other"))
        #expect(!output.standardError.contains("USB"), "\(output.standardError)")
    }

    @Test(arguments: ["standard", "cinematic", "auto"])
    func aSteadyMovieHasEveryFrameAndItsSize(mode: String) throws {
        let file = avcam.folder.file("\(mode).mov")
        let output = try avcam.run(
            "record", "-o", file.path, "--duration", "1", "--preset", "1280x720", "--stabilization", mode, "--json")
        #expect(output.status == 0, "\(output.standardError)")
        let report = try #require(try output.json() as? [String: Any])
        let movie = try MovieProbe(file)
        #expect(movie.video?.width == 1280 && movie.video?.height == 720)
        #expect(report["frames"] as? Int == movie.packets(.video).count)
        let counts = (report["frames"] as? Int ?? 0) + (report["droppedFrames"] as? Int ?? 0)
        #expect((29...31).contains(counts))
    }

    @Test func aSizeThatIsTooLargeToBeSteadyIsASentence() throws {
        let file = avcam.folder.file("large.mov")
        let output = try avcam.run(
            "record", "-o", file.path, "--duration", "1", "--preset", "3840x2160", "--stabilization", "standard")
        #expect(output.status != 0)
        #expect(output.sentence?.contains("choose 1080p or less") == true, "\(output.standardError)")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aFullDiskEndsTheRecordingWithAPlayableFileAndASentence() throws {
        let disk = try SmallDisk(kilobytes: 1500)
        defer { withExtendedLifetime(disk) {} }
        let file = disk.url.appendingPathComponent("movie.mov")
        let output = try avcam.run("record", "-o", file.path, "--bit-rate", "20M")
        #expect(output.status == 74)
        #expect(output.sentence?.hasPrefix("avcam: ") == true, "\(output.standardError)")
        #expect(output.line == file.path)
        #expect(try MovieProbe(file).video != nil)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func theReportCountsTheFramesLostToTheFullDisk() throws {
        let disk = try SmallDisk(kilobytes: 4000)
        defer { withExtendedLifetime(disk) {} }
        let file = disk.url.appendingPathComponent("movie.mov")
        let output = try avcam.run("record", "-o", file.path, "--bit-rate", "20M", "--json")
        #expect(output.status == 74)
        let report = try #require(try output.json() as? [String: Any])
        let movie = try MovieProbe(file)
        #expect(report["frames"] as? Int == movie.packets(.video).count)
        #expect(report["bytes"] as? Int == avcam.size(of: file))
        let duration = try #require(report["duration"] as? Double)
        // A slow machine drops frames, so the frame before them lasts longer. A packet of sound lasts 21 ms.
        #expect(abs(duration - movie.format.durationSeconds) < 0.1)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aDiskWithoutRoomForTheFirstSecondHoldsNoFile() throws {
        let disk = try SmallDisk(kilobytes: 100)
        defer { withExtendedLifetime(disk) {} }
        let output = try avcam.run(
            "record", "-o", disk.url.appendingPathComponent("movie.mov").path, "--bit-rate", "20M")
        #expect(output.status == 74 && output.text.isEmpty)
        #expect(output.sentence?.hasPrefix("avcam: ") == true, "\(output.standardError)")
        #expect(avcam.names(in: disk.url).isEmpty)
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aFullDiskTouchesNothingElseInTheLibrary() throws {
        let disk = try SmallDisk(kilobytes: 2000)
        defer { withExtendedLifetime(disk) {} }
        let library = disk.url.appendingPathComponent("library")
        let photo = try avcam.run("photo", library: library)
        #expect(photo.status == 0)
        let before = try Data(contentsOf: library.appendingPathComponent("IMG_0001.jpg"))
        let output = try avcam.run("record", "--bit-rate", "20M", library: library)
        #expect(output.status == 74)
        #expect(output.sentence?.hasPrefix("avcam: ") == true, "\(output.standardError)")
        #expect(try Data(contentsOf: library.appendingPathComponent("IMG_0001.jpg")) == before)
        for name in avcam.names(in: library) where name.hasSuffix(".mov") {
            #expect(try MovieProbe(library.appendingPathComponent(name)).video != nil)
        }
    }

    @Test(arguments: [20, 40, 80])
    func theProgressLineFitsTheTerminal(columns: Int) throws {
        let file = avcam.folder.file("movie.mov")
        let command =
            "stty cols \(columns); '\(AVCamProgram.path)' record --camera simulated:back --preset 640x480"
            + " --duration 1 -o '\(file.path)'"
        let output = try Tool.run(
            "script", ["-qec", command, avcam.folder.file("typescript").path],
            environment: ["AVCAM_DEVICES": "simulated"])
        #expect(output.status == 0)
        // Each update returns to the first column and erases the line.
        let states = output.text.components(separatedBy: "\r\u{1B}[K").dropFirst().dropLast()
        #expect(!states.isEmpty && states.allSatisfy { $0.count < columns && $0.hasPrefix("00:00:0") }, "\(states)")
    }
}
