import AVFoundation
import Foundation
import TestSupport
import Testing

/// Parts of movies, put together.
@Suite struct CompositionTests {
    let scene: MovieScene

    init() throws { scene = try MovieScene() }

    static func frames(_ first: Int64, _ count: Int64) -> CMTimeRange {
        CMTimeRange(start: CMTime(value: first, timescale: 30), duration: CMTime(value: count, timescale: 30))
    }

    private func numbers(_ asset: AVAsset) throws -> [Int] {
        let track = try #require(asset.tracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange])
        reader.add(output)
        reader.startReading()
        let frames = MovieScene.samples(reader, output)
        #expect(reader.status == .completed)
        // One after the other, without a gap.
        for (frame, next) in zip(frames, frames.dropFirst()) {
            #expect(abs((frame.presentationTimeStamp + frame.duration - next.presentationTimeStamp).seconds) < 0.000_01)
        }
        return MovieScene.numbers(frames)
    }

    @Test func partsAreCutAndJoined() async throws {
        let asset = AVURLAsset(url: try await scene.own())
        let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let composition = AVMutableComposition()
        let track = try #require(
            composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
        try track.insertTimeRange(Self.frames(10, 5), of: source, at: .zero)
        try track.insertTimeRange(Self.frames(20, 3), of: source, at: track.timeRange.end)
        // Into the middle.
        try track.insertTimeRange(Self.frames(0, 2), of: source, at: CMTime(value: 2, timescale: 30))
        #expect(try numbers(composition) == [10, 11, 0, 1, 12, 13, 14, 20, 21, 22])
        #expect(composition.duration == CMTime(value: 10, timescale: 30))
        #expect(track.segments.count == 4 && track.naturalSize == CGSize(width: 320, height: 240))
        let copy = try #require(composition.copy() as? AVComposition)
        composition.removeTimeRange(Self.frames(1, 4))
        #expect(try numbers(composition) == [10, 13, 14, 20, 21, 22])
        #expect(try numbers(copy).count == 10)
        track.insertEmptyTimeRange(Self.frames(0, 6))
        #expect(composition.duration == CMTime(value: 12, timescale: 30) && track.segments[0].isEmpty)
    }

    @Test func aRangeCanBeSlower() async throws {
        let asset = AVURLAsset(url: try await scene.own())
        let composition = AVMutableComposition()
        try composition.insertTimeRange(Self.frames(0, 10), of: asset, at: .invalid)
        #expect(composition.tracks.count == 2)
        composition.scaleTimeRange(Self.frames(5, 5), toDuration: CMTime(value: 10, timescale: 30))
        #expect(composition.duration == CMTime(value: 15, timescale: 30))
        let track = try #require(composition.tracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: composition)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        reader.add(output)
        reader.startReading()
        let times = MovieScene.samples(reader, output).map { ($0.presentationTimeStamp.seconds * 30).rounded() }
        #expect(times == [0, 1, 2, 3, 4, 5, 7, 9, 11, 13])
        let audio = try #require(composition.tracks(withMediaType: .audio).first)
        let second = try AVAssetReader(asset: composition)
        let sound = AVAssetReaderTrackOutput(track: audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
        second.add(sound)
        second.startReading()
        let samples = MovieScene.samples(second, sound).reduce(0) { $0 + $1.numSamples }
        #expect(abs(samples - 24_000) < 200)
    }

    @Test func anotherKindOfMediaIsRefused() async throws {
        let asset = AVURLAsset(url: try await scene.own())
        let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let composition = AVMutableComposition()
        let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: 7)
        #expect(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 7) == nil)
        #expect(throws: AVError(.invalidSourceMedia)) {
            try track?.insertTimeRange(Self.frames(0, 5), of: sound, at: .zero)
        }
    }

    // MARK: Pictures

    /// A movie of one color.
    private func movie(_ color: String, _ name: String) throws -> AVURLAsset {
        let url = scene.folder.file(name)
        _ = try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "color=\(color):size=320x240:rate=30:duration=1", "-c:v", "libx264",
                "-pix_fmt", "yuv420p", "-y", url.path,
            ])
        return AVURLAsset(url: url)
    }

    private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [Int] {
        guard let data = image.dataProvider?.data else { return [] }
        return (0..<3).map { Int(data[y * image.bytesPerRow + x * 4 + $0]) }
    }

    private func expect(_ pixel: [Int], _ wanted: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
        let isNear = zip(pixel, wanted).allSatisfy { abs($0 - $1) < 12 }
        #expect(isNear && pixel.count == 3, "\(pixel) instead of \(wanted)", sourceLocation: sourceLocation)
    }

    @Test func layersAreMovedCroppedAndBlended() async throws {
        let (red, blue) = (try movie("red", "red.mp4"), try movie("blue", "blue.mp4"))
        let composition = AVMutableComposition()
        var tracks: [AVMutableCompositionTrack] = []
        for asset in [red, blue] {
            let source = try #require(try await asset.loadTracks(withMediaType: .video).first)
            let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
            try track.insertTimeRange(Self.frames(0, 30), of: source, at: .zero)
            tracks.append(track)
        }
        let front = AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[0])
        front.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5).translatedBy(x: 320, y: 0), at: .zero)
        front.setCropRectangle(CGRect(x: 0, y: 0, width: 320, height: 120), at: .zero)
        front.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: Self.frames(10, 10))
        let back = AVMutableVideoCompositionLayerInstruction(assetTrack: tracks[1])
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = Self.frames(0, 30)
        instruction.layerInstructions = [front, back]
        let video = AVMutableVideoComposition()
        video.renderSize = CGSize(width: 320, height: 320)
        video.frameDuration = CMTime(value: 1, timescale: 30)
        video.instructions = [instruction]
        let generator = AVAssetImageGenerator(asset: composition)
        generator.videoComposition = video
        let first = try await generator.image(at: .zero).image
        #expect(first.width == 320 && first.height == 320)
        expect(pixel(first, 80, 30), [0, 0, 255])
        expect(pixel(first, 240, 30), [255, 0, 0])
        // Below the crop, and below the picture.
        expect(pixel(first, 240, 90), [0, 0, 255])
        expect(pixel(first, 160, 300), [0, 0, 0])
        let middle = try await generator.image(at: CMTime(value: 15, timescale: 30)).image
        expect(pixel(middle, 240, 30), [128, 0, 128])
        let last = try await generator.image(at: CMTime(value: 25, timescale: 30)).image
        expect(pixel(last, 240, 30), [0, 0, 255])
        // The same by a reader.
        let reader = try AVAssetReader(asset: composition)
        let output = AVAssetReaderVideoCompositionOutput(videoTracks: tracks, videoSettings: nil)
        output.videoComposition = video
        reader.add(output)
        reader.startReading()
        #expect(MovieScene.samples(reader, output).count == 30 && reader.status == .completed)
    }

    @Test func aTurnedMovieIsUprightByItsProperties() async throws {
        let url = try await scene.own { _, inputs in
            inputs[0].transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 240, ty: 0)
        }
        let asset = AVURLAsset(url: url)
        let video = try await AVMutableVideoComposition.mutableVideoComposition(withPropertiesOf: asset)
        #expect(video.renderSize == CGSize(width: 240, height: 320))
        #expect(video.frameDuration == CMTime(value: 1, timescale: 30) && video.instructions.count == 1)
        let composed = AVAssetImageGenerator(asset: asset)
        composed.videoComposition = video
        let turned = AVAssetImageGenerator(asset: asset)
        turned.appliesPreferredTrackTransform = true
        let time = CMTime(value: 7, timescale: 30)
        let (a, b) = (try await composed.image(at: time).image, try await turned.image(at: time).image)
        #expect(a.width == 240 && a.height == 320 && b.width == 240)
        for (x, y) in [(10, 10), (120, 160), (200, 40), (30, 300)] { expect(pixel(a, x, y), pixel(b, x, y)) }
    }

    @Test func theBackgroundHasItsColor() async throws {
        let blue = try movie("blue", "blue.mp4")
        let track = try #require(try await blue.loadTracks(withMediaType: .video).first)
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
        layer.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5), at: .zero)
        let instruction = AVMutableVideoCompositionInstruction()
        #expect(instruction.backgroundColor == nil)
        instruction.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
        instruction.timeRange = Self.frames(0, 30)
        instruction.layerInstructions = [layer]
        let video = AVMutableVideoComposition()
        video.renderSize = CGSize(width: 320, height: 240)
        video.frameDuration = CMTime(value: 1, timescale: 30)
        video.instructions = [instruction]
        let generator = AVAssetImageGenerator(asset: blue)
        generator.videoComposition = video
        let image = try await generator.image(at: .zero).image
        expect(pixel(image, 40, 40), [0, 0, 255])
        expect(pixel(image, 300, 200), [255, 128, 0])
        // Without color, black.
        instruction.backgroundColor = nil
        generator.videoComposition = video
        expect(pixel(try await generator.image(at: .zero).image, 300, 200), [0, 0, 0])
    }

    // MARK: Sound

    @Test func volumesRamp() async throws {
        let asset = AVURLAsset(url: try await scene.own())
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let parameters = AVMutableAudioMixInputParameters(track: track)
        parameters.setVolume(0, at: .zero)
        parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: Self.frames(15, 15))
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil)
        output.audioMix = mix
        reader.add(output)
        reader.startReading()
        let data = try MovieScene.samples(reader, output).map { try $0.dataBuffer?.dataBytes() ?? Data() }.reduce(
            Data(), +)
        let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        #expect(samples.count == 96_000)
        func loudness(_ range: Range<Int>) -> Int { samples[range].map { Int($0.magnitude) }.max() ?? 0 }
        #expect(loudness(0..<47_000) == 0)
        #expect((5_000...7_500).contains(loudness(70_000..<72_500)))
        #expect((10_500...13_500).contains(loudness(90_000..<95_000)))
    }

    /// Hours of silence take neither memory nor time until they are read.
    @Test(.timeLimit(.minutes(5))) func aGapOfHoursIsSilence() async throws {
        let asset = AVURLAsset(url: try await scene.own())
        let source = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let composition = AVMutableComposition()
        let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
        let part = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
        try track.insertTimeRange(part, of: source, at: .zero)
        let late = CMTime(value: 100 * 3600, timescale: 1)
        try track.insertTimeRange(part, of: source, at: late)

        /// The loudest sample of each tenth of a second.
        func loudness(from start: CMTime) throws -> [Int] {
            let reader = try AVAssetReader(asset: composition)
            reader.timeRange = CMTimeRange(start: start, duration: .positiveInfinity)
            let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil)
            reader.add(output)
            reader.startReading()
            var data = Data()
            while data.count < 192_000, let sample = output.copyNextSampleBuffer() {
                data += try sample.dataBuffer?.dataBytes() ?? Data()
            }
            reader.cancelReading()
            let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
            return stride(from: 0, to: samples.count - 9600 + 1, by: 9600).map { start in
                samples[start..<start + 9600].map { Int($0.magnitude) }.max() ?? 0
            }
        }

        for start in [.zero, late] {
            let loud = try loudness(from: start - CMTime(value: start > .zero ? 5 : 0, timescale: 10))
            let sound = start > .zero ? 5..<10 : 0..<5
            try #require(loud.count >= 10)
            for tenth in 0..<10 { #expect((loud[tenth] > 5000) == sound.contains(tenth), "\(tenth) of \(loud)") }
        }
    }
}
