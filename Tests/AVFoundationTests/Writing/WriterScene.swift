import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing

/// Frames and sound with known content, and writers for them.
struct WriterScene {
    var width = 320
    var height = 240
    var sampleRate = 48_000

    /// The samples' clock does not begin at 0.
    static let origin = CMTime(value: 7_123_456_789, timescale: 1_000_000_000)

    static func time(_ index: Int, rate: Int = 30) -> CMTime {
        origin + CMTime(value: Int64(index) * 1_000_000_000 / Int64(rate), timescale: 1_000_000_000)
    }

    var videoSettings: [String: Any] {
        [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height]
    }

    static var aac: [String: Any] {
        [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            AVEncoderBitRateKey: 128_000,
        ]
    }

    static func linearPCM(_ bits: Int, isFloat: Bool = false, isBigEndian: Bool = false) -> [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBigEndian,
            AVLinearPCMIsNonInterleaved: false,
        ]
    }

    /// Frame `index`: see ``MovingBar``.
    func buffer(
        _ index: Int, pixelFormat: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, pixelFormat, nil, &buffer)
        let made = try #require(buffer)
        if pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange { MovingBar.paint(index, on: made) }
        return made
    }

    func frame(_ index: Int, at time: CMTime? = nil) throws -> CMSampleBuffer {
        let buffer = try buffer(index)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: CMFormatDescription(imageBuffer: buffer),
            sampleTiming: CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 30), presentationTimeStamp: time ?? Self.time(index),
                decodeTimeStamp: .invalid))
    }

    /// A 440 Hz tone of 16-bit stereo.
    static func tone(from first: Int, frames: Int, rate: Int = 48_000) -> [Int16] {
        (first..<(first + frames)).flatMap { frame in
            let value = Int16(12_000 * sin(Double(frame) * 440 * 2 * .pi / Double(rate)))
            return [value, value]
        }
    }

    /// A hundredth of a second of the tone.
    func sound(_ block: Int) throws -> CMSampleBuffer {
        let frames = sampleRate / 100
        let data = Self.tone(from: block * frames, frames: frames, rate: sampleRate).withUnsafeBytes { Data($0) }
        return try Self.sound(data, frames: frames, rate: sampleRate, at: Self.time(block, rate: 100))
    }

    static func sound(_ data: Data, frames: Int, rate: Int, at time: CMTime) throws -> CMSampleBuffer {
        let format = try CMFormatDescription(
            audioStreamBasicDescription: AudioStreamBasicDescription(
                mSampleRate: Double(rate), mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
                mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0))
        return try CMSampleBuffer(
            dataBuffer: block(data), formatDescription: format, numSamples: frames,
            sampleTimings: [
                CMSampleTimingInfo(
                    duration: CMTime(value: 1, timescale: CMTimeScale(rate)), presentationTimeStamp: time,
                    decodeTimeStamp: .invalid)
            ], sampleSizes: [4])
    }

    static func block(_ data: Data) throws -> CMBlockBuffer {
        var block: CMBlockBuffer?
        CMBlockBufferCreateWithMemoryBlock(
            allocator: nil, memoryBlock: nil, blockLength: data.count, blockAllocator: nil, customBlockSource: nil,
            offsetToData: 0, dataLength: data.count, flags: 0, blockBufferOut: &block)
        let made = try #require(block)
        data.withUnsafeBytes { bytes in
            _ = CMBlockBufferReplaceDataBytes(
                with: bytes.baseAddress!, blockBuffer: made, offsetIntoDestination: 0, dataLength: bytes.count)
        }
        return made
    }

    /// ffmpeg's complaints about linear PCM, without what it says of its own files too.
    static func complaints(of url: URL) throws -> String {
        let output = try Tool.run("ffmpeg", ["-v", "warning", "-i", url.path, "-f", "null", "-"])
        let usual = ["Guessed Channel Layout", "Estimating duration from bitrate"]
        let lines = output.standardError.split(separator: "\n").filter { line in
            !usual.contains { line.contains($0) }
        }
        return output.status == 0 ? lines.joined(separator: "\n") : "status \(output.status)"
    }

    /// Appends as soon as the input is ready.
    static func append(_ sample: CMSampleBuffer, to input: AVAssetWriterInput) {
        #expect(eventually { input.isReadyForMoreMediaData })
        #expect(input.append(sample))
    }

    /// Appends frames and sound in the order of their times.
    func feed(_ video: AVAssetWriterInput?, _ audio: AVAssetWriterInput?, frames: Range<Int>) throws {
        var block = frames.lowerBound * 100 / 30
        for index in frames {
            if let video { Self.append(try frame(index), to: video) }
            while let audio, block * 30 < (index + 1) * 100 {
                Self.append(try sound(block), to: audio)
                block += 1
            }
        }
    }

    /// Writes a movie of frames and sound from beginning to end.
    func write(
        _ url: URL, _ type: AVFileType = .mov, video settings: [String: Any]?, audio: [String: Any]? = nil,
        frames: Range<Int> = 0..<30, from start: CMTime = Self.origin,
        _ prepare: (AVAssetWriter, [AVAssetWriterInput]) -> Void = { _, _ in }
    ) async throws -> AVAssetWriter {
        let writer = try AVAssetWriter(outputURL: url, fileType: type)
        let video = settings.map { AVAssetWriterInput(mediaType: .video, outputSettings: $0) }
        let audio = audio.map { AVAssetWriterInput(mediaType: .audio, outputSettings: $0) }
        let inputs = [video, audio].compactMap { $0 }
        for input in inputs {
            #expect(writer.canAdd(input))
            writer.add(input)
        }
        prepare(writer, inputs)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: start)
        try feed(video, audio, frames: frames)
        for input in inputs { input.markAsFinished() }
        await writer.finishWriting()
        return writer
    }
}
