import FFmpeg
import PixelCoding

extension MovieCodec {
    /// H.264 by libx264.
    ///
    /// Source: ISO/IEC 14496-15, 5.3.3 (avcC).
    static let h264 = MovieCodec(
        type: .h264, name: "H.264", encoder: "libx264", layouts: [.nv12, .i420],
        options: { settings, pace in
            let rate = "\(Int((settings.frameRate * 1000).rounded()))/1000"
            var options = [
                "preset": pace.preset, "tune": "zerolatency", "forced-idr": "1", "x264-params": "annexb=0:fps=\(rate)",
            ]
            // The constant rate factor: 0 is lossless, 23 good, 51 worst.
            if settings.bitRate == nil { options["crf"] = settings.rateFactor ?? "23" }
            if settings.reordersFrames { options["tune"] = nil }
            options["profile"] = settings.profile
            options["level"] = settings.level
            options["coder"] = settings.entropyCoder
            return options
        },
        decoderConfiguration: { encoder throws(FFmpegError) in
            let units = try encoder.headerUnits()
            var writer = BoxWriter()
            writer.box("avcC") {
                $0.writeH264Configuration(
                    sequence: units.filter { $0[0] & 0x1f == 7 }, picture: units.filter { $0[0] & 0x1f == 8 })
            }
            return writer.bytes
        })
}

extension BoxWriter {
    /// The AVCDecoderConfigurationRecord, for 4:2:0 in 8 bits.
    fileprivate mutating func writeH264Configuration(sequence: [[UInt8]], picture: [[UInt8]]) {
        write(UInt8(1))
        write(contentsOf: Array(sequence[0][1...3]))
        write(UInt8(0xfc | 3))  // lengths take 4 bytes
        write(UInt8(0xe0 | sequence.count))
        writeUnits(sequence)
        write(UInt8(picture.count))
        writeUnits(picture)
        // The High profiles say in addition: 4:2:0, 8 bits, no SPS extensions.
        if sequence[0][1] >= 100 { write(contentsOf: [0xfd, 0xf8, 0xf8, 0]) }
    }
}
