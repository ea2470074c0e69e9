import FFmpeg
import PixelCoding

extension MovieCodec {
    /// HEVC by libx265, which takes planar pictures only.
    static let hevc = MovieCodec(
        type: .hevc, name: "HEVC", encoder: X265.name, layouts: [.i420, .i010],
        configurationBox: "hvcC", profileFamily: "HEVC",
        options: { settings, _ in
            var options = X265.options()
            // The constant rate factor: 0 is lossless, 51 worst.
            if settings.bitRate == nil { options["crf"] = settings.rateFactor ?? "23" }
            if settings.reordersFrames { options["tune"] = nil }
            return options
        },
        decoderConfiguration: { encoder throws(FFmpegError) in
            BoxWriter.decoderConfiguration(.init(.hevc, try X265.parameterSets(encoder)))
        })
}
