import FFmpeg
import Foundation
import MovieCoding

/// Sound on its way into packets of AAC. One thread at a time.
final class SoundPacking {
    /// The bit rates that are offered, in bits a second. Below the first, the encoder needs more than it is told to.
    static let bitRates = [
        16_000, 20_000, 24_000, 28_000, 32_000, 40_000, 48_000, 56_000, 64_000, 80_000, 96_000, 112_000, 128_000,
        160_000, 192_000, 224_000, 256_000, 320_000,
    ]

    /// The most bits of a packet, for each channel. Source: ISO/IEC 14496-3, 4.5.3.1.
    private static let packetBits = 6144
    static let framesPerPacket = 1024

    private let encoder: AudioEncoder
    private let bitRate: Int
    private var packets: [EncodedPacket] = []
    private var (frames, made) = (0, 0)
    private var isAtEnd = false

    init(_ format: AVAudioFormat, bitRate: Int, quality: Double?) throws(FFmpegError) {
        self.bitRate = bitRate
        encoder = try AudioEncoder(
            sampleRate: Int(format.sampleRate), channels: Int(format.channelCount), bitRate: bitRate, quality: quality)
    }

    /// Whether sound can be compressed to this format.
    static func canMake(_ format: AVAudioFormat) -> Bool {
        let stream = format.streamFormat
        return stream.mFormatID == kAudioFormatMPEG4AAC && SoundSettings.aacSampleRates.contains(stream.mSampleRate)
            && [0, 2].contains(stream.mFormatFlags) && [0, UInt32(framesPerPacket)].contains(stream.mFramesPerPacket)
    }

    /// The highest bit rate of a format.
    static func highestBitRate(_ format: AVAudioFormat) -> Int {
        Int(Double(packetBits * Int(format.channelCount)) * format.sampleRate) / framesPerPacket
    }

    /// The size of the largest packet, in bytes.
    static func largestPacket(_ format: AVAudioFormat) -> Int { packetBits / 8 * Int(format.channelCount) }

    var cookie: Data {
        Data(AACCookie.streamDescriptor(bitRate: bitRate, specificConfig: encoder.specificConfig))
    }

    /// How many frames of silence come first, and, at the end, last.
    var padding: (leading: Int, trailing: Int) {
        let sound = encoder.initialPadding + frames
        return (encoder.initialPadding, isAtEnd ? max(0, made * encoder.framesPerPacket - sound) : 0)
    }

    /// - Parameter sound: 32-bit floats, interleaved, at the format's rate.
    func take(_ sound: [UInt8]) throws {
        frames += sound.count / (4 * encoder.channels)
        add(try sound.withUnsafeBytes { try encoder.encode($0, as: .float32) })
    }

    func finish() throws(FFmpegError) {
        if frames > 0 { add(try encoder.finish()) }
        isAtEnd = true
    }

    private func add(_ new: [EncodedPacket]) {
        made += new.count
        packets += new
    }

    /// Gives away what is ready and fits.
    ///
    /// - Returns: whether the buffer is full.
    func deliver(to buffer: AVAudioCompressedBuffer) throws -> Bool {
        var given = 0
        defer { packets.removeFirst(given) }
        for packet in packets {
            let fits = try packet.withBytes { bytes throws -> Bool in
                if bytes.count > buffer.maximumPacketSize {
                    throw AudioError.make(
                        AudioError.badArgument, "The buffer has no room for a packet of \(bytes.count) bytes.")
                }
                return buffer.append(bytes)
            }
            guard fits else { return true }
            given += 1
        }
        return buffer.packetCount == buffer.packetCapacity
    }
}
