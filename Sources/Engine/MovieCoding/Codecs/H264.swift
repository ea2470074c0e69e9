import FFmpeg
import PixelCoding

extension MovieCodec {
    /// H.264 by libx264.
    static let h264 = MovieCodec(
        type: .h264, name: "H.264", encoder: "libx264", layouts: [.nv12, .i420],
        configurationBox: "avcC", profileFamily: "H264",
        profiles: ["Baseline": "baseline", "Main": "main", "High": "high"],
        entropyCoders: ["CAVLC": "cavlc", "CABAC": "cabac"],
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
            BoxWriter.decoderConfiguration(.init(.h264, try encoder.headerUnits()))
        })
}
