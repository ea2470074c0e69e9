import AVFoundation
import Foundation
import TestSupport
import Testing

/// A tone of 440 Hz at another speed.
@Suite struct TimePitchTests {
    let scene: MovieScene

    init() throws { scene = try MovieScene() }

    /// Two seconds of the tone, in so many seconds.
    private func composition(_ seconds: Double) throws -> AVMutableComposition {
        let asset = AVURLAsset(url: try scene.foreign("tone.mp4", seconds: 2))
        let composition = AVMutableComposition()
        let range = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
        try composition.insertTimeRange(range, of: asset, at: .zero)
        composition.scaleTimeRange(range, toDuration: CMTime(seconds: seconds, preferredTimescale: 600))
        return composition
    }

    /// What an output reads, from -1 to 1; of one channel at 44100 Hz.
    private func samples(_ asset: AVAsset, _ output: AVAssetReaderOutput) throws -> [Double] {
        let reader = try AVAssetReader(asset: asset)
        reader.add(output)
        #expect(reader.startReading())
        var samples: [Double] = []
        for buffer in MovieScene.samples(reader, output) {
            // Each sample is where the one before ends.
            #expect(abs(buffer.presentationTimeStamp.seconds * 44_100 - Double(samples.count)) < 2)
            let data = try #require(try buffer.dataBuffer?.dataBytes())
            samples += data.withUnsafeBytes { $0.bindMemory(to: Int16.self).map { Double($0) / 32_768 } }
        }
        #expect(reader.status == .completed)
        return samples
    }

    private func frequency(_ samples: [Double]) -> Double {
        let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(crossings) * 44_100 / Double(samples.count)
    }

    private static var settings: [String: Any] {
        [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1]
    }

    @Test(arguments: [
        (AVAudioTimePitchAlgorithm.spectral, 1.0, 440.0), (.timeDomain, 3.2, 440), (.lowQualityZeroLatency, 1.5, 440),
        (.varispeed, 1, 880), (.varispeed, 4, 220),
    ]) func theAlgorithmDecidesThePitch(
        _ algorithm: AVAudioTimePitchAlgorithm, _ seconds: Double, _ wanted: Double
    ) throws {
        let composition = try composition(seconds)
        let track = try #require(composition.tracks(withMediaType: .audio).first)
        let single = AVAssetReaderTrackOutput(track: track, outputSettings: Self.settings)
        #expect(single.audioTimePitchAlgorithm == .spectral)
        single.audioTimePitchAlgorithm = algorithm
        let mixed = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: Self.settings)
        #expect(mixed.audioTimePitchAlgorithm == .spectral)
        mixed.audioTimePitchAlgorithm = algorithm
        for output in [single, mixed] as [AVAssetReaderOutput] {
            let samples = try samples(composition, output)
            #expect(abs(Double(samples.count) / 44_100 - seconds) < 0.01)
            let middle = Array(samples.dropFirst(4410).dropLast(4410))
            #expect(abs(frequency(middle) / wanted - 1) < 0.03)
            // The tone of ffmpeg has an eighth of the full scale, and is not torn: no step is larger than the tone's own.
            #expect((0.11...0.14).contains(middle.max() ?? 0))
            let step = zip(middle, middle.dropFirst()).map { abs($0 - $1) }.max() ?? 1
            #expect(step < 0.125 * 2 * Double.pi * wanted / 44_100 * 1.6)
        }
    }

    @Test func theMixDecidesForItsTrack() throws {
        let composition = try composition(1)
        let track = try #require(composition.tracks(withMediaType: .audio).first)
        let parameters = AVMutableAudioMixInputParameters(track: track)
        #expect(parameters.audioTimePitchAlgorithm == nil)
        parameters.audioTimePitchAlgorithm = .varispeed
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: Self.settings)
        output.audioMix = mix
        #expect(output.audioMix?.inputParameters.first?.audioTimePitchAlgorithm == .varispeed)
        #expect(abs(frequency(try samples(composition, output)) - 880) < 20)
    }

    /// Between the parts of a composition there can be silence, which is not stretched away.
    @Test func soundAfterAGapIsWhereItBelongs() throws {
        let composition = try composition(1)
        let track = try #require(composition.tracks(withMediaType: .audio).first)
        track.insertEmptyTimeRange(CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2)))
        let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: Self.settings)
        let reader = try AVAssetReader(asset: composition)
        reader.add(output)
        #expect(reader.startReading())
        let samples = MovieScene.samples(reader, output).flatMap { buffer -> [Int16] in
            let data = (try? buffer.dataBuffer?.dataBytes()) ?? Data()
            return data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        }
        let loud = samples.firstIndex { abs(Int($0)) > 1000 } ?? 0
        // The output begins with its track's first sound, or with the asset.
        let silence = Double(loud) / 44_100
        #expect(silence < 0.06 || abs(silence - 0.5) < 0.06)
        #expect(abs(frequency(samples.dropFirst(loud).map { Double($0) }) - 440) < 15)
    }

    @Test(arguments: [(AVAudioTimePitchAlgorithm.spectral, 440.0), (.varispeed, 880)])
    func anExportKeepsThePitch(_ algorithm: AVAudioTimePitchAlgorithm, _ wanted: Double) async throws {
        let target = scene.folder.file("export.m4a")
        let session = try #require(
            AVAssetExportSession(asset: try composition(1), presetName: AVAssetExportPresetAppleM4A))
        #expect(session.audioTimePitchAlgorithm == .spectral)
        session.audioTimePitchAlgorithm = algorithm
        try await session.export(to: target, as: .m4a)
        let movie = try MovieProbe(target)
        let samples = try movie.samples().map(Double.init)
        #expect(samples.count > 40_000)
        #expect(abs(frequency(Array(samples.dropFirst(4410).dropLast(4410))) / wanted - 1) < 0.03)
    }
}
