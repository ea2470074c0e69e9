import CaptureEngine
import Foundation
import SimulatedDevices
import TestSupport
import Testing

/// `kill -9` in the middle of a recording.
@Suite(.ownThread) struct KillTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    /// A moment on the clock that the frames show as blocks, and how long one of the program's threads had waited for a
    /// processor in the last second before; both in milliseconds.
    private struct Kill {
        var moment: Int64
        var waited: Int64
    }

    /// Records until a random moment and kills the program.
    private func recordAndKill(_ arguments: [String], file: () -> URL?) throws -> Kill {
        let process = try avcam.start(["record", "--preset", "640x480"] + arguments)
        defer { process.waitUntilExit() }
        // The file's header is written with the first fragment.
        try avcam.wait { file().map { avcam.size(of: $0) > 0 } ?? false }
        var moments = SeededRandomness()
        usleep(useconds_t.random(in: 200_000...1_800_000, using: &moments))
        let before = Self.waits(of: process)
        sleep(1)
        let after = Self.waits(of: process)
        let waited = before.compactMap { thread, time in after[thread].map { $0 - time } }.max() ?? 0
        let milliseconds = Int64(MonotonicClock.shared.now.seconds * 1000)
        kill(process.processIdentifier, SIGKILL)
        return Kill(moment: milliseconds, waited: waited)
    }

    /// How long each thread of a process has waited for a processor so far, in milliseconds.
    ///
    /// Source: Linux, Documentation/scheduler/sched-stats: the second number of `schedstat`.
    private static func waits(of process: Process) -> [String: Int64] {
        let tasks = "/proc/\(process.processIdentifier)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(into: [:]) { waits, thread in
            let text = (try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)) ?? ""
            let numbers = text.split(whereSeparator: \.isWhitespace)
            if numbers.count > 1 { waits[thread] = (Int64(numbers[1]) ?? 0) / 1_000_000 }
        }
    }

    @Test(arguments: 1...10)
    func theFileHoldsAllButTheLastSecond(round: Int) throws {
        let file = avcam.folder.file("movie.mov")
        let killed = try recordAndKill(["-o", file.path]) { file }
        let movie = try MovieProbe(file)
        #expect(movie.video != nil && movie.audio != nil)
        let last = try #require(try lastFrame(of: movie))
        // On a busy machine a frame reaches the file later by the time for which a thread on its way had to wait.
        #expect(killed.moment - Int64(last.milliseconds) < 1000 + killed.waited)
    }

    /// The content of the blocks in the last frame.
    private func lastFrame(of movie: MovieProbe) throws -> SceneReader.Reading? {
        let (width, height) = (640, 480)
        let frames = try movie.frames(pixelFormat: "gray")
        return frames.suffix(width * height).withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { SceneReader.read(luma: $0, bytesPerRow: width, width: width, height: height) }
        }
    }

    @Test func theLibraryTakesOverTheRecordedPart() throws {
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
