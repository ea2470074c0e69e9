import CaptureEngine
import Foundation
import TestSupport
import Testing

@testable import MovieCoding

/// What is left of a movie whose recording did not end as planned.
@Suite struct MovieCrashTests {
    let folder: TemporaryFolder
    let scene = MovieScene()

    init() throws { folder = try TemporaryFolder() }

    /// Records five seconds and finishes only a copy: the file itself stays as a dead process leaves it.
    private func unfinished(fragmentSeconds: Double = 1) throws -> (url: URL, movie: MovieFile) {
        let url = folder.file("unfinished.mov")
        let movie = try MovieFile(scene.configuration(url, fragmentSeconds: fragmentSeconds))
        try scene.record(to: movie, frames: 0..<151)
        return (url, movie)
    }

    @Test func aMovieThatWasNotFinishedHoldsAllButTheLastFragment() throws {
        let (url, movie) = try unfinished()
        defer { movie.cancel() }
        #expect(try MovieProbe.boxes(url).prefix(5) == ["ftyp", "free", "moov", "moof", "mdat"])
        let probe = try MovieProbe(url)
        #expect(probe.complaints == "")
        let packets = probe.packets(.video)
        #expect(packets.map(\.pts) == (0..<150).map { $0 * 3000 })
        #expect(try probe.decodingComplaints() == "")
        let samples = try probe.samples()
        #expect(samples.count / 2 > 48_000 * 49 / 10)
    }

    @Test func theSoundOfAnUnfinishedMovieIsInSync() throws {
        let (url, movie) = try unfinished()
        defer { movie.cancel() }
        let probe = try MovieProbe(url)
        // The encoder's priming lies before the start, so the tone begins, at its zero crossing, with the picture.
        #expect(probe.video?.startSeconds == 0)
        #expect(probe.audio?.startSeconds == -0.021333)
        let samples = try probe.samples().dropFirst(1024 * 2)
        let begin = (0..<24).map { Double(samples[samples.startIndex + $0 * 2]) }
        let expected = (0..<24).map { 12_000 * sin(Double($0) * 440 * 2 * .pi / 48_000) }
        #expect(zip(begin, expected).allSatisfy { abs($0 - $1) < 3_000 })
    }

    @Test func aFileCutOffAnywhereOpensAndHoldsItsWholeFragments() throws {
        let (url, movie) = try unfinished()
        defer { movie.cancel() }
        let whole = try Data(contentsOf: url)
        let fragments = try fragmentEnds(whole)
        #expect(fragments.count == 5)
        var generator = SplitMix(state: 20_261_120)
        let lengths = (0..<10).map { _ in Int.random(in: fragments[0]...whole.count, using: &generator) }
        for length in lengths + fragments {
            let cut = try folder.file("cut.mov", contents: whole.prefix(length))
            let complete = fragments.filter { $0 <= length }.count
            let output = try Tool.run(
                "ffprobe",
                [
                    "-v", "quiet", "-count_packets", "-select_streams", "v", "-show_entries",
                    "stream=nb_read_packets", "-of", "csv=p=0", cut.path,
                ])
            #expect(output.status == 0, "cut at \(length)")
            let packets = Int(output.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
            #expect(packets >= complete * 30, "cut at \(length), behind \(complete) fragments")
        }
    }

    @Test func dyingWhileTheIndexIsWrittenLosesNothing() throws {
        let (url, movie) = try unfinished()
        try movie.finish(at: MovieScene.time(151))
        // A finished file whose head has not been patched yet: its state between the last two writes.
        var data = try Data(contentsOf: url)
        let index = 20 + data[28..<36].reduce(0) { $0 << 8 | Int($1) }
        #expect(data[(index + 4)..<(index + 8)] == Data("moov".utf8))
        data.replaceSubrange(20..<36, with: Data([0, 0, 0, 16] + Array("free".utf8) + [UInt8](repeating: 0, count: 8)))
        for length in [index, index + 1, index + (data.count - index) / 2, data.count - 1, data.count] {
            let cut = try folder.file("cut.mov", contents: data.prefix(length))
            let packets = try MovieProbe(cut).packets(.video)
            #expect(packets.count == 151, "cut at \(length) of \(data.count), index at \(index)")
        }
    }

    @Test func aMovieWithoutKeyFramesInTimeIsCutAnyway() throws {
        // Sound continues while the camera hangs after its first frame.
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        defer { movie.cancel() }
        try movie.append(scene.sample(scene.frame(0), at: MovieScene.origin), to: .video)
        for block in 0..<1_000 {
            let time = MovieScene.time(block, rate: 100)
            try movie.append(scene.sound(from: block * 480, frames: 480, at: time), to: .audio)
        }
        #expect(try MovieProbe(url).samples().count / 2 >= 7 * 48_000)
    }

    @Test func otherReadersAcceptBothForms() throws {
        let (url, movie) = try unfinished()
        func decode(_ url: URL) throws -> Int32 {
            try Tool.run(
                "gst-launch-1.0",
                ["-q", "filesrc", "location=\(url.path)", "!", "qtdemux", "!", "avdec_h264", "!", "fakesink"]
            ).status
        }
        let copy = try folder.file("copy.mov", contents: Data(contentsOf: url))
        #expect(try decode(copy) == 0)
        try movie.finish(at: MovieScene.time(151))
        #expect(try decode(url) == 0)
    }

    /// Where each `mdat` of a fragmented file ends.
    private func fragmentEnds(_ data: Data) throws -> [Int] {
        var ends: [Int] = []
        var offset = 0
        while offset + 8 <= data.count {
            let length = data[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: data[(offset + 4)..<(offset + 8)], as: UTF8.self)
            offset += length
            if type == "mdat" { ends.append(offset) }
        }
        return ends
    }
}

/// The same numbers on every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
