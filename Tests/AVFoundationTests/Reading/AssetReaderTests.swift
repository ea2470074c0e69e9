import AVFoundation
import Foundation
import TestSupport
import Testing

/// What a reader gives, compared with what ffmpeg decodes.
@Suite struct AssetReaderTests {
    let scene: MovieScene

    init() throws { scene = try MovieScene() }

    private func output(
        _ url: URL, _ type: AVMediaType, _ settings: [String: Any]?
    ) async throws -> (AVAssetReader, AVAssetReaderTrackOutput) {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: type).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        #expect(reader.canAdd(output))
        reader.add(output)
        return (reader, output)
    }

    private static let nv12 = [
        kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ]

    @Test(arguments: [["-bf", "0"], ["-bf", "3"], ["-bf", "2", "-movflags", "frag_keyframe+empty_moov"]])
    func everyPictureIsThatOfFFmpeg(_ options: [String]) async throws {
        let url = try scene.foreign("movie.mp4", seconds: 1, options)
        let (reader, output) = try await output(url, .video, Self.nv12)
        #expect(reader.startReading() && reader.status == .reading)
        let frames = MovieScene.samples(reader, output)
        #expect(reader.status == .completed && reader.error == nil)
        let probe = try MovieProbe(url)
        let times = probe.packets(.video).map(\.seconds).sorted()
        #expect(frames.count == 30 && times.count == 30)
        for (frame, time) in zip(frames, times) {
            #expect(abs(frame.presentationTimeStamp.seconds - time) < 0.000_01)
            #expect(abs(frame.duration.seconds - 1.0 / 30) < 0.001)
        }
        let pixels = frames.compactMap(\.imageBuffer).map(Self.bytes).reduce(Data(), +)
        #expect(pixels == (try probe.frames(pixelFormat: "nv12")))
        let matrix = frames.first?.imageBuffer.flatMap {
            CVBufferCopyAttachment($0, kCVImageBufferYCbCrMatrixKey, nil) as? String
        }
        #expect(matrix == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
    }

    private static func bytes(of frame: CVPixelBuffer) -> Data {
        frame.withPlanes { planes in
            var data = Data()
            for (plane, rows) in [(planes[0], frame.height), (planes[1], frame.height / 2)] {
                for row in 0..<rows {
                    data.append(Data(bytes: plane.base + row * plane.bytesPerRow, count: frame.width))
                }
            }
            return data
        }
    }

    @Test(arguments: [
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
    ]) func otherPixelFormatsCanBeHad(_ format: OSType) async throws {
        let url = try await scene.own()
        let settings: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: format, kCVPixelBufferWidthKey: 160, kCVPixelBufferHeightKey: 120,
        ]
        let (reader, output) = try await output(url, .video, settings)
        reader.startReading()
        let frame = try #require(output.copyNextSampleBuffer()?.imageBuffer)
        #expect(CVPixelBufferGetPixelFormatType(frame) == format && frame.width == 160 && frame.height == 120)
        reader.cancelReading()
        #expect(reader.status == .cancelled && output.copyNextSampleBuffer() == nil)
    }

    @Test func aRangeBeginsWithThePictureThatIsShownThere() async throws {
        let (reader, output) = try await output(try await scene.own(), .video, Self.nv12)
        reader.timeRange = CMTimeRange(
            start: CMTime(value: 615, timescale: 1_200), end: CMTime(value: 20, timescale: 30))
        reader.startReading()
        #expect(MovieScene.numbers(MovieScene.samples(reader, output)) == Array(15..<20))
    }

    @Test func otherRangesCanBeReadLater() async throws {
        let (reader, output) = try await output(try await scene.own(), .video, Self.nv12)
        output.supportsRandomAccess = true
        reader.startReading()
        _ = MovieScene.samples(reader, output)
        #expect(reader.status == .reading)
        let range = CMTimeRange(start: CMTime(value: 3, timescale: 30), duration: CMTime(value: 2, timescale: 30))
        output.reset(forReadingTimeRanges: [NSValue(timeRange: range)])
        #expect(MovieScene.numbers(MovieScene.samples(reader, output)) == [3, 4])
        output.markConfigurationAsFinal()
        #expect(reader.status == .completed)
    }

    @Test func soundIsWhereItWasAndHasNoGap() async throws {
        let url = try await scene.own()
        let (reader, output) = try await output(url, .audio, [AVFormatIDKey: kAudioFormatLinearPCM])
        reader.startReading()
        let blocks = MovieScene.samples(reader, output)
        #expect(reader.status == .completed)
        var end = CMTime.zero
        for block in blocks {
            #expect(abs((block.presentationTimeStamp - end).seconds) < 0.000_01)
            end = block.presentationTimeStamp + CMTime(value: Int64(block.numSamples), timescale: 48_000)
        }
        #expect(abs(end.seconds - 1) < 0.000_1)
        let data = try blocks.map { try $0.dataBuffer?.dataBytes() ?? Data() }.reduce(Data(), +)
        let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let tone = WriterScene.tone(from: 0, frames: samples.count / 2)
        let difference = zip(samples, tone).map { abs(Int($0) - Int($1)) }.dropFirst(2_000).dropLast(4_000)
        #expect(difference.reduce(0, +) / difference.count < 500)
    }

    @Test func soundCanBeHadInAnotherForm() async throws {
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 16_000, AVNumberOfChannelsKey: 1,
            AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
        ]
        let (reader, output) = try await output(try await scene.own(), .audio, settings)
        reader.startReading()
        let blocks = MovieScene.samples(reader, output)
        let sound = blocks.first?.formatDescription?.audioStreamBasicDescription
        #expect(sound?.mSampleRate == 16_000 && sound?.mChannelsPerFrame == 1 && sound?.mBitsPerChannel == 32)
        #expect(abs(blocks.reduce(0) { $0 + $1.numSamples } - 16_000) < 40)
    }

    // MARK: To a writer

    @Test func aTranscodeHasAllFrames() async throws {
        let url = try await scene.own()
        let (reader, output) = try await output(url, .video, Self.nv12)
        let target = scene.folder.file("copy.mp4")
        var settings = scene.writer.videoSettings
        settings[AVVideoCodecKey] = AVVideoCodecType.hevc
        try await copy(reader, [(output, settings)], to: target, .mp4)
        let probe = try MovieProbe(target)
        #expect(probe.video?.codec_name == "hevc" && probe.packets(.video).count == 30)
        #expect(try probe.complaints == "" && probe.decodingComplaints() == "")
        let (second, frames) = try await self.output(target, .video, Self.nv12)
        second.startReading()
        #expect(MovieScene.numbers(MovieScene.samples(second, frames)) == Array(0..<30))
    }

    @Test(arguments: [true, false]) func aCopyKeepsEveryBit(isOwn: Bool) async throws {
        let url = isOwn ? try await scene.own() : try scene.foreign("foreign.mp4", ["-bf", "2"])
        let (reader, video) = try await output(url, .video, nil)
        let track = try #require(reader.asset.tracks(withMediaType: .audio).first)
        let audio = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(audio)
        let target = scene.folder.file("copy.mov")
        try await copy(reader, [(video, nil), (audio, nil)], to: target, .mov)
        let (old, new) = (try MovieProbe(url), try MovieProbe(target))
        #expect(try new.complaints == "" && new.decodingComplaints() == "")
        #expect(try new.frames(pixelFormat: "yuv420p") == old.frames(pixelFormat: "yuv420p"))
        #expect(new.packets(.video).map(\.size) == old.packets(.video).map(\.size))
        #expect(new.packets(.video).map(\.isKey) == old.packets(.video).map(\.isKey))
        #expect(new.packets(.audio).map(\.size) == old.packets(.audio).map(\.size))
        let (a, b) = (try old.samples(), try new.samples())
        let difference = zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? .max
        #expect(difference < 2 && abs(a.count - b.count) <= 4096)
    }

    private func copy(
        _ reader: AVAssetReader, _ outputs: [(AVAssetReaderTrackOutput, [String: Any]?)], to url: URL,
        _ type: AVFileType
    ) async throws {
        let writer = try AVAssetWriter(outputURL: url, fileType: type)
        let inputs = outputs.map { output, settings in
            AVAssetWriterInput(
                mediaType: output.mediaType, outputSettings: settings,
                sourceFormatHint: settings == nil ? output.track.formatDescriptions.first as? CMFormatDescription : nil)
        }
        for input in inputs { writer.add(input) }
        #expect(reader.startReading() && writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for (index, input) in inputs.enumerated() {
            while let sample = outputs[index].0.copyNextSampleBuffer() { WriterScene.append(sample, to: input) }
            input.markAsFinished()
        }
        await writer.finishWriting()
        #expect(reader.status == .completed && writer.status == .completed, "\(String(describing: writer.error))")
    }

    @Test func aMovieThatBreaksOffFails() async throws {
        let url = try scene.foreign("whole.mp4", ["-movflags", "faststart", "-g", "15"])
        let whole = try Data(contentsOf: url)
        let cut = scene.folder.file("cut.mp4")
        try whole.prefix(whole.count / 2).write(to: cut)
        let (reader, output) = try await output(cut, .video, Self.nv12)
        reader.startReading()
        #expect(!MovieScene.samples(reader, output).isEmpty && reader.status == .failed)
        let reason = try #require(reader.error).localizedDescription
        #expect(reason.contains("\(cut.path) is cut off"), "\(reason)")
    }
}
