import Foundation
import TestSupport
import Testing

/// `kill -9` in the middle of a recording.
@Suite(.serialized)
struct KillTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    /// Records until a random moment and kills the program.
    ///
    /// - Returns: for how long it had been recording, in seconds; a little less than the truth.
    private func recordAndKill(_ arguments: [String], file: () -> URL?) throws -> Double {
        let process = try avcam.start(["record", "--preset", "640x480"] + arguments)
        defer { process.waitUntilExit() }
        // The file's header is written when the first frame is there.
        try avcam.wait { file().map { avcam.size(of: $0) > 0 } ?? false }
        let begin = ContinuousClock.now
        usleep(useconds_t.random(in: 1_200_000...2_800_000))
        kill(process.processIdentifier, SIGKILL)
        return (ContinuousClock.now - begin) / .seconds(1)
    }

    @Test(arguments: 1...10)
    func theFileHoldsAllButTheLastSecond(round: Int) throws {
        let file = avcam.folder.file("movie.mov")
        let recorded = try recordAndKill(["-o", file.path]) { file }
        let movie = try MovieProbe(file)
        #expect(movie.video != nil && movie.audio != nil)
        #expect(movie.format.durationSeconds > recorded - 1)
    }

    @Test func theLibraryTakesOverWhatWasRecorded() throws {
        let incoming = avcam.library.appendingPathComponent(".avcam/incoming")
        _ = try recordAndKill([]) {
            avcam.names(in: incoming).first.map { incoming.appendingPathComponent("\($0)/video.mov") }
        }
        #expect(avcam.names(in: avcam.library) == [".avcam"])
        let list = try #require(try avcam.run("library", "list", "--json").json() as? [[String: Any]])
        #expect(list.count == 1 && list[0]["kind"] as? String == "video")
        #expect(avcam.names(in: avcam.library) == [".avcam", "IMG_0001.mov"])
        #expect(avcam.names(in: incoming).isEmpty)
        #expect(try MovieProbe(avcam.library.appendingPathComponent("IMG_0001.mov")).video != nil)
    }
}
