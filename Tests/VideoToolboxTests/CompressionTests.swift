import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing
import VideoToolbox

@Suite struct CompressionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes samples as they are.
    private func movie(_ samples: [CMSampleBuffer]) async throws -> MovieProbe {
        let file = folder.file("movie.mov")
        let writer = try AVAssetWriter(url: file, fileType: .mov)
        let input = AVAssetWriterInput(
            mediaType: .video, outputSettings: nil, sourceFormatHint: samples.first?.formatDescription)
        writer.add(input)
        writer.startWriting()
        writer.startSession(atSourceTime: samples.map(\.presentationTimeStamp).min() ?? .zero)
        for sample in samples {
            while !input.isReadyForMoreMediaData { await Task.yield() }
            #expect(input.append(sample))
        }
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        return try MovieProbe(file)
    }

    @Test(arguments: [
        (kCMVideoCodecType_H264, "h264", "avcC", true), (kCMVideoCodecType_H264, "h264", "avcC", false),
        (kCMVideoCodecType_HEVC, "hevc", "hvcC", true), (kCMVideoCodecType_HEVC, "hevc", "hvcC", false),
    ])
    func samplesAreAMovieThatOthersPlay(
        codec: CMVideoCodecType, name: String, box: String, isRealTime: Bool
    ) async throws {
        let session = try MovingFrames.session(
            codec, [kVTCompressionPropertyKey_RealTime: isRealTime, kVTCompressionPropertyKey_Quality: 0.7])
        let samples = try MovingFrames.samples(session, frames: 0..<30)
        #expect(samples.count == 30)
        let format = try #require(samples.first?.formatDescription)
        #expect(format.mediaSubType.rawValue == codec && format.dimensions.width == 320)
        let atoms = CMFormatDescriptionGetExtension(
            format, extensionKey: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
        #expect((atoms as? [String: Any])?[box] as? Data != nil)
        #expect(samples.map(\.presentationTimeStamp).sorted() == (0..<30).map(MovingFrames.time))
        if isRealTime {
            #expect(samples.allSatisfy { !$0.decodeTimeStamp.isValid })
        } else {
            #expect(samples.allSatisfy { $0.decodeTimeStamp <= $0.presentationTimeStamp })
            #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTimeStamp < $1.decodeTimeStamp })
            #expect(samples.map(\.presentationTimeStamp) != (0..<30).map(MovingFrames.time))
        }
        let movie = try await movie(samples)
        #expect(movie.video?.codec_name == name)
        #expect(movie.packets(.video).count == 30)
        #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
    }

    @Test func theCallbackGetsBothPointersAndTheStatus() throws {
        final class Calls: Sendable {
            let frames = Mutex<[Int]>([])
        }
        let calls = Calls()
        var created: VTCompressionSession?
        _ = VTCompressionSessionCreate(
            allocator: kCFAllocatorDefault, width: 320, height: 240, codecType: kCMVideoCodecType_H264,
            encoderSpecification: nil, imageBufferAttributes: nil, compressedDataAllocator: nil,
            outputCallback: { refcon, frame, status, flags, sample in
                guard let refcon, status == noErr, sample != nil, flags.contains(.asynchronous) else { return }
                let number = frame.map { Int(bitPattern: $0) } ?? -1
                Unmanaged<Calls>.fromOpaque(refcon).takeUnretainedValue().frames.withLock { $0.append(number) }
            }, refcon: Unmanaged.passUnretained(calls).toOpaque(), compressionSessionOut: &created)
        let session = try #require(created)
        #expect(VTSessionSetProperty(session, key: kVTCompressionPropertyKey_RealTime, value: kCFBooleanTrue) == noErr)
        for index in 1...5 {
            let status = VTCompressionSessionEncodeFrame(
                session, imageBuffer: try MovingFrames.frame(index), presentationTimeStamp: MovingFrames.time(index),
                duration: .invalid, frameProperties: nil, sourceFrameRefcon: UnsafeMutableRawPointer(bitPattern: index),
                infoFlagsOut: nil)
            #expect(status == noErr)
        }
        #expect(
            VTCompressionSessionCompleteFrames(session, untilPresentationTimeStamp: MovingFrames.time(5)) == noErr)
        #expect(calls.frames.withLock { $0 } == [1, 2, 3, 4, 5])
        withExtendedLifetime(calls) {}
    }

    @Test func keyFramesComeInTheirIntervalAndWhenForced() throws {
        let session = try MovingFrames.session(
            kCMVideoCodecType_H264,
            [kVTCompressionPropertyKey_RealTime: true, kVTCompressionPropertyKey_MaxKeyFrameInterval: 8])
        let samples = try MovingFrames.samples(session, frames: 0..<24, keyFrames: [3])
        #expect(samples.indices.filter { MovingFrames.isKey(samples[$0]) } == [0, 3, 11, 19])
        let still = try MovingFrames.session(
            kCMVideoCodecType_H264, [kVTCompressionPropertyKey_AllowTemporalCompression: false])
        #expect(try MovingFrames.samples(still, frames: 0..<5).allSatisfy(MovingFrames.isKey))
    }

    @Test func theBitRateDecidesTheSizeAndCanChange() throws {
        func session(_ rate: Int) throws -> VTCompressionSession {
            try MovingFrames.session(
                kCMVideoCodecType_H264,
                [
                    kVTCompressionPropertyKey_RealTime: true, kVTCompressionPropertyKey_AverageBitRate: rate,
                    kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: 10,
                ])
        }
        func size(_ samples: [CMSampleBuffer]) -> Int { samples.reduce(0) { $0 + ($1.dataBuffer?.dataLength ?? 0) } }
        let small = size(try MovingFrames.samples(try session(100_000), frames: 0..<60))
        let changing = try session(2_000_000)
        let large = size(try MovingFrames.samples(changing, frames: 0..<60))
        // The encoder needs some frames to find its rate; twenty times the rate is far more than double the size.
        #expect(large > 2 * small)
        #expect(VTSessionSetProperty(changing, key: kVTCompressionPropertyKey_AverageBitRate, value: 100_000) == noErr)
        #expect(2 * size(try MovingFrames.samples(changing, frames: 60..<120)) < large)
        #expect(
            VTSessionSetProperty(changing, key: kVTCompressionPropertyKey_Quality, value: 0.5)
                == kVTPropertyNotSupportedErr)
    }

    @Test func theProfileIsInTheStream() async throws {
        let session = try MovingFrames.session(
            kCMVideoCodecType_H264, [kVTCompressionPropertyKey_ProfileLevel: kVTProfileLevel_H264_Baseline_3_1])
        let movie = try await movie(try MovingFrames.samples(session, frames: 0..<5))
        #expect(movie.video?.profile == "Constrained Baseline" && movie.video?.level == 31)
    }

    @Test func framesOfAnotherSizeAndPixelFormatAreConverted() async throws {
        let session = try MovingFrames.session(
            kCMVideoCodecType_H264, [kVTCompressionPropertyKey_RealTime: true], width: 160, height: 120)
        let samples = try MovingFrames.samples(session, frames: 0..<3)
        #expect(samples.first?.formatDescription?.dimensions.width == 160)
        let movie = try await movie(samples)
        #expect(movie.video?.width == 160 && movie.video?.height == 120)
    }

    @Test func aFrameThatIsNotLaterIsDropped() throws {
        let session = try MovingFrames.session(kCMVideoCodecType_H264, [kVTCompressionPropertyKey_RealTime: true])
        let outcomes = Mutex<[(VTEncodeInfoFlags, Bool)]>([])
        for index in [1, 2, 2, 0, 3] {
            VTCompressionSessionEncodeFrame(
                session, imageBuffer: try MovingFrames.frame(index), presentationTimeStamp: MovingFrames.time(index),
                duration: .invalid, frameProperties: nil, infoFlagsOut: nil
            ) { status, flags, sample in
                #expect(status == noErr)
                outcomes.withLock { $0.append((flags, sample != nil)) }
            }
        }
        VTCompressionSessionCompleteFrames(session, untilPresentationTimeStamp: .invalid)
        #expect(outcomes.withLock { $0.map(\.1) } == [true, true, false, false, true])
        #expect(outcomes.withLock { $0.map { $0.0.contains(.frameDropped) } } == [false, false, true, true, false])
    }

    @Test func aSessionGoesOnAfterItsFramesAreComplete() throws {
        let session = try MovingFrames.session(kCMVideoCodecType_H264)
        let first = try MovingFrames.samples(session, frames: 0..<7)
        let second = try MovingFrames.samples(session, frames: 7..<14)
        #expect(first.count == 7 && second.count == 7)
        #expect(MovingFrames.isKey(try #require(second.first)))
    }

    @Test func mistakesAreStatuses() throws {
        var session: VTCompressionSession?
        func create(_ width: Int32, _ codec: CMVideoCodecType) -> OSStatus {
            VTCompressionSessionCreate(
                allocator: nil, width: width, height: 240, codecType: codec, encoderSpecification: nil,
                imageBufferAttributes: nil, compressedDataAllocator: nil, outputCallback: nil, refcon: nil,
                compressionSessionOut: &session)
        }
        #expect(create(0, kCMVideoCodecType_H264) == kVTParameterErr && session == nil)
        #expect(create(320, 0x3f3f_3f3f) == kVTCouldNotFindVideoEncoderErr && session == nil)
        #expect(create(320, kCMVideoCodecType_H264) == noErr)
        let made = try #require(session)
        func set(_ key: CFString, _ value: Any?) -> OSStatus { VTSessionSetProperty(made, key: key, value: value) }
        #expect(set("FlyingCarpet", 1) == kVTPropertyNotSupportedErr)
        #expect(set(kVTCompressionPropertyKey_NumberOfPendingFrames, 1) == kVTPropertyReadOnlyErr)
        #expect(set(kVTCompressionPropertyKey_AverageBitRate, -5) == kVTParameterErr)
        #expect(set(kVTCompressionPropertyKey_Quality, 7) == kVTParameterErr)
        #expect(set(kVTCompressionPropertyKey_ProfileLevel, kVTProfileLevel_HEVC_Main_AutoLevel) == kVTParameterErr)
        let bayer = try CVPixelBuffer(width: 320, height: 240, pixelFormat: kCVPixelFormatType_14Bayer_RGGB)
        func encode(_ buffer: CVPixelBuffer, _ time: CMTime) -> OSStatus {
            VTCompressionSessionEncodeFrame(
                made, imageBuffer: buffer, presentationTimeStamp: time, duration: .invalid, frameProperties: nil,
                infoFlagsOut: nil
            ) { _, _, _ in }
        }
        #expect(encode(bayer, .zero) == kVTPixelTransferNotSupportedErr)
        #expect(encode(try MovingFrames.frame(0), .invalid) == kVTParameterErr)
        VTCompressionSessionInvalidate(made)
        #expect(encode(try MovingFrames.frame(0), .zero) == kVTInvalidSessionErr)
        #expect(set(kVTCompressionPropertyKey_Quality, 0.5) == kVTInvalidSessionErr)
        #expect(VTCompressionSessionCompleteFrames(made, untilPresentationTimeStamp: .invalid) == kVTInvalidSessionErr)
        #expect(VTCompressionSessionGetPixelBufferPool(made) == nil)
    }

    @Test func thePoolHasBuffersForTheSession() throws {
        let session = try MovingFrames.session(kCMVideoCodecType_HEVC)
        let pool = try #require(VTCompressionSessionGetPixelBufferPool(session))
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
        #expect(buffer.map(CVPixelBufferGetWidth) == 320 && buffer.map(CVPixelBufferGetHeight) == 240)
        var supported: CFDictionary?
        #expect(VTSessionCopySupportedPropertyDictionary(session, supportedPropertyDictionaryOut: &supported) == noErr)
        #expect(supported?[kVTCompressionPropertyKey_ProfileLevel] != nil)
    }
}
