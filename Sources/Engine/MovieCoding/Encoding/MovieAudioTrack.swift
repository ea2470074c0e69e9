import CaptureEngine
import FFmpeg
import PixelCoding

/// Encodes the sound of a movie and keeps it in sync with the pictures.
final class MovieAudioTrack {
    let description: MovieTrackDescription
    let sampleRate: Int

    private let encoder: AudioEncoder
    private let sampleFormat: AudioEncoder.SampleFormat
    private let bytesPerFrame: Int
    private var timeline: AudioTimeline

    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`.
    init(_ configuration: MovieConfiguration.Audio) throws(CaptureError) {
        guard let format = configuration.format.audioStreamBasicDescription else {
            throw CaptureError(.formatUnsupported, "the sound to record has no audio format")
        }
        sampleFormat = try Self.sampleFormat(format)
        sampleRate = Int(format.mSampleRate)
        let channels = Int(format.mChannelsPerFrame)
        bytesPerFrame = sampleFormat.bytes * channels
        timeline = AudioTimeline(sampleRate: sampleRate)
        do {
            encoder = try AudioEncoder(sampleRate: sampleRate, channels: channels, bitRate: configuration.bitRate)
        } catch {
            throw CaptureError(error)
        }
        description = MovieTrackDescription(
            media: .audio, timescale: Int32(sampleRate),
            sampleDescription: SampleDescription.aac(
                sampleRate: sampleRate, channels: channels, framesPerPacket: encoder.framesPerPacket,
                bitRate: configuration.bitRate, specificConfig: encoder.specificConfig),
            priming: Int64(encoder.initialPadding), sampleDuration: Int64(encoder.framesPerPacket))
    }

    /// Sound frames so far, from the start of the movie.
    var position: Int64 { Int64(timeline.position) }

    /// Encodes a block of sound.
    ///
    /// - Parameter time: on the movie's timeline, in sound frames; what lies before 0 is left out.
    /// - Returns: packets with times on the movie's timeline; the first is at minus the encoder's priming.
    func encode(_ block: CMBlockBuffer, at time: Int64) throws(CaptureError) -> [EncodedPacket] {
        do {
            let frames = block.dataLength / bytesPerFrame
            let placement = timeline.place(frames: frames, at: Int(time))
            // Microphones fill one contiguous piece of memory; anything else is made contiguous.
            guard CMBlockBufferIsRangeContiguous(block, atOffset: 0, length: 0) else {
                return try block.dataBytes().withUnsafeBytes { try encode($0, frames, placement) }
            }
            return try block.withUnsafeMutableBytes { try encode(UnsafeRawBufferPointer($0), frames, placement) }
        } catch let error as FFmpegError {
            throw CaptureError(error)
        } catch {
            throw CaptureError(.encodeFailed, "a block of sound cannot be read", cause: error)
        }
    }

    /// Ends the track.
    func finish() throws(CaptureError) -> [EncodedPacket] {
        do { return try encoder.finish() } catch { throw CaptureError(error) }
    }

    private func encode(
        _ bytes: UnsafeRawBufferPointer, _ frames: Int, _ placement: AudioTimeline.Placement
    ) throws(FFmpegError) -> [EncodedPacket] {
        func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
            let start = range.lowerBound * bytesPerFrame
            return UnsafeRawBufferPointer(rebasing: bytes[start..<(range.upperBound * bytesPerFrame)])
        }
        let end = placement.adjustment < 0 ? frames - 1 : frames
        var packets = try encoder.encodeSilence(frames: placement.silence)
        if placement.skip < end { packets += try encoder.encode(part(placement.skip..<end), as: sampleFormat) }
        if placement.adjustment > 0 { packets += try encoder.encode(part((frames - 1)..<frames), as: sampleFormat) }
        return packets
    }

    private static func sampleFormat(
        _ format: AudioStreamBasicDescription
    ) throws(CaptureError) -> AudioEncoder.SampleFormat {
        let flags = format.mFormatFlags
        let isInterleaved = flags & kAudioFormatFlagIsNonInterleaved == 0 || format.mChannelsPerFrame == 1
        let isNative = flags & kAudioFormatFlagIsBigEndian == 0
        let isFloat = flags & kAudioFormatFlagIsFloat != 0
        let isSigned = flags & kAudioFormatFlagIsSignedInteger != 0
        if format.mFormatID == kAudioFormatLinearPCM, isInterleaved, isNative {
            switch (format.mBitsPerChannel, isFloat, isSigned) {
            case (16, false, true): return .int16
            case (32, false, true): return .int32
            case (32, true, _): return .float32
            default: break
            }
        }
        throw CaptureError(
            .formatUnsupported,
            "sound that is not interleaved linear PCM of 16 or 32 bits cannot be recorded")
    }
}
