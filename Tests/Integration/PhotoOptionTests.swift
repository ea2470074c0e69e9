import CaptureEngine
import Foundation
import SimulatedDevices
import TestSupport
import Testing

/// The results of the options of `avcam photo`, judged by independent tools.
@Suite(.ownThread) struct PhotoOptionTests {
    let avcam: AVCamProgram
    /// Small photos are made fast.
    private let small = ["--max-dimensions", "640x480"]

    init() throws { avcam = try AVCamProgram() }

    /// Takes photos into a folder of the test.
    private func take(_ name: String, _ options: [String]) throws -> Tool.Output {
        try avcam.run(["photo", "-o", avcam.folder.file(name).path] + options)
    }

    private func metadata(_ name: String) throws -> [String: Any] {
        try ImageProbe.metadata(of: avcam.folder.file(name))
    }

    /// Options, the output's name, and the expected files with their types.
    struct Kind: Sendable, CustomTestStringConvertible {
        var name: String
        var options: [String]
        var types: [String: String]

        var testDescription: String { ([name] + options).joined(separator: " ") }
    }

    @Test(arguments: [
        Kind(name: "a.jpg", options: [], types: ["a.jpg": "JPEG"]),
        Kind(name: "a.JPEG", options: [], types: ["a.JPEG": "JPEG"]),
        Kind(name: "a.heic", options: [], types: ["a.heic": "HEIC"]),
        Kind(name: "a", options: ["--format", "heic"], types: ["a": "HEIC"]),
        Kind(name: "a.dng", options: [], types: ["a.dng": "DNG"]),
        Kind(name: "a.jpg", options: ["--format", "raw+jpeg"], types: ["a.jpg": "JPEG", "a.dng": "DNG"]),
        Kind(name: "a.DNG", options: ["--format", "raw+heic"], types: ["a.heic": "HEIC", "a.DNG": "DNG"]),
    ])
    func theNameAndTheFormatDetermineTheFiles(kind: Kind) throws {
        let isRaw = kind.types.values.contains("DNG")
        let output = try take(kind.name, kind.options + (isRaw ? [] : small))
        #expect(output.status == 0, "\(output.standardError)")
        #expect(avcam.names(in: avcam.folder.url) == kind.types.keys.sorted())
        #expect(
            Set(output.line.split(separator: "\n").map { ($0 as NSString).lastPathComponent }) == Set(kind.types.keys))
        for (name, type) in kind.types {
            #expect(try metadata(name)["File:FileType"] as? String == type)
            let file = avcam.folder.file(name)
            switch type {
            case "HEIC": #expect(try ImageProbe.decodeHEIF(Data(contentsOf: file)).width > 0)
            case "DNG": #expect(try Tool.run("dcraw_emu", ["-h", file.path]).status == 0)
            default: #expect(try ImageProbe.decode(file).width > 0)
            }
        }
    }

    @Test func theLargestSizeIsALimit() throws {
        #expect(try take("a.jpg", ["--max-dimensions", "1300x800"]).status == 0)
        let picture = try ImageProbe.decode(avcam.folder.file("a.jpg"))
        #expect(picture.width == 1280 && picture.height == 720)
    }

    @Test func aLivePhotoIsAPictureAndAMovieWithTheSameName() throws {
        let output = try take("a.jpg", ["--live", "--quality", "speed"])
        #expect(output.status == 0 && output.notes.isEmpty, "\(output.standardError)")
        #expect(avcam.names(in: avcam.folder.url) == ["a.jpg", "a.mov"])
        let movie = try MovieProbe(avcam.folder.file("a.mov"))
        #expect(movie.video != nil && movie.audio != nil)
        #expect(movie.format.durationSeconds > 2.5 && movie.format.durationSeconds < 3.5)
        let identifier = try metadata("a.mov")["Keys:ContentIdentifier"] as? String
        #expect(identifier?.isEmpty == false)
        let picture = try metadata("a.jpg")
        #expect(picture.contains { ($0.value as? String) == identifier }, "\(picture)")
    }

    @Test(arguments: [("1920x1440", "1920x1440"), ("1300x800", "1280x720")])
    func aLivePhotoCanBeSmaller(limit: String, size: String) throws {
        let output = try take("a.jpg", ["--live", "--quality", "speed", "--max-dimensions", limit])
        #expect(output.status == 0 && output.notes.isEmpty, "\(output.standardError)")
        let picture = try ImageProbe.decode(avcam.folder.file("a.jpg"))
        let movie = try MovieProbe(avcam.folder.file("a.mov"))
        #expect("\(picture.width)x\(picture.height)" == size)
        #expect(movie.video?.width == picture.width && movie.video?.height == picture.height && movie.audio != nil)
    }

    @Test func aLivePhotoIsOneItemOfTheLibrary() throws {
        let output = try avcam.run(["photo", "--live", "--microphone", "none", "--quality", "speed"])
        #expect(output.status == 0, "\(output.standardError)")
        let list = try #require(try avcam.run("library", "list", "--json").json() as? [[String: Any]])
        #expect(list.count == 1 && list[0]["kind"] as? String == "live photo")
        let files = try #require(list[0]["files"] as? [String])
        #expect(files == ["IMG_0001.jpg", "IMG_0001.mov"].map { avcam.library.appendingPathComponent($0).path })
        #expect(output.line.split(separator: "\n").map(String.init) == files)
        #expect(try MovieProbe(avcam.library.appendingPathComponent("IMG_0001.mov")).audio == nil)
    }

    @Test func rawAndPictureAreOneItemOfTheLibrary() throws {
        #expect(try avcam.run("photo", "--format", "raw+jpeg").status == 0)
        let list = try #require(try avcam.run("library", "list", "--json").json() as? [[String: Any]])
        let files = list.first?["files"] as? [String]
        #expect(
            list.count == 1 && files?.map { ($0 as NSString).lastPathComponent } == ["IMG_0001.jpg", "IMG_0001.dng"])
    }

    @Test func aBracketIsSeveralPhotosOfItsExposures() throws {
        let output = try take("a.jpg", ["--bracket", "-2,0,1.5"] + small)
        #expect(output.status == 0, "\(output.standardError)")
        #expect(avcam.names(in: avcam.folder.url) == ["a-1.jpg", "a-2.jpg", "a-3.jpg"])
        let stops = try (1...3).map { try metadata("a-\($0).jpg")["ExifIFD:ExposureCompensation"] as? Double }
        #expect(stops == [-2, 0, 1.5])
        let light = try (1...3).map { number in
            let luma = try ImageProbe.decode(avcam.folder.file("a-\(number).jpg")).luma.samples
            return luma.reduce(0) { $0 + Int($1) } / luma.count
        }
        #expect(light[0] < light[1] && light[1] < light[2])
    }

    @Test func theFlashFiresWhenItIsOn() throws {
        #expect(try take("on.jpg", ["--flash", "on"] + small).status == 0)
        #expect(try take("off.jpg", ["--flash", "off"] + small).status == 0)
        // EXIF: bit 0 is "fired".
        #expect((try metadata("on.jpg")["ExifIFD:Flash"] as? Int ?? 0) & 1 == 1)
        #expect((try metadata("off.jpg")["ExifIFD:Flash"] as? Int ?? 1) & 1 == 0)
    }

    @Test func theFlashFiresForConstantColor() throws {
        for name in ["a.jpg", "a.heic"] {
            let output = try take(name, ["--constant-color", "--json"] + small)
            let photos = (try output.json() as? [String: Any])?["photos"] as? [[String: Any]]
            let confidence = try #require(photos?.first?["constantColorConfidence"] as? Double)
            #expect(confidence > 0.2 && confidence <= 1)
            #expect((try metadata(name)["ExifIFD:Flash"] as? Int ?? 0) & 1 == 1)
        }
        #expect(try ImageProbe.validation(of: avcam.folder.file("a.jpg")) == "OK")
    }

    @Test func aSeriesShowsSuccessiveMoments() throws {
        let output = try avcam.run(
            ["photo", "-o", avcam.folder.file("a.jpg").path, "--count", "5", "--json"] + small)
        let report = try #require(try output.json() as? [String: Any], "\(output.standardError)")
        let times = (report["photos"] as? [[String: Any]] ?? []).compactMap { $0["timestamp"] as? Double }
        #expect(times.count == 5 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
    }

    @Test func theIntervalIsKept() throws {
        let output = try avcam.run(
            ["photo", "-o", avcam.folder.file("a.jpg").path, "--count", "3", "--interval", "0.4", "--json"] + small)
        let report = try #require(try output.json() as? [String: Any], "\(output.standardError)")
        let times = (report["photos"] as? [[String: Any]] ?? []).compactMap { $0["timestamp"] as? Double }
        // If no frame is lost, the nearest frame is at most half a frame from the press.
        #expect(times.count == 3 && times[2] - times[0] > 0.7, "\(times)")
    }

    @Test func aTimerCountsTheSecondsDownBeforeThePhoto() throws {
        let file = avcam.folder.file("a.jpg")
        let options = ["--camera", "simulated:back", "--timer", "3", "--json"] + small
        let command = "'\(AVCamProgram.path)' photo -o '\(file.path)' " + options.joined(separator: " ")
        let started = MonotonicClock.shared.now.seconds
        let output = try Tool.run(
            "script", ["-qec", command, avcam.folder.file("typescript").path],
            environment: ["AVCAM_DEVICES": "simulated"])
        #expect(output.status == 0)
        // Each update returns to the first column and erases the line; the last one leaves it empty.
        let states = output.text.components(separatedBy: "\r\u{1B}[K").dropFirst()
        #expect(states.dropLast() == ["Photo in 3 s", "Photo in 2 s", "Photo in 1 s"], "\(states)")
        let json = Data((states.last ?? "").replacing("\r\n", with: "\n").utf8)
        let report = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let photo = try #require((report["photos"] as? [[String: Any]])?.first)
        #expect(try #require(photo["timestamp"] as? Double) > started + 3)
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func moreQualityIsLessNoiseInTheFile() throws {
        let evening = try AVCamProgram(light: "0.0078125")
        let noise = try ["speed", "balanced"].map { quality in
            let file = evening.folder.file("\(quality).jpg")
            // By the end of the timer there are frames to merge.
            let output = try evening.run(
                ["photo", "-o", file.path, "--quality", quality, "--timer", "1"] + small)
            #expect(output.status == 0, "\(output.standardError)")
            return try ImageProbe.decode(file).noise(in: SceneLayout.grayStep(5))
        }
        #expect(10 * log10(noise[0] / noise[1]) > 1, "\(noise)")
    }

    @Test func aSignalDuringTheTimerTakesNoPhoto() throws {
        let process = try avcam.start(["photo", "-o", avcam.folder.file("a.jpg").path, "--timer", "100"])
        try avcam.wait { (try? process.takesStopSignals()) == true }
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        #expect(avcam.names(in: avcam.folder.url).isEmpty)
    }

    @Test func eachPhotoOfASeriesIsSavedBeforeTheNextIsTaken() throws {
        let process = try avcam.start(
            ["photo", "-o", avcam.folder.file("a.jpg").path, "--count", "3", "--interval", "100000"] + small)
        try avcam.wait { !avcam.names(in: avcam.folder.url).allSatisfy { $0.hasPrefix(".") } }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let names = avcam.names(in: avcam.folder.url)
        #expect(names.count == 1)
        for name in names { #expect(try ImageProbe.validation(of: avcam.folder.file(name)) == "OK") }
    }

    /// Otherwise a series would go on for as long as it lasts without a photo.
    @Test func aSeriesEndsAtOnceWhenAPhotoCannotBeSaved() throws {
        let folder = avcam.folder.file("photos")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let errors = avcam.folder.file("errors")
        let process = try avcam.start(
            ["photo", "-o", folder.appendingPathComponent("a.jpg").path, "--count", "1000", "--interval", "5"] + small,
            errors: errors)
        try avcam.wait { avcam.names(in: folder).contains { $0.hasSuffix(".jpg") && !$0.hasPrefix(".") } }
        try FileManager.default.removeItem(at: folder)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus != 0)
        #expect(try String(contentsOf: errors, encoding: .utf8).contains(folder.path))
    }

    @Test func aSignalEndsASeriesWithCompleteFiles() throws {
        let process = try avcam.start(
            ["photo", "-o", avcam.folder.file("a.jpg").path, "--count", "100000"] + small)
        try avcam.wait { avcam.names(in: avcam.folder.url).count > 3 }
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        let names = avcam.names(in: avcam.folder.url)
        #expect(names.count > 3 && names.allSatisfy { $0.hasSuffix(".jpg") && !$0.hasPrefix(".") })
        for name in names { #expect(try ImageProbe.validation(of: avcam.folder.file(name)) == "OK") }
    }

    @Test func aSecondSignalLeavesNoPartialPhoto() throws {
        let errors = try TemporaryFolder()
        let log = errors.file("errors")
        try avcam.endBySecondSignal {
            for name in avcam.names(in: avcam.folder.url) {
                try FileManager.default.removeItem(at: avcam.folder.file(name))
            }
            let process = try avcam.start(
                ["photo", "-o", avcam.folder.file("a.jpg").path, "--count", "100000"] + small, errors: log)
            try avcam.wait { avcam.names(in: avcam.folder.url).count > 3 }
            return process
        }
        let text = try String(contentsOf: log, encoding: .utf8)
        #expect(text.hasPrefix("avcam: Ended at once; ") && text.split(separator: "\n").count == 1, "\(text)")
        let names = avcam.names(in: avcam.folder.url)
        #expect(names.allSatisfy { $0.hasSuffix(".jpg") && !$0.hasPrefix(".") }, "\(names)")
        for name in names { #expect(try ImageProbe.validation(of: avcam.folder.file(name)) == "OK") }
    }

    @Test(arguments: [
        (["-o", "a.png"], "is a .jpg, .heic"), (["-o", "a.mov", "--live"], "name the photo"),
        (["-o", "a.heic", "--format", "jpeg"], "name it a.jpg"), (["-o", "a.jpg", "--format", "raw"], "name it a.dng"),
        (["-o", "-", "--live"], "takes only one file"), (["-o", "/dev/null", "--count", "2"], "takes only one file"),
        (["--live", "--bracket", "0,1"], "leave one out"), (["--live", "--format", "raw"], "raw+jpeg"),
        (["--flash", "on", "--bracket", "0,1"], "leave out --flash"), (["--deferred", "-o", "a.jpg"], "leave out -o"),
        (["--constant-color", "--bracket", "0,1"], "leave out --constant-color"),
        (["--constant-color", "-o", "a.dng"], "choose a format without RAW"),
        (["--constant-color", "--format", "raw+heic"], "leave out --constant-color"),
        (["--constant-color", "--deferred"], "leave out --deferred"),
        (["--deferred", "--quality", "speed"], "leave out --deferred"), (["--deferred", "--format", "raw"], "jpeg"),
        (["--deferred", "--bracket", "1"], "cannot be deferred"), (["--deferred", "--flash", "on"], "leave out"),
        (["--bracket", "1,x"], "-2,0,2"), (["--bracket", "-99"], "can expose from"),
        (["--bracket", "0,0,0,0,0,0,0,0,0,0,0,0,0"], "at most"), (["--max-dimensions", "4x"], "4032x3024"),
        (["--max-dimensions", "-5x5"], "4032x3024"), (["--max-dimensions", "640x480", "--format", "raw"], "raw+jpeg"),
        (["--max-dimensions", "640x480", "-o", "a.dng"], "leave out --max-dimensions"), (["--timer", "-1"], "not -1."),
        (["--max-dimensions", "20x20"], "it offers 352x288"), (["--interval", "1"], "--count"),
        (["--timer", "-1"], "--timer must be"), (["--count", "2", "--interval", "-1"], "--interval must be"),
        (["--microphone", "none"], "--live"), (["--format", "gif"], "raw+heic"), (["--quality", "best"], "balanced"),
        (["--flash", "always"], "auto"), (["--count", "-3"], "--count must be"),
        (["--count", "9223372036854775807", "--bracket", "-1,0,1"], "--count must be from 1 to 1000000000"),
        (["--count", "9223372036854775807", "-o", "a.jpg"], "--count must be from 1 to 1000000000"),
        (["--count", "9223372036854775808"], "--count"), (["--timer", "1000000"], "--timer must be"),
        (["--bracket", "99999999999999999999,0"], "can expose from"), (["--bracket", "1e38,0"], "--bracket"),
        (["--max-dimensions", "9223372036854775807x1"], "at most 65535"),
    ])
    func impossibleOptionsGiveOneSentenceWithARemedy(options: [String], word: String) throws {
        let output = try avcam.run(["photo"] + options)
        #expect(output.status == 64 && output.text.isEmpty)
        #expect(output.sentence?.contains(word) == true, "\(output.standardError)")
        #expect(avcam.names(in: avcam.library).allSatisfy { $0.hasPrefix(".") })
    }

    @Test func featuresThatAFileLacksAreReported() throws {
        #expect(try take("camera.jpg", small).status == 0)
        let camera = ["--camera", "file:\(avcam.folder.file("camera.jpg").path)"]
        for (options, word) in [
            (["--flash", "auto"], "has no flash"), (["--constant-color"], "constant color"),
            (["--bracket", "0,1"], "cannot be set"),
            (["--format", "raw"], "raw data"),
        ] {
            let output = try avcam.run(["photo"] + camera + options)
            #expect(output.status == 64 && output.sentence?.contains(word) == true, "\(output.standardError)")
        }
        #expect(try take("copy.heic", camera).status == 0)
        #expect(try take("copy.jpg", camera + ["--live", "--quality", "quality", "--count", "1"]).status == 0)
        #expect(avcam.names(in: avcam.folder.url).contains("copy.mov"))
    }
}

extension DecodedPicture {
    /// How much the brightness of an even area varies.
    fileprivate func noise(in region: SceneRegion) -> Double {
        let area = region.pixels(inWidth: width, height: height)
        let samples = (area.y..<area.y + area.height).flatMap { y in
            (area.x..<area.x + area.width).map { Double(luma.samples[y * width + $0]) }
        }
        let mean = samples.reduce(0, +) / Double(samples.count)
        return samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(samples.count)
    }
}
