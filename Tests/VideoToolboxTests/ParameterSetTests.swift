import CoreMedia
import Foundation
import Locking
import TestSupport
import Testing
import VideoToolbox

/// Streams as programs send them over a network: units after start codes, with the parameter sets in between.
@Suite struct ParameterSetTests {
    private static let startCode = Data([0, 0, 0, 1])

    private func sets(_ format: CMFormatDescription) -> [Data] {
        let isHEVC = CMFormatDescriptionGetMediaSubType(format) == kCMVideoCodecType_HEVC
        let get =
            isHEVC
            ? CMVideoFormatDescriptionGetHEVCParameterSetAtIndex : CMVideoFormatDescriptionGetH264ParameterSetAtIndex
        var count = 0
        var lengthSize: Int32 = 0
        #expect(get(format, 0, nil, nil, &count, &lengthSize) == noErr)
        #expect(lengthSize == 4)
        return (0..<count).map { index in
            var pointer: UnsafePointer<UInt8>?
            var size = 0
            #expect(get(format, index, &pointer, &size, nil, nil) == noErr)
            return pointer.map { Data(bytes: $0, count: size) } ?? Data()
        }
    }

    /// The units of a sample.
    private func units(_ sample: CMSampleBuffer) throws -> [Data] {
        let block = try #require(sample.dataBuffer)
        var rest = try block.dataBytes()[...]
        var units: [Data] = []
        while rest.count > 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            units.append(Data(rest.dropFirst(4).prefix(length)))
            rest = rest.dropFirst(4 + length)
        }
        return units
    }

    @Test(arguments: [(kCMVideoCodecType_H264, "h264"), (kCMVideoCodecType_HEVC, "hevc")])
    func aStreamWithStartCodesIsWhatOthersPlay(codec: CMVideoCodecType, name: String) throws {
        let folder = try TemporaryFolder()
        // A size that is cropped from whole blocks.
        let session = try MovingFrames.session(
            codec, [kVTCompressionPropertyKey_RealTime: true], width: 322, height: 242)
        let samples = try MovingFrames.samples(session, frames: 0..<20, keyFrames: [10])
        var stream = Data()
        for sample in samples {
            if MovingFrames.isKey(sample) {
                for set in sets(try #require(sample.formatDescription)) { stream += Self.startCode + set }
            }
            for unit in try units(sample) { stream += Self.startCode + unit }
        }
        let file = try folder.file("stream.\(name)", contents: stream)
        let judged = try Tool.output(
            "ffprobe",
            ["-v", "error", "-count_frames", "-show_entries", "stream=codec_name,width,height,nb_read_frames"]
                + ["-of", "csv=p=0", file.path])
        #expect(String(decoding: judged, as: UTF8.self).hasPrefix("\(name),322,242,20"))
    }

    @Test(arguments: [kCMVideoCodecType_H264, kCMVideoCodecType_HEVC])
    func aStreamOfAnotherProgramIsDecoded(codec: CMVideoCodecType) throws {
        // Encoded by FFmpeg, in another profile than ours, with colors in 10 bits for HEVC.
        let folder = try TemporaryFolder()
        let isHEVC = codec == kCMVideoCodecType_HEVC
        let file = folder.file(isHEVC ? "other.hevc" : "other.h264")
        try Tool.output(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=426x240:rate=10:duration=1", "-pix_fmt"]
                + (isHEVC
                    ? ["yuv420p10le", "-c:v", "libx265", "-x265-params", "log-level=none:bframes=0"]
                    : ["yuv420p", "-c:v", "libx264", "-preset", "slow", "-bf", "0"]) + [file.path])
        let units = try split(Data(contentsOf: file))
        func kind(_ unit: Data) -> UInt8 { isHEVC ? unit.first! >> 1 & 0x3f : unit.first! & 0x1f }
        let wanted: [UInt8] = isHEVC ? [32, 33, 34] : [7, 8]
        let sets = wanted.compactMap { wanted in units.first { kind($0) == wanted } }
        let format =
            isHEVC
            ? try CMFormatDescription(hevcParameterSets: sets) : try CMFormatDescription(h264ParameterSets: sets)
        #expect(format.dimensions.width == 426 && format.dimensions.height == 240)
        #expect(format.mediaSubType.rawValue == codec && format.parameterSets == sets)
        #expect(format.nalUnitHeaderLength == 4)
        var created: VTDecompressionSession?
        #expect(
            VTDecompressionSessionCreate(
                allocator: nil, formatDescription: format, decoderSpecification: nil, imageBufferAttributes: nil,
                outputCallback: nil, decompressionSessionOut: &created) == noErr)
        let session = try #require(created)
        let pictures = Mutex(0)
        let frames = units.filter { isHEVC ? kind($0) < 32 : [1, 5].contains(kind($0)) }
        for (index, unit) in frames.enumerated() {
            let sample = try sample(unit, format, at: index)
            VTDecompressionSessionDecodeFrame(session, sampleBuffer: sample, flags: [], infoFlagsOut: nil) {
                status, _, picture, _, _ in
                #expect(status == noErr)
                if picture?.width == 426 { pictures.withLock { $0 += 1 } }
            }
        }
        VTDecompressionSessionFinishDelayedFrames(session)
        // One slice for each picture.
        #expect(frames.count == 10 && pictures.withLock { $0 } == 10)
    }

    private func split(_ stream: Data) -> [Data] {
        let bytes = [UInt8](stream)
        var starts: [(code: Int, unit: Int)] = []
        var index = 0
        while index + 3 <= bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                starts.append((index > 0 && bytes[index - 1] == 0 ? index - 1 : index, index + 3))
                index += 3
            } else {
                index += 1
            }
        }
        return starts.indices.map { place in
            let end = place + 1 < starts.count ? starts[place + 1].code : bytes.count
            return Data(bytes[starts[place].unit..<end])
        }
    }

    private func sample(_ unit: Data, _ format: CMFormatDescription, at index: Int) throws -> CMSampleBuffer {
        var data = Data()
        withUnsafeBytes(of: CFSwapInt32HostToBig(UInt32(unit.count))) { data.append(contentsOf: $0) }
        data.append(unit)
        var created: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: nil, memoryBlock: nil, blockLength: data.count, blockAllocator: nil, customBlockSource: nil,
            offsetToData: 0, dataLength: data.count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &created)
        let block = try #require(created)
        let status = data.withUnsafeBytes { bytes in
            CMBlockBufferReplaceDataBytes(
                with: bytes.baseAddress!, blockBuffer: block, offsetIntoDestination: 0, dataLength: data.count)
        }
        #expect(status == noErr)
        let timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 10),
            presentationTimeStamp: CMTime(value: Int64(index), timescale: 10),
            decodeTimeStamp: .invalid)
        return try CMSampleBuffer(
            dataBuffer: block, formatDescription: format, numSamples: 1, sampleTimings: [timing],
            sampleSizes: [data.count])
    }

    @Test func whatIsNoParameterSetIsRefused() throws {
        func status(_ sets: [[UInt8]], _ length: Int32 = 4) -> OSStatus {
            var format: CMFormatDescription?
            let buffers = sets.map { set in
                let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: max(set.count, 1))
                buffer.initialize(from: set, count: set.count)
                return buffer
            }
            defer { for buffer in buffers { buffer.deallocate() } }
            return CMVideoFormatDescriptionCreateFromH264ParameterSets(
                allocator: nil, parameterSetCount: sets.count, parameterSetPointers: buffers.map { UnsafePointer($0) },
                parameterSetSizes: sets.map(\.count), nalUnitHeaderLength: length, formatDescriptionOut: &format)
        }
        let session = try MovingFrames.session(kCMVideoCodecType_H264)
        let format = try #require(try MovingFrames.samples(session, frames: 0..<1).first?.formatDescription)
        let right = format.parameterSets.map { [UInt8]($0) }
        #expect(right.count == 2 && status(right) == noErr)
        #expect(status(right, 3) == kCMFormatDescriptionError_InvalidParameter)
        #expect(status([right[0]]) == kCMFormatDescriptionError_InvalidParameter)
        #expect(status([Array(right[0].prefix(5)), right[1]]) == kCMFormatDescriptionError_InvalidParameter)
        #expect(status([[], right[1]]) == kCMFormatDescriptionError_InvalidParameter)
        var pointer: UnsafePointer<UInt8>?
        #expect(
            CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
                format, parameterSetIndex: 2, parameterSetPointerOut: &pointer, parameterSetSizeOut: nil,
                parameterSetCountOut: nil, nalUnitHeaderLengthOut: nil)
                == kCMFormatDescriptionError_InvalidParameter)
        #expect(
            CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
                format, parameterSetIndex: 0, parameterSetPointerOut: &pointer, parameterSetSizeOut: nil,
                parameterSetCountOut: nil, nalUnitHeaderLengthOut: nil)
                == kCMFormatDescriptionError_InvalidParameter)
        let empty = try CMFormatDescription(videoCodecType: .h264, width: 320, height: 240)
        #expect(
            CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
                empty, parameterSetIndex: 0, parameterSetPointerOut: &pointer, parameterSetSizeOut: nil,
                parameterSetCountOut: nil, nalUnitHeaderLengthOut: nil)
                == kCMFormatDescriptionError_ValueNotAvailable)
    }

    @Test func noStretchOfTheStreamExceedsTheLimit() throws {
        // Noise, which the encoder cannot make small by itself.
        func frames(_ limits: CFArray?) throws -> [Int] {
            let session = try MovingFrames.session(
                kCMVideoCodecType_H264,
                [
                    kVTCompressionPropertyKey_RealTime: true, kVTCompressionPropertyKey_AverageBitRate: 1_000_000,
                    kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: 1,
                ])
            if let limits {
                #expect(
                    VTSessionSetProperty(session, key: kVTCompressionPropertyKey_DataRateLimits, value: limits)
                        == noErr)
            }
            let sizes = Mutex<[Int]>([])
            var random = SeededRandomness(for: "noise")
            for index in 0..<90 {
                let buffer = try MovingFrames.frame(index)
                buffer.withPlanes { planes in
                    for row in 0..<buffer.height {
                        let line = (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                        for column in 0..<buffer.width { line[column] = UInt8.random(in: 16...235, using: &random) }
                    }
                }
                VTCompressionSessionEncodeFrame(
                    session, imageBuffer: buffer, presentationTimeStamp: MovingFrames.time(index), duration: .invalid,
                    frameProperties: nil, infoFlagsOut: nil
                ) { _, _, sample in sizes.withLock { $0.append(sample?.dataBuffer?.dataLength ?? 0) } }
            }
            VTCompressionSessionCompleteFrames(session, untilPresentationTimeStamp: .invalid)
            return sizes.withLock { $0 }
        }
        func most(_ sizes: [Int]) -> Int {
            (0...sizes.count - 30).map { sizes[$0..<$0 + 30].reduce(0, +) }.max() ?? 0
        }
        let limit = 150_000
        let free = most(try frames(nil))
        let limited = most(try frames([limit, 1.0]))
        #expect(limited <= limit, "\(limited) bytes in a second")
        #expect(free > limit, "\(free) bytes without a limit")
        let session = try MovingFrames.session(kCMVideoCodecType_H264)
        let key = kVTCompressionPropertyKey_DataRateLimits
        #expect(VTSessionSetProperty(session, key: key, value: [1000] as CFArray) == kVTParameterErr)
        #expect(VTSessionSetProperty(session, key: key, value: [1000, 0] as CFArray) == kVTParameterErr)
    }
}
