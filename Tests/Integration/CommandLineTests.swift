import Foundation
import TestSupport
import Testing

/// What all subcommands have in common: help, JSON, and one sentence and an exit status for every error.
@Suite(.ownThread) struct CommandLineTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    @Test(arguments: [
        [], ["photo"], ["record"], ["devices"], ["library"], ["library", "list"], ["phone"], ["doctor"], ["try"],
    ])
    func everyCommandHasHelp(command: [String]) throws {
        let output = try Tool.run(AVCamProgram.path, command + ["--help"])
        #expect(output.status == 0 && output.standardError.isEmpty)
        #expect(output.text.contains("USAGE: avcam"))
    }

    /// Each library that a start waits for costs a slow processor five to ten milliseconds.
    @Test(.enabled(if: AVCamProgram.path.contains("/release/"), "other builds are linked in another way"))
    func aStartWaitsForFewLibraries() throws {
        let output = try Tool.output("readelf", ["-d", AVCamProgram.path])
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.contains("NEEDED") }
        let needed = lines.compactMap { $0.split(separator: "[").last?.prefix { $0 != "." } }
        let system: Set<Substring> = ["libm", "libgcc_s", "libc", "ld-linux-x86-64", "ld-linux-aarch64"]
        #expect(Set(needed).subtracting(system) == ["libasound", "libsqlite3", "libturbojpeg"])
    }

    @Test(arguments: [
        ["frobnicate"], ["photo", "--count", "0"], ["photo", "--frobnicate"], ["record", "--duration=-1"],
        ["record", "--duration", "soon"], ["record", "--preset", "best"],
        ["photo", "-o", "-", "--count", "2"], ["photo", "--timer", "nan"], ["photo", "--timer", "inf"],
        ["photo", "--count", "2", "--interval", "1e300"], ["record", "-o", "/tmp/clip.avi"],
    ])
    func wrongUseIsOneSentenceAndStatus64(arguments: [String]) throws {
        let output = try Tool.run(AVCamProgram.path, arguments)
        #expect(output.status == 64 && output.text.isEmpty)
        #expect(output.sentence?.hasPrefix("avcam: ") == true, "\(output.standardError)")
    }

    @Test(arguments: ["fast", "5", "-8M", "2000M", "nanM", "0x8M", "1e6"])
    func aBitRateOutOfRangeIsRefusedWithTheRange(rate: String) throws {
        let output = try avcam.run("record", "--bit-rate", rate)
        #expect(output.status == 64 && output.sentence?.contains("10k to 1000M") == true, "\(output.standardError)")
    }

    @Test(arguments: [
        ("record --duration", "-1", "more than 0 and less than 1000000000 seconds"),
        ("record --duration", "1e10", "more than 0"), ("record --duration", "0x10", "more than 0"),
        ("record --duration", "1e1", "more than 0"), ("photo --timer", "0x1", "at least 0 and"),
        ("record --duration", "soon", "more than 0"),
        ("photo --count", "-3", "from 1 to 1000000000"), ("photo --count", "1.5", "from 1 to 1000000000"),
        ("photo --count", "12345678901234567890", "from 1 to 1000000000"),
        ("photo --count 2 --interval", "-1", "at least 0 and less than 1000000 seconds"),
        ("photo --count 2 --interval", "a while", "at least 0"), ("photo --timer", "1e7", "at least 0 and"),
        ("photo --timer", "--json", "at least 0 and"),
    ])
    func aNumberOutOfRangeIsRefusedWithTheRangeAndQuotedAsTyped(option: String, typed: String, range: String) throws {
        let words = option.split(separator: " ").map(String.init)
        let output = try avcam.run(words + [typed])
        #expect(output.status == 64 && output.text.isEmpty)
        let sentence = try #require(output.sentence, "\(output.standardError)")
        #expect(sentence.hasPrefix("avcam: \(words.last ?? "") must be \(range)"), "\(sentence)")
        #expect(sentence.hasSuffix(", not \(typed)."), "\(sentence)")
    }

    @Test(arguments: [("--bracket", "0x1,0"), ("--bracket", "1e1,0"), ("--max-dimensions", "640x0x1e0")])
    func otherNumbersAreDecimalToo(option: String, typed: String) throws {
        let output = try avcam.run("photo", option, typed)
        #expect(output.status == 64 && output.sentence?.contains("'\(typed)'") == true, "\(output.standardError)")
    }

    @Test(arguments: ["..", ".", "../..", "/"])
    func aFolderIsNamedAsTyped(path: String) throws {
        for command in ["photo", "record"] {
            let output = try avcam.run(command, "-o", path)
            #expect(output.status == 73 && output.sentence == "avcam: \(path) is a folder; name a file in it.")
        }
    }

    @Test func aNameThatEndsWithADotStaysAsItIs() throws {
        let file = avcam.folder.file("photo.")
        let output = try avcam.run("photo", "-o", file.path, "--max-dimensions", "640x480")
        #expect(output.status == 0 && output.line == file.path)
        #expect(avcam.names(in: avcam.folder.url) == ["photo."])
    }

    /// As `AVCAM_LIBRARY` does.
    @Test func aRelativeHomeCountsFromTheCurrentFolder() throws {
        let command = "cd '\(avcam.folder.url.path)' && HOME=there exec '\(AVCamProgram.path)' \"$@\""
        func run(_ words: String...) throws -> Tool.Output {
            try Tool.run(
                "env",
                ["-u", "AVCAM_LIBRARY", "-u", "XDG_PICTURES_DIR", "-u", "XDG_CONFIG_HOME", "sh", "-c", command, "sh"]
                    + words,
                environment: ["AVCAM_DEVICES": "simulated"])
        }
        let folder = avcam.folder.file("there/Pictures/AVCam").path
        #expect(try run("library", "path").line == folder)
        let output = try run("photo", "--max-dimensions", "640x480")
        #expect(output.status == 0 && output.line == folder + "/IMG_0001.jpg", "\(output.standardError)")
    }

    @Test func anOptionWithoutItsValueSaysWhereToWriteIt() throws {
        let output = try avcam.run("record", "--duration")
        #expect(output.status == 64)
        #expect(output.sentence?.contains("write it after the option") == true, "\(output.standardError)")
    }

    @Test(arguments: [("photo", "--camera"), ("record", "--camera"), ("record", "--microphone")])
    func anEmptyNameOfADeviceIsWrongUse(command: String, option: String) throws {
        let output = try avcam.run(command, option, "")
        #expect(output.status == 64 && output.text.isEmpty)
        #expect(output.sentence?.hasPrefix("avcam: \(option) needs the name of a ") == true, "\(output.standardError)")
    }

    @Test(arguments: ["photo", "record"])
    func aFolderWhereNoFileCanBeCreatedIsReportedEarly(command: String) throws {
        let output = try avcam.run(command, "-o", "/proc/capture")
        #expect(output.status == 73 && output.text.isEmpty)
        // To the superuser alone, permissions say nothing.
        let reason = geteuid() == 0 ? "No file can be created in /proc; " : "You may not write to /proc; "
        #expect(output.sentence?.hasPrefix("avcam: " + reason) == true, "\(output.standardError)")
    }

    @Test func devicesAreListedForPeopleAndForScripts() throws {
        let list = try avcam.run("devices", "--formats")
        #expect(list.status == 0)
        #expect(list.text.contains("* simulated:back "))
        let devices = try #require(try avcam.run("devices", "--json", "--formats").json() as? [[String: Any]])
        let back = try #require(devices.first { $0["id"] as? String == "simulated:back" })
        #expect(back["kind"] as? String == "camera" && back["isSimulated"] as? Bool == true)
        let formats = try #require(back["formats"] as? [[String: Any]])
        #expect(formats.contains { $0["width"] as? Int == 1920 && $0["height"] as? Int == 1080 })
        #expect(devices.contains { $0["kind"] as? String == "microphone" })
    }

    @Test(arguments: [
        ("simulated:nowhere", Int32(66)), ("nonsense", 66), ("file:/nowhere/clip.mov", 66), ("v4l2:/dev/null", 66),
        ("simulated:microphone", 66),
    ])
    func aCameraThatIsNotThereIsNamed(camera: String, status: Int32) throws {
        for command in ["photo", "record"] {
            let output = try avcam.run(command, "--camera", camera)
            #expect(output.status == status && output.text.isEmpty)
            let sentence = try #require(output.sentence, "\(output.standardError)")
            #expect(sentence.hasPrefix("avcam: ") && sentence.contains(camera.split(separator: ":").last ?? ""))
        }
        #expect(avcam.names(in: avcam.library).isEmpty)
    }

    @Test func aFileThatIsNotMediaIsRefused() throws {
        let file = try avcam.folder.file("text.mov", contents: Data("no movie".utf8))
        let output = try avcam.run("photo", "--camera", "file:\(file.path)")
        #expect(output.status == 66)
        #expect(
            output.sentence
                == "avcam: \(file.path) is neither a picture nor a movie; name a movie or a picture after file:.",
            "\(output.standardError)")
    }

    @Test(arguments: ["0", "-1", "x", "99999999999999999999"])
    func helpHasItsDescriptionsInATerminalOfNoColumns(columns: String) throws {
        let help = try Tool.run(AVCamProgram.path, ["photo", "--help"], environment: ["COLUMNS": columns]).text
        #expect(help.contains("How many times to take a photo"), "\(help)")
    }

    @Test func aFolderThatWasRemovedIsSaidToBe() throws {
        let script = "mkdir x && cd x && rmdir ../x && exec '\(AVCamProgram.path)' photo -o a.jpg"
        let output = try Tool.run(
            "bash", ["-c", "cd '\(avcam.folder.url.path)' && \(script)"], environment: ["AVCAM_DEVICES": "simulated"])
        #expect(output.status == 73)
        #expect(output.sentence?.hasPrefix("avcam: The folder . was removed; ") == true, "\(output.standardError)")
    }

    @Test func rawDataAsACameraShowsThePreviewInIt() throws {
        let raw = avcam.folder.file("raw.dng")
        #expect(try avcam.run("photo", "-o", raw.path).status == 0)
        let file = avcam.folder.file("photo.jpg")
        let output = try avcam.run("photo", "--camera", "file:\(raw.path)", "-o", file.path)
        try #require(output.status == 0, "\(output.standardError)")
        let preview = try Tool.output("exiftool", ["-b", "-SubIFD1:PreviewImage", raw.path])
        let picture = try ImageProbe.decode(preview)
        #expect(try ImageProbe.decode(file).psnr(picture) == .infinity)
        let (width, height) = (picture.width, picture.height)
        #expect(
            output.sentence
                == "raw.dng is raw data of a sensor, which is not developed: the preview in it is used, with"
                + " \(width)x\(height) pixels.", "\(output.standardError)")
    }

    @Test func rawDataWithoutAPreviewIsRefusedInPlainWords() throws {
        let file = avcam.folder.file("raw.dng")
        #expect(try avcam.run("photo", "-o", file.path).status == 0)
        var data = try Data(contentsOf: file)
        // Compression: 1 instead of 7. Source: TIFF 6.0, section 2.
        let isJPEG = Data([0x03, 0x01, 3, 0, 1, 0, 0, 0, 7, 0])
        while let place = data.range(of: isJPEG) { data[place.upperBound - 2] = 1 }
        try data.write(to: file)
        let output = try avcam.run("photo", "--camera", "file:\(file.path)")
        #expect(output.status == 66)
        #expect(
            output.sentence?.hasPrefix("avcam: \(file.path) holds only the raw data of a sensor, ") == true,
            "\(output.standardError)")
    }

    @Test func whatIsNotSupportedIsNamed() throws {
        let movie = avcam.folder.file("cinema.nut")
        try MadeFile.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", "2", "-c:v", "rawvideo", "-pix_fmt", "xyz12le"],
            to: movie)
        let photo = try avcam.run("photo", "--camera", "file:\(movie.path)")
        #expect(photo.status == 66 && photo.text.isEmpty)
        #expect(
            photo.sentence
                == "avcam: The pixel format xyz12le of \(movie.path) is not supported; convert it to MP4 or JPEG first.",
            "\(photo.standardError)")
        let sound = avcam.folder.file("fast.wav")
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", "anullsrc=r=4000000", "-t", "0.01"], to: sound)
        let record = try avcam.run("record", "--microphone", "file:\(sound.path)", "--duration", "1")
        #expect(record.status == 66 && record.text.isEmpty)
        #expect(
            record.sentence
                == "avcam: The sample rate of \(sound.path), 4000000 Hz, is not supported; convert it to WAV or FLAC first.",
            "\(record.standardError)")
    }

    /// Debian's libjxl prints the lines of its sources.
    @Test func aDamagedPictureGivesOneSentenceWhateverItsLibraryPrints() throws {
        let file = avcam.folder.file("picture.jxl")
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"], to: file)
        var data = try Data(contentsOf: file)
        for place in stride(from: data.count / 4, to: data.count, by: 97) { data[place] ^= 0xFF }
        try data.write(to: file)
        let output = try avcam.run("photo", "--camera", "file:\(file.path)")
        #expect(output.status == 66 && output.text.isEmpty)
        #expect(output.sentence?.hasPrefix("avcam: \(file.path) ") == true, "\(output.standardError)")
    }

    @Test(arguments: [100, 10_000, -100])
    func aTruncatedPictureIsRefused(length: Int) throws {
        let picture = avcam.folder.file("whole.jpg")
        #expect(try avcam.run("photo", "-o", picture.path, "--max-dimensions", "640x480").status == 0)
        let data = try Data(contentsOf: picture)
        let file = try avcam.folder.file("cut.jpg", contents: data.prefix(length < 0 ? data.count + length : length))
        let output = try avcam.run("photo", "--camera", "file:\(file.path)")
        #expect(output.status == 66)
        let sentence = try #require(output.sentence, "\(output.standardError)")
        #expect(sentence.contains(file.path) && sentence.contains("name a"))
    }

    @Test func withoutAnyCameraItSaysWhatToDo() throws {
        let output = try AVCamProgram(devices: "none").run("photo")
        #expect(output.status == 66)
        #expect(output.sentence?.hasPrefix("avcam: No camera was found; plug one in") == true)
    }

    @Test func aMissingMicrophoneIsNamed() throws {
        let output = try avcam.run("record", "--duration", "1", "--microphone", "alsa:nowhere")
        #expect(output.status != 0 && output.text.isEmpty)
        #expect(output.sentence?.contains("nowhere") == true, "\(output.standardError)")
        #expect(avcam.names(in: avcam.library).allSatisfy { $0.hasPrefix(".") })
    }

    @Test(arguments: [
        ("nonsense", "alsa:hw:0,0"), ("file:/nowhere.wav", "name a movie or a sound file after file:."),
    ])
    func theAdviceForAMicrophoneIsAboutMicrophones(microphone: String, advice: String) throws {
        let output = try avcam.run("record", "--duration", "1", "--microphone", microphone)
        #expect(output.status == 66 && output.text.isEmpty)
        let sentence = try #require(output.sentence, "\(output.standardError)")
        #expect(sentence.contains(microphone.split(separator: ":").last ?? "") && sentence.contains(advice))
        #expect(!sentence.contains("v4l2") && !sentence.contains("picture"), "\(sentence)")
    }

    @Test func theLibrarysPlaceIsPrintedAndAnEmptyOneListsNothing() throws {
        #expect(try avcam.run("library", "path").line == avcam.library.path)
        let list = try avcam.run("library", "list")
        #expect(list.status == 0 && list.text.isEmpty)
        #expect((try avcam.run("library", "list", "--json").json() as? [Any])?.isEmpty == true)
    }

    @Test func theDoctorChecksEverythingFromCameraToFile() throws {
        let findings = try #require(try avcam.run("doctor", "--json").json() as? [[String: Any]])
        func message(_ check: String) -> String? {
            findings.first { $0["check"] as? String == check }?["message"] as? String
        }
        #expect(message("cameras")?.contains("simulated:back") == true)
        #expect(message("simulated:back photo")?.contains(" after ") == true)
        #expect(message("simulated:back recording")?.contains("frames in") == true)
        #expect(message("photo library")?.contains(avcam.library.path) == true)
    }

    @Test func theDoctorChecksACameraInEachOfItsFormats() throws {
        let movie = avcam.folder.file("four-seconds.mp4")
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=4", "-c:v", "libx264"], to: movie)
        let output = try avcam.run("doctor", "--compliance", "--camera", "file:\(movie.path)", "--json")
        #expect(output.status == 0, "\(output.text)")
        let findings = try #require(output.json() as? [[String: Any]])
        let tests = findings.compactMap { finding -> String? in
            guard let check = finding["check"] as? String, check.contains(" x ") else { return nil }
            return "\(check.split(separator: ", ").last ?? ""): \(finding["message"] ?? "")"
        }
        let expected = [
            "frames: 1, 2, 3, 5, 8, 89", "photos: 1, 2, 3, 5, 8, 89", "movie: 1, 2, 3, 5, 8, 89",
            "started and stopped at once: 20", "stopped with photos in flight: 1, 2, 3, 5, 8",
            "stopped while recording: 1, 2, 3, 5, 8",
        ]
        #expect(tests == expected)
    }

    @Test func theDoctorSaysWhyACameraCannotBeChecked() throws {
        let avcam = try AVCamProgram(faults: "back:busy")
        let output = try avcam.run("doctor", "--compliance", "--camera", "simulated:back")
        #expect(output.status == 69)
        #expect(output.text.hasSuffix("problem  simulated:back compliance: simulated:back is already in use\n"))
        #expect(try avcam.run("doctor", "--camera", "").status == 64)
    }

    @Test func tryReportsWhatItUsedAndWhatItMade() throws {
        let output = try avcam.run("try")
        #expect(output.status == 0, "\(output.standardError)")
        #expect(output.text.contains("(simulated:back): no real camera was found"))
        #expect(output.text.contains("Photo: \(avcam.library.path)/IMG_0001.jpg"))
        #expect(output.text.contains("Movie: \(avcam.library.path)/IMG_0002.mov"))
    }

    @Test(arguments: [["nosuch"], ["library", "nosuch"], ["photo", "nosuch"]])
    func helpForAnUnknownCommandIsWrongUse(words: [String]) throws {
        let output = try avcam.run(["help"] + words)
        #expect(output.status == 64 && output.text.isEmpty)
        #expect(output.sentence?.hasPrefix("avcam: There is no command nosuch; ") == true, "\(output.standardError)")
        #expect(try avcam.run(["help"] + words.dropLast()).status == 0)
    }

    @Test(arguments: [
        [], ["photo"], ["record"], ["devices"], ["library"], ["library", "list"], ["library", "path"],
        ["library", "process"], ["library", "rebuild"], ["library", "albums"], ["phone"], ["doctor"], ["try"],
        ["controls"],
    ])
    func helpFitsATerminal(command: [String]) throws {
        let output = try Tool.run(AVCamProgram.path, command + ["--help"])
        #expect(output.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(output.text)")
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "unmounting /proc needs root"))
    func withoutProcCommandsWorkOrSayThatTheyNeedIt() throws {
        func run(_ arguments: String) throws -> Tool.Output {
            try Tool.run(
                "unshare", ["-m", "sh", "-c", "umount -l /proc; exec '\(AVCamProgram.path)' \(arguments)"],
                environment: ["AVCAM_DEVICES": "simulated", "AVCAM_LIBRARY": avcam.library.path])
        }
        #expect(try run("library path").line == avcam.library.path)
        #expect(try run("frobnicate").status == 64)
        #expect(try run("help photo").status == 0)
        for command in ["library list", "library albums", "devices", "controls"] {
            let output = try run(command)
            #expect(output.status == 71 && output.standardError.contains("There is no /proc"), "\(command): \(output)")
        }
        for name in ["photo.jpg", "movie.mov"] {
            let file = avcam.folder.file(name)
            let output = try run((name == "photo.jpg" ? "photo" : "record --duration 1") + " -o '\(file.path)'")
            #expect(
                output.status == 71 && output.standardError.contains("There is no /proc"), "\(output.standardError)")
        }
        #expect(avcam.names(in: avcam.folder.url) == [])
    }

    @Test func namesCannotControlATerminal() throws {
        let file = avcam.folder.file("a\u{1B}[31mred\u{7}.jpg")
        let photo = try avcam.run("photo", "-o", file.path)
        // A script needs the name as it is.
        #expect(photo.status == 0 && photo.line == file.path)
        let again = try avcam.run("photo", "-o", file.path)
        #expect(again.sentence?.contains("a\\x1b[31mred\\x07.jpg already exists") == true, "\(again.standardError)")
        let command = "'\(AVCamProgram.path)' photo --force -o '\(file.path)'"
        let shown = try Tool.run(
            "script", ["-qec", command, avcam.folder.file("typescript").path],
            environment: ["AVCAM_DEVICES": "simulated"])
        #expect(shown.status == 0 && shown.text.contains("a\\x1b[31mred\\x07.jpg"), "\(shown.text)")
        #expect(!shown.text.contains("\u{1B}[31m"))
    }

    @Test(arguments: ["/nonexistent", "/proc/version", "/proc"])
    func anUnusableTemporaryFolderIsNamedBeforeALivePhoto(folder: String) throws {
        let output = try Tool.run(
            AVCamProgram.path, ["photo", "--live", "-o", avcam.folder.file("photo.jpg").path],
            environment: ["AVCAM_DEVICES": "simulated", "TMPDIR": folder])
        #expect(output.status == 73 && output.text.isEmpty)
        #expect(
            output.sentence?.contains(" \(folder) ") == true && output.sentence?.contains("TMPDIR") == true,
            "\(output.standardError)")
        #expect(avcam.names(in: avcam.folder.url).isEmpty)
    }

    @Test func outputThatCannotBeWrittenIsAnError() throws {
        let output = try Tool.run("sh", ["-c", "'\(AVCamProgram.path)' devices > /dev/full"])
        #expect(output.status == 74)
        #expect(output.standardError == "avcam: Standard output cannot be written: No space left on device.\n")
    }

    /// Its descriptor must not become that of a file that the program opens, which would get the line.
    @Test func whatIsPrintedIsWrittenIntoNoFileWhenOutputIsClosed() throws {
        for streams in [">&-", "<&- >&-"] {
            let output = try Tool.run(
                "sh", ["-c", "'\(AVCamProgram.path)' photo " + streams],
                environment: ["AVCAM_DEVICES": "simulated", "AVCAM_LIBRARY": avcam.library.path])
            #expect(output.status == 74)
            #expect(output.standardError == "avcam: Standard output cannot be written: it is closed.\n")
        }
        let list = try avcam.run("library", "list")
        #expect(list.text.split(separator: "\n").count == 2 && list.notes.isEmpty, "\(list.standardError)")
    }
}
