import CaptureEngine
import Foundation
import TestSupport

@testable import MovieCoding

/// Makes frames and sound with known content, and records them.
struct MovieScene {
    var width = 320
    var height = 240
    var pixelFormat = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    var matrix: CFString = kCVImageBufferYCbCrMatrix_ITU_R_709_2
    var sampleRate = 48_000
    var channels = 2

    /// The samples' clock does not begin at 0.
    static let origin = CMTime(value: 7_123_456_789, timescale: 1_000_000_000)

    static func seconds(_ seconds: Double) -> CMTime {
        origin + CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }

    /// The time of frame `index` at `rate` frames a second, in whole nanoseconds as a driver would give it.
    static func time(_ index: Int, rate: Int = 30) -> CMTime {
        origin + CMTime(value: Int64(index) * 1_000_000_000 / Int64(rate), timescale: 1_000_000_000)
    }

    var videoFormat: CMFormatDescription {
        .video(pixelFormat: pixelFormat, width: width, height: height)
    }

    var audioFormat: CMFormatDescription {
        .audio(
            AudioStreamBasicDescription(
                mSampleRate: Double(sampleRate), mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
                mBytesPerPacket: UInt32(2 * channels), mFramesPerPacket: 1, mBytesPerFrame: UInt32(2 * channels),
                mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 16, mReserved: 0))
    }

    func configuration(_ url: URL, sound: Bool = true, fragmentSeconds: Double = 1) -> MovieConfiguration {
        MovieConfiguration(
            url: url, video: .init(source: DeviceID(scheme: "test", name: "scene"), format: videoFormat),
            audio: sound ? .init(format: audioFormat) : nil,
            fragmentInterval: CMTime(seconds: fragmentSeconds, preferredTimescale: 1000))
    }

    /// Frame `index`: see ``MovingBar``.
    func frame(_ index: Int) -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        let status = CVPixelBufferCreate(nil, width, height, pixelFormat, nil, &buffer)
        guard status == kCVReturnSuccess, let buffer else { preconditionFailure("no buffer: \(status)") }
        CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, matrix, .shouldPropagate)
        MovingBar.paint(index, on: buffer)
        return buffer
    }

    func sample(_ buffer: CVPixelBuffer, at time: CMTime) -> CMSampleBuffer {
        .frame(buffer, format: videoFormat, presentationTimeStamp: time)
    }

    /// A block of a 440 Hz tone in every channel; `first` is its first sample's number.
    func sound(from first: Int, frames: Int, at time: CMTime) -> CMSampleBuffer {
        var samples = [Int16](repeating: 0, count: frames * channels)
        for frame in 0..<frames {
            let angle = Double(first + frame) * 440 * 2 * Double.pi / Double(sampleRate)
            for channel in 0..<channels { samples[frame * channels + channel] = Int16(12_000 * sin(angle)) }
        }
        let data = samples.withUnsafeBytes { Data($0) }
        return .sound(
            CMBlockBuffer(copying: data), format: audioFormat, numSamples: frames, presentationTimeStamp: time)
    }

    /// Records frames at a steady rate, and sound in blocks of a hundredth of a second, in the order of their times.
    func record(
        to movie: MovieFile, frames: Range<Int>, rate: Int = 30, sound: Bool = true
    ) throws {
        // A few pictures are enough, and making them is slow in a debug build.
        let pictures = (0..<8).map { frame($0) }
        let block = sampleRate / 100
        var nextBlock = frames.lowerBound * 100 / rate
        for index in frames {
            try movie.append(sample(pictures[index % 8], at: Self.time(index, rate: rate)), to: .video)
            while sound, nextBlock * rate < (index + 1) * 100 {
                let time = Self.time(nextBlock, rate: 100)
                try movie.append(self.sound(from: nextBlock * block, frames: block, at: time), to: .audio)
                nextBlock += 1
            }
        }
    }
}
