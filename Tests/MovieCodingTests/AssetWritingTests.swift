import CaptureEngine
import Foundation
import Locking
import TestSupport
import Testing

@testable import MovieCoding

/// How much waits for a writer's thread. Before the session begins, nothing is taken.
@Suite struct AssetWritingTests {
    private let scene = MovieScene()

    private func writing(_ url: URL, _ failures: Mutex<[CaptureError]> = Mutex([])) throws -> AssetWriting {
        var pictures = PictureCoding()
        pictures.size = CMVideoDimensions(width: 320, height: 240)
        var configuration = AssetConfiguration(url: url, fileType: .quickTime)
        configuration.tracks = [
            .init(.pictures(pictures)),
            .init(.sound(SoundCoding(.aac(sampleRate: 48_000, channels: 2, bitRate: 128_000)))),
        ]
        return try AssetWriting(
            configuration,
            .init(onRoom: { _ in }, onFailure: { failure in failures.withLock { $0.append(failure) } }))
    }

    @Test func fewFramesWaitButSecondsOfSound() throws {
        let folder = try TemporaryFolder()
        let writing = try writing(folder.file("movie.mov"))
        defer { writing.cancel() }
        var (frames, blocks) = (0, 0)
        while writing.hasRoom(forTrack: 0), frames < 1_000 {
            writing.append(scene.sample(scene.frame(frames), at: MovieScene.time(frames)), to: 0)
            frames += 1
        }
        while writing.hasRoom(forTrack: 1), blocks < 1_000 {
            let time = MovieScene.time(blocks, rate: 100)
            writing.append(scene.sound(from: blocks * 480, frames: 480, at: time), to: 1)
            blocks += 1
        }
        #expect(frames == 5 && blocks == 400)
    }

    @Test func longBlocksOfSoundTakeNoMoreTimeThanShortOnes() throws {
        let folder = try TemporaryFolder()
        let writing = try writing(folder.file("movie.mov"))
        defer { writing.cancel() }
        var blocks = 0
        while writing.hasRoom(forTrack: 1), blocks < 100 {
            let time = MovieScene.time(blocks, rate: 1)
            writing.append(scene.sound(from: blocks * 48_000, frames: 48_000, at: time), to: 1)
            blocks += 1
        }
        #expect(blocks == 5)
    }

    @Test func ofAllTracksTheEarliestSampleIsWrittenFirst() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("movie.mov")
        let failures = Mutex<[CaptureError]>([])
        let writing = try writing(url, failures)
        for block in 0..<300 {
            let time = MovieScene.time(block, rate: 100)
            writing.append(scene.sound(from: block * 480, frames: 480, at: time), to: 1)
        }
        for index in 0..<90 { writing.append(scene.sample(scene.frame(index), at: MovieScene.time(index)), to: 0) }
        writing.start(at: MovieScene.origin)
        let end = Monitor(false)
        writing.finish(at: nil) { failure in
            #expect(failure == nil)
            end.withLock { $0 = true }
        }
        #expect(end.wait(timeout: .seconds(60)) { $0 ? true : nil } == true)
        let failed = failures.withLock { $0.count }
        #expect(failed == 0)
        // In the file, sound and pictures of one second are next to each other.
        let places = try Tool.output(
            "ffprobe",
            ["-v", "error", "-show_entries", "packet=codec_type,pos", "-of", "csv=p=0", url.path])
        let kinds = String(decoding: places, as: UTF8.self).split(separator: "\n")
            .compactMap { line -> (kind: Substring, place: Int)? in
                let fields = line.split(separator: ",")
                return fields.count == 2 ? Int(fields[1]).map { (fields[0], $0) } : nil
            }
            .sorted { $0.place < $1.place }.map(\.kind)
        let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
        #expect(changes >= 4)
    }
}
