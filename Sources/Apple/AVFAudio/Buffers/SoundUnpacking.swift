import CoreMedia
import FFmpeg
import MovieCoding

/// Packets of AAC on their way to sound. One thread at a time.
final class SoundUnpacking {
    private let decoder: SoundDecoder
    private let wanted: SoundConverter.Format
    /// Takes what the decoder gives, which can change with the first packet.
    private var converter: (from: SoundConverter.Format, converter: SoundConverter)?
    /// In bytes: how much is still to be left out at the beginning, and how much is kept back until the end.
    private var (leading, trailing): (Int, Int)
    private var held: [UInt8] = []

    /// - Parameters:
    ///   - cookie: an ES_Descriptor or an AudioSpecificConfig; empty for low complexity.
    ///   - padding: how many frames are left out, at the beginning and at the end.
    /// - Throws: ``FFmpegError`` `unsupported` for a cookie that no decoder understands.
    init(_ format: AVAudioFormat, cookie: [UInt8], padding: (leading: Int, trailing: Int)) throws(FFmpegError) {
        let (rate, channels) = (Int(format.sampleRate), Int(format.channelCount))
        guard let config = AACCookie.specificConfig(cookie, sampleRate: rate, channels: channels) else {
            throw FFmpegError(.unsupported, "the magic cookie has no parameters of AAC")
        }
        decoder = try SoundDecoder(specificConfig: config)
        wanted = .init(sampleRate: rate, channels: channels, sample: .float32)
        (leading, trailing) = (padding.leading * 4 * channels, padding.trailing * 4 * channels)
    }

    /// Whether packets of this format can be decoded.
    static func canRead(_ format: AVAudioFormat) -> Bool {
        format.streamFormat.mFormatID == kAudioFormatMPEG4AAC && (7_350...96_000).contains(format.sampleRate)
            && (1...8).contains(format.channelCount)
    }

    /// What ``decode(_:)`` and ``finish()`` give, as linear PCM.
    static func sound(of format: AVAudioFormat) -> AudioStreamBasicDescription {
        .linearPCM(
            sampleRate: format.sampleRate, channels: Int(format.channelCount), bitsPerSample: 32, isFloat: true)
    }

    /// - Returns: the sound that is ready: 32-bit floats, interleaved.
    func decode(_ packet: UnsafeRawBufferPointer) throws(FFmpegError) -> [UInt8] {
        // An empty one would end the stream.
        if packet.isEmpty { return [] }
        held += try samples(packet)
        let skipped = min(leading, held.count)
        leading -= skipped
        held.removeFirst(skipped)
        let count = max(0, held.count - trailing)
        defer { held.removeFirst(count) }
        return Array(held.prefix(count))
    }

    /// The sound that is left at the end.
    func finish() throws(FFmpegError) -> [UInt8] {
        var rest = held + (try samples(UnsafeRawBufferPointer(start: nil, count: 0)))
        held = []
        if let converter { rest += try converter.converter.finish() }
        return Array(rest.dropFirst(leading).dropLast(trailing))
    }

    private func samples(_ packet: UnsafeRawBufferPointer) throws(FFmpegError) -> [UInt8] {
        var result: [UInt8] = []
        for sound in try decoder.decode(packet) {
            let converter = try converter(of: sound.format)
            result += try sound.withPlanes(droppingFirst: 0) { planes throws(FFmpegError) -> [UInt8] in
                try converter.convert(planes, frames: sound.frames)
            }
        }
        return result
    }

    private func converter(of format: SoundConverter.Format) throws(FFmpegError) -> SoundConverter {
        if let converter, converter.from == format { return converter.converter }
        let new = try SoundConverter(from: format, to: wanted)
        converter = (format, new)
        return new
    }
}
