import CoreMedia
import FFmpeg
import PixelCoding

/// Makes the entries of the sample description table (`stsd`), which set up a decoder.
enum SampleDescription {
    /// Pictures in an entry of their codec's type.
    ///
    /// - Throws: ``FFmpegError`` `codecFailed` when the encoder's header cannot be read.
    ///
    /// Source: Apple, QuickTime File Format, "Video Sample Description".
    static func video(
        _ codec: MovieCodec, _ encoder: VideoEncoder, _ shape: PictureShape = PictureShape(),
        in kind: MovieFileKind = .quickTime
    ) throws(FFmpegError) -> [UInt8] {
        let configuration = try codec.decoderConfiguration(encoder)
        let settings = encoder.settings
        return video(
            codec.type.rawValue.letters, name: codec.name, size: (settings.width, settings.height),
            color: settings.color, shape, in: kind, configuration)
    }

    /// Pictures.
    ///
    /// - Parameters:
    ///   - name: in at most 31 bytes.
    ///   - boxes: what sets the decoder up.
    static func video(
        _ type: String, name: String, size: (width: Int, height: Int), color: PictureColor?,
        _ shape: PictureShape = PictureShape(), in kind: MovieFileKind, _ boxes: [UInt8]
    ) -> [UInt8] {
        entry(type) {
            $0.writeZeros(16)
            $0.write(UInt16(size.width))
            $0.write(UInt16(size.height))
            $0.write(UInt32(72 << 16))
            $0.write(UInt32(72 << 16))
            $0.write(UInt32(0))
            $0.write(UInt16(1))
            $0.write(UInt8(name.utf8.count))
            $0.write(name)
            $0.writeZeros(31 - name.utf8.count)
            $0.write(UInt16(24))  // colors, no alpha
            $0.write(UInt16(0xffff))  // no color table
            $0.write(contentsOf: boxes)
            if let color { $0.write(color, in: kind) }
            $0.write(shape)
        }
    }

    /// AAC in an `mp4a` entry, version 1 with a `wave` box as QuickTime writes it.
    ///
    /// - Parameter specificConfig: the AudioSpecificConfig of ISO/IEC 14496-3.
    ///
    /// Source: Apple, QuickTime File Format, "Sound Sample Description (Version 1)", "MPEG-4 Elementary Stream
    /// Descriptor Atom".
    static func aac(
        sampleRate: Int, channels: Int, framesPerPacket: Int, bitRate: Int, specificConfig: [UInt8],
        in kind: MovieFileKind = .quickTime
    ) -> [UInt8] {
        guard kind.isQuickTime else {
            return entry("mp4a") {
                $0.writeZeros(8)
                $0.write(UInt16(channels))
                $0.write(UInt16(16))
                $0.write(UInt32(0))
                $0.write(sampleRate < 1 << 16 ? UInt32(sampleRate) << 16 : 0)
                $0.fullBox("esds") { $0.writeStreamDescriptor(bitRate: bitRate, specificConfig: specificConfig) }
            }
        }
        return entry("mp4a") {
            $0.write(UInt16(1))
            $0.writeZeros(6)
            $0.write(UInt16(channels))
            $0.write(UInt16(16))
            $0.write(UInt16(0xfffe))  // variable bit rate
            $0.write(UInt16(0))
            // 16.16 cannot hold 88.2 kHz and above; readers take those from the AudioSpecificConfig.
            $0.write(sampleRate < 1 << 16 ? UInt32(sampleRate) << 16 : 0)
            $0.write(UInt32(framesPerPacket))
            $0.write(UInt32(0))
            $0.write(UInt32(0))
            $0.write(UInt32(2))
            $0.box("wave") {
                $0.box("frma") { $0.write("mp4a") }
                $0.box("mp4a") { $0.write(UInt32(0)) }
                $0.fullBox("esds") { $0.writeStreamDescriptor(bitRate: bitRate, specificConfig: specificConfig) }
                $0.box(0) { _ in }
            }
        }
    }

    /// Linear PCM in an `lpcm` entry, version 2.
    ///
    /// Source: Apple, QuickTime File Format, "Sound Sample Description (Version 2)".
    static func linearPCM(_ format: AudioStreamBasicDescription) -> [UInt8] {
        entry("lpcm") {
            $0.write(UInt16(2))
            $0.writeZeros(6)
            // Constants that keep older readers away.
            $0.write(UInt16(3))
            $0.write(UInt16(16))
            $0.write(UInt16(0xfffe))
            $0.write(UInt16(0))
            $0.write(UInt32(1 << 16))
            $0.write(UInt32(72))
            $0.write(format.mSampleRate.bitPattern)
            $0.write(format.mChannelsPerFrame)
            $0.write(UInt32(0x7f00_0000))
            $0.write(format.mBitsPerChannel)
            $0.write(format.mFormatFlags)
            $0.write(format.mBytesPerFrame)
            $0.write(UInt32(1))
        }
    }

    /// An entry of any type; `body` writes what follows the data reference.
    static func entry(_ type: String, _ body: (inout BoxWriter) -> Void) -> [UInt8] {
        var writer = BoxWriter()
        writer.box(type) {
            $0.writeZeros(6)
            $0.write(UInt16(1))  // the data reference: this file
            body(&$0)
        }
        return writer.bytes
    }
}

extension BoxWriter {
    /// The `colr` box.
    ///
    /// Sources: Apple, QuickTime File Format, "Color Parameter Atoms"; ISO/IEC 14496-12, 12.1.5.
    fileprivate mutating func write(_ color: PictureColor, in kind: MovieFileKind) {
        box("colr") {
            $0.write(kind.isQuickTime ? "nclc" : "nclx")
            $0.write(UInt16(color.primaries))
            $0.write(UInt16(color.transfer))
            $0.write(UInt16(color.matrix))
            if !kind.isQuickTime { $0.write(UInt8(color.isFullRange ? 0x80 : 0)) }
        }
    }

    /// The ES_Descriptor of ISO/IEC 14496-1, 7.2.6.5, for AAC.
    mutating func writeStreamDescriptor(bitRate: Int, specificConfig: [UInt8]) {
        let specificLength = UInt8(specificConfig.count)
        write(contentsOf: [0x03, 3 + 15 + 2 + specificLength + 3, 0, 0, 0])
        write(contentsOf: [0x04, 13 + 2 + specificLength, 0x40, 5 << 2 | 1, 0, 0x18, 0])
        write(UInt32(bitRate))
        write(UInt32(bitRate))
        write(contentsOf: [0x05, specificLength])
        write(contentsOf: specificConfig)
        write(contentsOf: [0x06, 1, 2])
    }
}
