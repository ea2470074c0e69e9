import Foundation
import TestSupport
import Testing

/// `kill -9` while a file is created or replaced: there is always one complete file, and nothing is left behind.
@Suite(.serialized)
struct ReplacementTests {
    let avcam: AVCamProgram
    private static let old = Data("the old file".utf8)

    init() throws { avcam = try AVCamProgram() }

    /// Kills a run after some time.
    private func kill(_ arguments: [String], afterMilliseconds time: Int) throws {
        let process = try avcam.start(arguments)
        usleep(useconds_t(time * 1000))
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The files after a kill. A hidden one can remain if the kill came between two calls to the file system.
    private func visibleNames() -> [String] { avcam.names(in: avcam.folder.url).filter { !$0.hasPrefix(".") } }

    @Test(arguments: [[], ["--time-lapse", "0.3"]])
    func aReplacedMovieIsTheOldOneOrANewOneWheneverItIsKilled(speed: [String]) throws {
        let file = avcam.folder.file("movie.mov")
        var moments = SeededRandomness()
        for _ in 0..<(speed.isEmpty ? 12 : 6) {
            try Self.old.write(to: file)
            try kill(
                ["record", "-o", file.path, "--force", "--preset", "640x480"] + speed,
                afterMilliseconds: .random(in: 0...1800, using: &moments))
            #expect(visibleNames() == ["movie.mov"])
            if try Data(contentsOf: file) != Self.old {
                #expect(try MovieProbe(file).packets(.video).isEmpty == false)
            }
        }
        let last = try avcam.run("record", "-o", file.path, "--force", "--duration", "1")
        #expect(last.status == 0, "\(last.standardError)")
        #expect(avcam.names(in: avcam.folder.url) == ["movie.mov"])
    }

    @Test func aNewMovieIsNeverEmptyWheneverItIsKilled() throws {
        let file = avcam.folder.file("movie.mov")
        var moments = SeededRandomness()
        let command = ["record", "-o", file.path, "--preset", "640x480"]
        for round in 0..<9 {
            if round == 0 {
                let process = try avcam.start(command)
                try avcam.wait { avcam.size(of: file) > 0 }
                Foundation.kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            } else {
                try kill(command, afterMilliseconds: .random(in: 0...1200, using: &moments))
            }
            let names = avcam.names(in: avcam.folder.url)
            #expect(round > 0 && names.isEmpty || names == ["movie.mov"])
            if !names.isEmpty { #expect(try MovieProbe(file).packets(.video).isEmpty == false) }
            unlink(file.path)
        }
    }

    @Test func aReplacedPhotoIsTheOldOneOrANewOneWheneverItIsKilled() throws {
        let file = avcam.folder.file("photo.jpg")
        var moments = SeededRandomness()
        for _ in 0..<12 {
            try Self.old.write(to: file)
            try kill(["photo", "-o", file.path, "--force"], afterMilliseconds: .random(in: 0...900, using: &moments))
            #expect(visibleNames() == ["photo.jpg"])
            if try Data(contentsOf: file) != Self.old { #expect(try ImageProbe.validation(of: file) == "OK") }
        }
        #expect(try avcam.run("photo", "-o", file.path, "--force").status == 0)
        #expect(avcam.names(in: avcam.folder.url) == ["photo.jpg"])
    }

    /// The next run gives a photo all its files, although it then refuses to replace them.
    @Test func rawAndPictureAreBothOldOrBothNewWheneverItIsKilled() throws {
        let files = ["photo.jpg", "photo.dng"].map(avcam.folder.file)
        let command = ["photo", "-o", files[0].path, "--format", "raw+jpeg"]
        var moments = SeededRandomness()
        for _ in 0..<12 {
            for file in files { try Self.old.write(to: file) }
            try kill(command + ["--force"], afterMilliseconds: .random(in: 0...1200, using: &moments))
            #expect(try avcam.run(command).status == 73)
            #expect(avcam.names(in: avcam.folder.url) == ["photo.dng", "photo.jpg"])
            let isOld = try files.map { try Data(contentsOf: $0) == Self.old }
            #expect(isOld[0] == isOld[1])
            if !isOld[0] { #expect(try ImageProbe.validation(of: files[0]) == "OK") }
        }
    }

    /// As a kill between two names leaves them.
    @Test func aPhotoThatLacksItsRawDataIsCompletedAndReported() throws {
        let photo = try avcam.folder.file("photo.jpg", contents: Data("new".utf8))
        let raw = try avcam.folder.file("photo.dng", contents: Self.old)
        _ = try avcam.folder.file(".photo.dng.1a2b3c4d.part", contents: Data("new".utf8))
        let texts = ["replace", ".photo.jpg.1a2b3c4d.part", "photo.jpg", ".photo.dng.1a2b3c4d.part", "photo.dng"]
        _ = try avcam.folder.file(".photo.jpg.2a2b3c4d.set", contents: Data(texts.flatMap { Array($0.utf8) + [0] }))
        let output = try avcam.run("photo", "-o", photo.path)
        #expect(output.status == 73)
        #expect(
            output.notes.first?.hasSuffix(
                "photo.dng was recovered: a run was killed after writing it and before giving it its name.")
                == true,
            "\(output.standardError)")
        #expect(try Data(contentsOf: raw) == Data("new".utf8) && Data(contentsOf: photo) == Data("new".utf8))
        #expect(avcam.names(in: avcam.folder.url) == ["photo.dng", "photo.jpg"])
    }

    @Test(arguments: [["photo", "-o", "NAME.jpg"], ["record", "-o", "NAME.mov", "--duration", "1"]])
    func leftoversOfAKilledRunAreRemovedAndReported(arguments: [String]) throws {
        let path = avcam.folder.file("capture").path
        let arguments = arguments.map { $0.replacingOccurrences(of: "NAME", with: path) }
        let name = try #require(arguments[2].split(separator: "/").last)
        _ = try avcam.folder.file(".\(name).1a2b3c4d.part", contents: Data([0]))
        // Files with other names, which are not ours.
        let others = [".other.mov.1a2b3c4d.part", ".\(name).part", "\(name).1a2b3c4d.part"]
        for other in others { _ = try avcam.folder.file(other, contents: Data([0])) }
        let output = try avcam.run(arguments)
        #expect(output.status == 0)
        #expect(
            output.sentence?.contains(".\(name).1a2b3c4d.part is removed: a run that was killed") == true,
            "\(output.standardError)")
        #expect(avcam.names(in: avcam.folder.url) == (others + [String(name)]).sorted())
    }

    @Test func theOldMovieStaysWhenASecondSignalEndsTheRunBeforeTheFirstPicture() throws {
        let stalled = try AVCamProgram(faults: "back:stall-after=0ms")
        let file = try stalled.folder.file("movie.mov", contents: Self.old)
        let errors = stalled.folder.file("errors")
        let process = try stalled.start(["record", "-o", file.path, "--force"], errors: errors)
        try stalled.wait { (try? process.takesStopSignals()) == true }
        for signal in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { Foundation.kill(process.processIdentifier, signal) }
        process.waitUntilExit()
        let text = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationStatus == 130)
        #expect(text.contains("before anything was recorded; the old file is left as it was"), "\(text)")
        #expect(try Data(contentsOf: file) == Self.old)
        #expect(stalled.names(in: stalled.folder.url) == ["errors", "movie.mov"])
    }
}
