import CaptureEngine
import Foundation
import TestSupport
import Testing

@testable import MovieCoding

/// How sound and picture stay in sync.
@Suite struct MovieSoundTests {
    let folder: TemporaryFolder
    let scene = MovieScene(channels: 1)

    init() throws { folder = try TemporaryFolder() }

    /// Records two seconds of pictures, and sound blocks of 10 ms at the times that `soundTime` gives, if it does.
    private func samples(soundTime: (Int) -> Double?) throws -> [Int16] {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        let picture = scene.frame(0)
        for frame in 0..<60 {
            try movie.append(scene.sample(picture, at: MovieScene.time(frame)), to: .video)
        }
        for block in 0..<200 {
            guard let time = soundTime(block) else { continue }
            let sound = scene.sound(from: block * 480, frames: 480, at: MovieScene.seconds(time))
            try movie.append(sound, to: .audio)
        }
        try movie.finish(at: MovieScene.time(60))
        let probe = try MovieProbe(url)
        #expect(probe.complaints == "")
        #expect(probe.audio?.startSeconds == 0)
        return try probe.samples()
    }

    /// The loudness of hundredths of a second: root mean square.
    private func loudness(_ samples: [Int16], _ hundredth: Int) -> Double {
        let part = samples[(hundredth * 480)..<((hundredth + 1) * 480)]
        return (part.reduce(0.0) { $0 + Double($1) * Double($1) } / 480).squareRoot()
    }

    @Test func silenceReplacesLostSound() throws {
        let samples = try samples { (80..<120).contains($0) ? nil : Double($0) / 100 }
        #expect(abs(samples.count - 96_000) <= 1024)
        #expect(loudness(samples, 40) > 7_000)
        #expect(loudness(samples, 100) < 100)
        #expect(loudness(samples, 160) > 7_000)
    }

    @Test func soundThatStartsLateIsHeardLate() throws {
        let samples = try samples { $0 < 50 ? nil : Double($0) / 100 }
        #expect(loudness(samples, 30) < 100)
        #expect(loudness(samples, 60) > 7_000)
        #expect(abs(samples.count - 96_000) <= 1024)
    }

    @Test func soundFromBeforeTheFirstFrameIsNotHeard() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        // A second of silence before the first frame, then the tone.
        for block in -100..<100 {
            let data = Data(count: 960)
            let time = MovieScene.seconds(Double(block) / 100)
            let silence = CMSampleBuffer.sound(
                CMBlockBuffer(copying: data), format: scene.audioFormat, numSamples: 480, presentationTimeStamp: time)
            let sample = block < 0 ? silence : scene.sound(from: block * 480, frames: 480, at: time)
            if block == 0 { try movie.append(scene.sample(scene.frame(0), at: MovieScene.origin), to: .video) }
            try movie.append(sample, to: .audio)
        }
        try movie.append(scene.sample(scene.frame(1), at: MovieScene.seconds(0.5)), to: .video)
        try movie.finish(at: MovieScene.seconds(1))
        let samples = try MovieProbe(url).samples()
        #expect(abs(samples.count - 48_000) <= 1024)
        #expect(loudness(samples, 0) > 6_000)
        #expect(loudness(samples, 98) > 7_000)
    }

    @Test func soundThatArrivesBeforeTheFirstFrameOfItsTimeIsHeard() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        for block in 0..<100 {
            let time = MovieScene.seconds(Double(block) / 100)
            if block == 20 { try movie.append(scene.sample(scene.frame(0), at: MovieScene.origin), to: .video) }
            try movie.append(scene.sound(from: block * 480, frames: 480, at: time), to: .audio)
        }
        try movie.append(scene.sample(scene.frame(1), at: MovieScene.seconds(0.5)), to: .video)
        try movie.finish(at: MovieScene.seconds(1))
        let samples = try MovieProbe(url).samples()
        #expect(abs(samples.count - 48_000) <= 1024)
        #expect(loudness(samples, 5) > 6_000 && loudness(samples, 15) > 6_000)
    }

    @Test func soundEndsWithTheRecording() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        try scene.record(to: movie, frames: 0..<45)
        try movie.finish(at: MovieScene.seconds(1.2))
        let probe = try MovieProbe(url)
        #expect(abs((probe.audio?.durationSeconds ?? 0) - 1.2) < 0.001)
    }

    @Test(arguments: [8_000, 16_000, 44_100, 48_000, 96_000])
    func sampleRatesOfMicrophonesAreKept(rate: Int) throws {
        let scene = MovieScene(sampleRate: rate, channels: 1)
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        try scene.record(to: movie, frames: 0..<60)
        try movie.finish(at: MovieScene.time(60))
        let probe = try MovieProbe(url)
        #expect(probe.audio?.sample_rate == "\(rate)")
        #expect(abs((probe.audio?.durationSeconds ?? 0) - 2) < 0.002)
        #expect(try probe.decodingComplaints() == "")
    }

    /// How long the drifting movie is: in five minutes sound that nobody corrects is off by 62 ms, in an hour, which
    /// `Tests/Hostile/clock-attack` asks for, by 750 ms.
    private static let driftSeconds = ProcessInfo.processInfo.environment["DRIFT_SECONDS"].flatMap(Int.init) ?? 300

    /// A microphone whose second has 48,010 samples of the pictures' clock, with a click at every tenth second.
    @Test(arguments: [48_010, 47_990])
    func driftingSoundStaysWithThePictures(rate: Int) throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url))
        let picture = scene.frame(0)
        let block = 480
        var nextBlock = 0
        for second in 0..<Self.driftSeconds {
            try movie.append(scene.sample(picture, at: MovieScene.time(second, rate: 1)), to: .video)
            while nextBlock * block < (second + 1) * rate {
                try movie.append(clicks(block: nextBlock, of: block, rate: rate), to: .audio)
                nextBlock += 1
            }
        }
        try movie.finish(at: MovieScene.time(Self.driftSeconds, rate: 1))
        let samples = try MovieProbe(url).samples()
        #expect(abs(samples.count - Self.driftSeconds * 48_000) < 48_000 / 50)
        for second in stride(from: 10, to: Self.driftSeconds, by: 10) {
            // Half a second around the place where it belongs.
            let around = (second * 48_000 - 12_000)..<(second * 48_000 + 12_000)
            let loudest = around.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) } ?? 0
            #expect(abs(loudest - second * 48_000) < 48_000 / 50, "\(second) s")
        }
    }

    /// A block of that microphone, at its time on the pictures' clock.
    private func clicks(block number: Int, of frames: Int, rate: Int) -> CMSampleBuffer {
        let first = number * frames
        var samples = [Int16](repeating: 0, count: frames)
        for index in 0..<frames where (first + index) % (10 * rate) < 48 { samples[index] = 20_000 }
        let data = samples.withUnsafeBytes { Data($0) }
        return .sound(
            CMBlockBuffer(copying: data), format: scene.audioFormat, numSamples: frames,
            presentationTimeStamp: MovieScene.seconds(Double(first) / Double(rate)))
    }

    @Test func aSampleRateThatAACLacksIsRefused() {
        let scene = MovieScene(sampleRate: 47_000)
        let error = #expect(throws: CaptureError.self) {
            try MovieFile(scene.configuration(folder.file("movie.mov")))
        }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains("47000 Hz") == true)
    }
}
