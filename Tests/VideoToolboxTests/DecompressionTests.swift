import CoreMedia
import CoreVideo
import Foundation
import Locking
import TestSupport
import Testing
import VideoToolbox

@Suite struct DecompressionTests {
    private struct Shown: Sendable {
        var status: OSStatus
        var number: Int?
        var time: CMTime
    }

    private func session(
        _ format: CMFormatDescription?, _ attributes: CFDictionary? = nil
    ) throws -> VTDecompressionSession {
        var session: VTDecompressionSession?
        let status = VTDecompressionSessionCreate(
            allocator: nil, formatDescription: try #require(format), decoderSpecification: nil,
            imageBufferAttributes: attributes, outputCallback: nil, decompressionSessionOut: &session)
        #expect(status == noErr)
        return try #require(session)
    }

    private func decode(
        _ samples: [CMSampleBuffer], _ session: VTDecompressionSession, _ flags: VTDecodeFrameFlags = []
    ) -> [Shown] {
        let shown = Mutex<[Shown]>([])
        for sample in samples {
            let status = VTDecompressionSessionDecodeFrame(
                session, sampleBuffer: sample, flags: flags, infoFlagsOut: nil
            ) { status, _, picture, time, duration in
                let number = picture.map(MovingFrames.number)
                shown.withLock { $0.append(Shown(status: status, number: number, time: time)) }
            }
            #expect(status == noErr)
        }
        #expect(VTDecompressionSessionWaitForAsynchronousFrames(session) == noErr)
        return shown.withLock { $0 }
    }

    @Test(arguments: [kCMVideoCodecType_H264, kCMVideoCodecType_HEVC], [true, false])
    func whatWasCompressedComesBackInItsOrderWithItsTimes(codec: CMVideoCodecType, isRealTime: Bool) throws {
        let samples = try MovingFrames.samples(
            try MovingFrames.session(codec, [kVTCompressionPropertyKey_RealTime: isRealTime]), frames: 0..<20)
        let session = try session(samples.first?.formatDescription)
        for flags in [VTDecodeFrameFlags(), ._EnableAsynchronousDecompression] {
            let shown = decode(samples, session, flags)
            #expect(shown.map(\.status) == Array(repeating: noErr, count: 20))
            #expect(shown.map(\.number) == Array(0..<20))
            #expect(shown.map(\.time) == (0..<20).map(MovingFrames.time))
        }
    }

    @Test func withoutTheFlagThePictureIsThereBeforeTheCallReturns() throws {
        let samples = try MovingFrames.samples(
            try MovingFrames.session(kCMVideoCodecType_H264, [kVTCompressionPropertyKey_RealTime: true]), frames: 0..<4)
        let session = try session(samples.first?.formatDescription)
        let count = Mutex(0)
        for (index, sample) in samples.enumerated() {
            VTDecompressionSessionDecodeFrame(session, sampleBuffer: sample, flags: [], infoFlagsOut: nil) {
                _, _, picture, _, _ in
                if picture != nil { count.withLock { $0 += 1 } }
            }
            #expect(count.withLock { $0 } == index + 1)
        }
    }

    @Test func aPictureOfAV1IsThereBeforeTheCallReturns() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("movie.ivf")
        try MadeFile.ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc=size=320x240:rate=30", "-frames:v", "12", "-c:v", "libaom-av1",
                "-cpu-used", "8", "-pix_fmt", "yuv420p",
            ], to: file)
        let format = try CMFormatDescription(
            videoCodecType: .init(rawValue: kCMVideoCodecType_AV1), width: 320, height: 240, extensions: nil)
        let session = try session(format)
        let count = Mutex(0)
        let packets = Self.packets(ofIVF: Array(try Data(contentsOf: file)))
        #expect(packets.count == 12)
        for (index, packet) in packets.enumerated() {
            let sample = try sample(packet, format, at: index)
            VTDecompressionSessionDecodeFrame(session, sampleBuffer: sample, flags: [], infoFlagsOut: nil) {
                _, _, picture, _, _ in
                if picture != nil { count.withLock { $0 += 1 } }
            }
            #expect(count.withLock { $0 } == index + 1)
        }
    }

    /// An IVF file has a head of 32 bytes, and packets with a head of 12, which begins with their length.
    private static func packets(ofIVF bytes: [UInt8]) -> [[UInt8]] {
        var (packets, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], bytes.dropFirst(32))
        while rest.count > 12 {
            let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            packets.append(Array(rest.dropFirst(12).prefix(length)))
            rest = rest.dropFirst(12 + length)
        }
        return packets
    }

    @Test func aSampleWithoutAPictureIsAnsweredWhileOthersFollow() throws {
        let samples = try MovingFrames.samples(
            try MovingFrames.session(kCMVideoCodecType_HEVC, [kVTCompressionPropertyKey_RealTime: true]), frames: 0..<40
        )
        let format = try #require(samples[0].formatDescription)
        // An access unit delimiter, and nothing else.
        let empty = try sample([0, 0, 0, 3, 0x46, 0x01, 0x50], format, at: 100)
        let session = try session(format)
        let answers = Mutex<[(OSStatus, VTDecodeInfoFlags, Bool)]>([])
        for sample in [samples[0], empty] + samples.dropFirst() {
            VTDecompressionSessionDecodeFrame(session, sampleBuffer: sample, flags: [], infoFlagsOut: nil) {
                status, flags, picture, _, _ in answers.withLock { $0.append((status, flags, picture != nil)) }
            }
        }
        let list = answers.withLock { $0 }
        #expect(list.count == 41)
        #expect(list.filter { !$0.2 }.map(\.0) == [noErr] && list.filter { !$0.2 }.map(\.1) == [.frameDropped])
    }

    @Test func picturesHaveTheWantedPixelFormatAndSize() throws {
        let samples = try MovingFrames.samples(
            try MovingFrames.session(kCMVideoCodecType_H264, [kVTCompressionPropertyKey_RealTime: true]), frames: 0..<1)
        let attributes: CFDictionary = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 160,
            kCVPixelBufferHeightKey: 120,
        ]
        let session = try session(samples.first?.formatDescription, attributes)
        let kinds = Mutex<[[Int]]>([])
        VTDecompressionSessionDecodeFrame(session, sampleBuffer: samples[0], flags: [], infoFlagsOut: nil) {
            _, _, picture, _, _ in
            guard let picture else { return }
            kinds.withLock {
                $0.append([Int(CVPixelBufferGetPixelFormatType(picture)), picture.width, picture.height])
            }
        }
        #expect(kinds.withLock { $0 } == [[Int(kCVPixelFormatType_32BGRA), 160, 120]])
    }

    @Test func aDamagedSampleIsAStatusAndTheNextKeyFrameIsRight() throws {
        let samples = try MovingFrames.samples(
            try MovingFrames.session(kCMVideoCodecType_H264, [kVTCompressionPropertyKey_RealTime: true]), frames: 0..<4,
            keyFrames: [3])
        let format = try #require(samples[0].formatDescription)
        let damaged = try sample([0, 0, 0, 200, 0x65, 1, 2, 3], format, at: 1)
        let shown = decode([samples[0], damaged, samples[3]], try session(samples.first?.formatDescription))
        #expect(shown.map(\.status) == [noErr, kVTVideoDecoderBadDataErr, noErr])
        #expect(shown.map(\.number) == [0, nil, 3])
    }

    private func sample(_ bytes: [UInt8], _ format: CMFormatDescription, at index: Int) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            dataBuffer: try block(bytes), formatDescription: format, numSamples: 1,
            sampleTimings: [
                CMSampleTimingInfo(
                    duration: .invalid, presentationTimeStamp: MovingFrames.time(index), decodeTimeStamp: .invalid)
            ], sampleSizes: [bytes.count])
    }

    private func block(_ bytes: [UInt8]) throws -> CMBlockBuffer {
        var buffer: CMBlockBuffer?
        let status = CMBlockBufferCreateWithMemoryBlock(
            allocator: nil, memoryBlock: nil, blockLength: bytes.count, blockAllocator: nil, customBlockSource: nil,
            offsetToData: 0, dataLength: bytes.count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &buffer)
        #expect(status == noErr)
        let made = try #require(buffer)
        #expect(
            bytes.withUnsafeBytes {
                CMBlockBufferReplaceDataBytes(
                    with: $0.baseAddress!, blockBuffer: made, offsetIntoDestination: 0, dataLength: bytes.count)
            } == noErr)
        return made
    }

    @Test func mistakesAreStatuses() throws {
        let samples = try MovingFrames.samples(
            try MovingFrames.session(kCMVideoCodecType_H264, [kVTCompressionPropertyKey_RealTime: true]), frames: 0..<1)
        var none: VTDecompressionSession?
        let unknown = try CMFormatDescription(
            videoCodecType: .init(rawValue: 0x3f3f_3f3f), width: 320, height: 240, extensions: nil)
        #expect(
            VTDecompressionSessionCreate(
                allocator: nil, formatDescription: unknown, decoderSpecification: nil, imageBufferAttributes: nil,
                outputCallback: nil, decompressionSessionOut: &none) == kVTCouldNotFindVideoDecoderErr)
        #expect(none == nil)
        let session = try session(samples.first?.formatDescription)
        let hevc = try MovingFrames.samples(try MovingFrames.session(kCMVideoCodecType_HEVC), frames: 0..<1)
        func decode(_ sample: CMSampleBuffer) -> OSStatus {
            VTDecompressionSessionDecodeFrame(session, sampleBuffer: sample, flags: [], infoFlagsOut: nil) {
                _, _, _, _, _ in
            }
        }
        #expect(decode(hevc[0]) == kVTFormatDescriptionChangeNotSupportedErr)
        let format = try #require(hevc[0].formatDescription)
        #expect(!VTDecompressionSessionCanAcceptFormatDescription(session, formatDescription: format))
        VTDecompressionSessionInvalidate(session)
        #expect(decode(samples[0]) == kVTInvalidSessionErr)
        #expect(VTDecompressionSessionFinishDelayedFrames(session) == kVTInvalidSessionErr)
    }
}
