import AVFoundation
import Foundation
import TestSupport
import Testing

/// Pictures of another size than the settings, compared with what ffmpeg makes of them.
@Suite struct AssetWriterScalingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Mode: Sendable, CustomTestStringConvertible {
        var name: String?
        /// What ffmpeg does instead.
        var filter: String
        var size: [Int]

        var testDescription: String { name ?? "none" }
    }

    static let modes = [
        Mode(name: nil, filter: "scale=320:320", size: [320, 320]),
        Mode(name: AVVideoScalingModeResize, filter: "scale=320:320", size: [320, 320]),
        Mode(name: AVVideoScalingModeFit, filter: "scale=320:180", size: [320, 180]),
        Mode(
            name: AVVideoScalingModeResizeAspect, filter: "scale=320:180,pad=320:320:0:70:black", size: [320, 320]),
        Mode(name: AVVideoScalingModeResizeAspectFill, filter: "crop=360:360,scale=320:320", size: [320, 320]),
    ]

    @Test func theShapeOfPixelsAndTheCleanApertureAreInTheFile() async throws {
        let scene = WriterScene()
        var settings = scene.videoSettings
        settings[AVVideoPixelAspectRatioKey] = [
            AVVideoPixelAspectRatioHorizontalSpacingKey: 4, AVVideoPixelAspectRatioVerticalSpacingKey: 3,
        ]
        settings[AVVideoCleanApertureKey] = [
            AVVideoCleanApertureWidthKey: 300, AVVideoCleanApertureHeightKey: 200,
            AVVideoCleanApertureHorizontalOffsetKey: -10, AVVideoCleanApertureVerticalOffsetKey: 20,
        ]
        let url = folder.file("shape.mov")
        let writer = try await scene.write(url, video: settings)
        #expect(writer.status == .completed)
        let ratio = try Tool.output(
            "ffprobe",
            ["-v", "error", "-show_entries", "stream=sample_aspect_ratio", "-of", "csv=p=0", url.path])
        #expect(String(decoding: ratio, as: UTF8.self).hasPrefix("4:3"))
        let bytes = try Data(contentsOf: url)
        let box = try #require(bytes.range(of: Data("clap".utf8)))
        var values: [Int32] = []
        for start in stride(from: box.upperBound, to: box.upperBound + 32, by: 4) {
            let value = bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            values.append(Int32(bitPattern: value))
        }
        #expect(values == [300, 1, 200, 1, -10, 1, 20, 1])
        let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
        #expect(try await track.load(.naturalSize) == CGSize(width: 400, height: 200))
        settings[AVVideoCleanApertureKey] = [AVVideoCleanApertureWidthKey: 300]
        let other = try AVAssetWriter(url: folder.file("other.mov"), fileType: .mov)
        #expect(!other.canApply(outputSettings: settings, forMediaType: .video))
    }

    @Test func aVariableBitRateFollowsTheQuality() async throws {
        let scene = WriterScene()
        func size(_ strategy: String, _ quality: AVAudioQuality) async throws -> Int {
            var settings = WriterScene.aac
            settings[AVEncoderBitRateStrategyKey] = strategy
            settings[AVEncoderAudioQualityForVBRKey] = quality.rawValue
            let url = folder.file("\(strategy)-\(quality.rawValue).m4a")
            #expect(try await scene.write(url, .m4a, video: nil, audio: settings).status == .completed)
            return try Data(contentsOf: url).count
        }
        let low = try await size(AVAudioBitRateStrategy_Variable, .min)
        let high = try await size(AVAudioBitRateStrategy_Variable, .max)
        #expect(low < high)
        let constant = try await size(AVAudioBitRateStrategy_Constant, .min)
        #expect(try await size(AVAudioBitRateStrategy_Constant, .max) == constant)
        var wrong = WriterScene.aac
        wrong[AVEncoderBitRateStrategyKey] = "often"
        let writer = try AVAssetWriter(url: folder.file("wrong.m4a"), fileType: .m4a)
        #expect(!writer.canApply(outputSettings: wrong, forMediaType: .audio))
    }

    /// A picture without sharp edges, so that it does not matter how they are interpolated.
    private func picture(_ width: Int, _ height: Int) throws -> CVPixelBuffer {
        let buffer = try WriterScene(width: width, height: height).buffer(0)
        buffer.withPlanes { planes in
            for row in 0..<height {
                let line = (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                for column in 0..<width {
                    let wave = sin(Double(column) / 25) * cos(Double(row) / 35)
                    line[column] = UInt8(125 + 60 * wave + 40 * Double(column) / Double(width))
                }
            }
        }
        return buffer
    }

    private func raw(_ buffer: CVPixelBuffer) -> Data {
        var data = Data()
        buffer.withPlanes { planes in
            for (index, plane) in planes.enumerated() {
                for row in 0..<(index == 0 ? buffer.height : buffer.height / 2) {
                    let line = plane.base + row * plane.bytesPerRow
                    data.append(line.assumingMemoryBound(to: UInt8.self), count: buffer.width)
                }
            }
        }
        return data
    }

    /// In decibels.
    private func noiseRatio(_ one: Data, _ other: Data) -> Double {
        let sum = zip(one, other).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
        return 10 * log10(255 * 255 / max(sum / Double(one.count), 1e-9))
    }

    private func write(_ buffers: [CVPixelBuffer], _ settings: [String: Any], to url: URL) async throws {
        let writer = try AVAssetWriter(url: url, fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
        writer.add(input)
        writer.startWriting()
        writer.startSession(atSourceTime: .zero)
        for (index, buffer) in buffers.enumerated() {
            #expect(eventually { input.isReadyForMoreMediaData })
            #expect(adaptor.append(buffer, withPresentationTime: CMTime(value: Int64(index), timescale: 30)))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
    }

    private func scaled(_ buffer: CVPixelBuffer, _ filter: String) throws -> Data {
        let source = try folder.file("picture.yuv", contents: raw(buffer))
        return try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "rawvideo", "-pix_fmt", "nv12", "-s", "\(buffer.width)x\(buffer.height)", "-i",
                source.path, "-vf", filter, "-f", "rawvideo", "-pix_fmt", "nv12", "-",
            ])
    }

    @Test(arguments: modes) func eachModeScalesAsItSays(_ mode: Mode) async throws {
        let buffer = try picture(640, 360)
        var settings: [String: Any] = [
            AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 320, AVVideoHeightKey: 320,
            AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 1.0],
        ]
        settings[AVVideoScalingModeKey] = mode.name
        let url = folder.file("movie.mov")
        try await write([buffer], settings, to: url)
        let movie = try MovieProbe(url)
        #expect([movie.video?.width, movie.video?.height] == mode.size)
        let ratio = noiseRatio(try movie.frames(pixelFormat: "nv12"), try scaled(buffer, mode.filter))
        #expect(ratio > 40)
    }

    @Test func picturesThatChangeTheirSizeOrFormatAreScaledToThatOfTheTrack() async throws {
        let small = try picture(320, 180)
        let large = try picture(640, 360)
        var converted: CVPixelBuffer?
        CVPixelBufferCreate(nil, 640, 360, kCVPixelFormatType_32BGRA, nil, &converted)
        let gray = try #require(converted)
        gray.withPlanes { planes in
            for row in 0..<360 { memset(planes[0].base + row * planes[0].bytesPerRow, 0x80, 640 * 4) }
        }
        let url = folder.file("movie.mov")
        try await write(
            [small, large, gray],
            [
                AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 320, AVVideoHeightKey: 180,
                AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 1.0],
            ], to: url)
        let frames = try MovieProbe(url).frames(pixelFormat: "nv12")
        let size = 320 * 180 * 3 / 2
        #expect(frames.count == 3 * size)
        #expect(noiseRatio(frames.prefix(size), raw(small)) > 40)
        #expect(noiseRatio(frames.dropFirst(size).prefix(size), try scaled(large, "scale=320:180")) > 40)
        // Gray of 128 in video range.
        #expect(frames.dropFirst(2 * size).prefix(320 * 180).allSatisfy { abs(Int($0) - 126) <= 2 })
    }

    @Test func thePoolHasBuffersOfTheTrackOnceWritingHasStarted() throws {
        let writer = try AVAssetWriter(url: folder.file("movie.mov"), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: WriterScene().videoSettings)
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(
            assetWriterInput: input,
            sourcePixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
        writer.add(input)
        #expect(adaptor.pixelBufferPool == nil)
        writer.startWriting()
        var buffer: CVPixelBuffer?
        CVPixelBufferPoolCreatePixelBuffer(nil, try #require(adaptor.pixelBufferPool), &buffer)
        let made = try #require(buffer)
        #expect(CVPixelBufferGetPixelFormatType(made) == kCVPixelFormatType_32BGRA)
        #expect(CVPixelBufferGetWidth(made) == 320 && CVPixelBufferGetHeight(made) == 240)
        writer.cancelWriting()
    }
}
