import CaptureEngine
import FFmpeg
import Foundation
import TestSupport
import Testing

@testable import MovieCoding

/// The file format itself, with packets at chosen times.
@Suite struct QuickTimeWriterTests {
    let folder: TemporaryFolder
    let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("movie.mov")
    }

    /// A short H.264 stream: its description and one packet a frame, the first a key frame.
    private func video(frames: Int) throws -> (track: MovieTrackDescription, packets: [[UInt8]]) {
        var configuration = MovieScene().configuration(url).video!
        configuration.expectedFrameRate = 30
        let scene = MovieScene()
        let track = try MovieVideoTrack(like: scene.frame(0), configuration, keyFrameSeconds: 1_000)
        let packets = try (0..<frames).flatMap { try track.encode(scene.frame($0), at: Int64($0) * 3000) }
        return (track.description, packets.map { $0.withBytes { Array($0) } })
    }

    private func writer(
        _ tracks: [MovieTrackDescription], fragmentInterval: Double = .infinity
    ) throws -> QuickTimeWriter {
        QuickTimeWriter(
            file: try MovieOutputFile(path: url.path), tracks: tracks, metadata: [],
            created: Date(timeIntervalSince1970: 1_790_000_000), fragmentInterval: fragmentInterval)
    }

    @Test func aTrackThatStartsLaterIsPlayedLater() throws {
        let (track, packets) = try video(frames: 5)
        let writer = try writer([track, track])
        for (index, packet) in packets.enumerated() {
            for (number, start) in [0, 45_000].enumerated() {
                try packet.withUnsafeBytes {
                    try writer.append($0, at: Int64(start + index * 3000), isKey: index == 0, toTrack: number)
                }
            }
        }
        try writer.finish(ends: [.init(media: 15_000, played: 15_000), .init(media: 60_000, played: 60_000)])
        let probe = try MovieProbe(url)
        #expect(probe.streams.map(\.startSeconds) == [0, 0.5])
        #expect(abs(probe.format.durationSeconds - 60_000 / 90_000.0) < 0.001)
    }

    @Test func framesMayBeShownInADifferentOrder() throws {
        let (track, packets) = try video(frames: 4)
        let writer = try writer([track])
        // Shown: 0, 2, 1, 3, each one frame after it is decoded.
        for (index, offset) in [3000, 6000, 0, 3000].enumerated() {
            try packets[index].withUnsafeBytes {
                try writer.append(
                    $0, at: Int64(index) * 3000, compositionOffset: Int32(offset), isKey: index == 0, toTrack: 0)
            }
        }
        try writer.finish(ends: [.init(media: 12_000, played: 15_000)])
        #expect(try MovieProbe(url).packets(.video).map(\.pts) == [3000, 9000, 6000, 12_000])
    }

    @Test func theDateIsInTheFile() throws {
        let (track, packets) = try video(frames: 1)
        let writer = try writer([track])
        try packets[0].withUnsafeBytes { try writer.append($0, at: 0, isKey: true, toTrack: 0) }
        try writer.finish(ends: [.init(media: 3000, played: 3000)])
        #expect(try MovieProbe(url).format.tags?["creation_time"] == "2026-09-21T14:13:20.000000Z")
    }

    @Test func aRecordingOfADayKeepsItsTimes() throws {
        let (track, packets) = try video(frames: 1)
        let day: Int64 = 86_400 * 90_000
        let writer = try writer([track])
        for time: Int64 in [0, 40_000 * 90_000, day] {
            try packets[0].withUnsafeBytes { try writer.append($0, at: time, isKey: true, toTrack: 0) }
        }
        try writer.finish(ends: [.init(media: day + 3000, played: day + 3000)])
        let probe = try MovieProbe(url)
        #expect(probe.packets(.video).map(\.pts) == [0, 40_000 * 90_000, Int(day)])
        #expect(abs(probe.format.durationSeconds - 86_400.033) < 0.001)
    }

    @Test func manyFragmentsMakeOneIndex() throws {
        let (track, packets) = try video(frames: 2)
        let writer = try writer([track], fragmentInterval: 0.5)
        for index in 0..<3_000 {
            try packets[index % 15 == 0 ? 0 : 1].withUnsafeBytes {
                try writer.append($0, at: Int64(index) * 3000, isKey: index % 15 == 0, toTrack: 0)
            }
        }
        #expect(try MovieProbe.boxes(url).filter { $0 == "moof" }.count == 199)
        try writer.finish(ends: [.init(media: 9_000_000, played: 9_000_000)])
        let packetsRead = try MovieProbe(url).packets(.video)
        #expect(packetsRead.count == 3_000)
        #expect(packetsRead.enumerated().allSatisfy { $1.isKey == ($0 % 15 == 0) })
        #expect(try MovieProbe.boxes(url) == ["ftyp", "mdat", "moov"])
    }

    @Test func memoryIsBoundedWithoutFragmentInterval() throws {
        let (track, _) = try video(frames: 1)
        let writer = try writer([track])
        let packet = [UInt8](repeating: 1, count: 1 << 20)
        for index in 0..<40 {
            try packet.withUnsafeBytes {
                try writer.append($0, at: Int64(index) * 3000, isKey: index == 0, toTrack: 0)
            }
        }
        let size = try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int)
        #expect(size > 30 << 20)
        #expect(writer.bytesWritten > 40 << 20)
    }
}
