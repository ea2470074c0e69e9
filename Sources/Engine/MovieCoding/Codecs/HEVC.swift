import FFmpeg
import PixelCoding

extension MovieCodec {
    /// HEVC by libx265, which takes planar pictures only.
    static let hevc = MovieCodec(
        type: .hevc, name: "HEVC", encoder: X265.name, layouts: [.i420, .i010],
        configurationBox: "hvcC", profileFamily: "HEVC",
        options: { settings, pace in
            var options = X265.options(threading(pace))
            // The constant rate factor: 0 is lossless, 51 worst.
            if settings.bitRate == nil { options["crf"] = settings.rateFactor ?? "23" }
            if settings.reordersFrames { options["tune"] = nil }
            return options
        },
        decoderConfiguration: { encoder throws(FFmpegError) in
            BoxWriter.decoderConfiguration(.init(.hevc, try X265.parameterSets(encoder)))
        })

    /// Each picture gets a thread of its own, and begins while the one before it is still being encoded.
    ///
    /// x265's own pool, whose threads share one picture, is as fast on an idle machine. But it lowers their priority, so
    /// that a movie gets next to nothing where other programs compute: on two processors beside eight busy programs, 24
    /// pictures of 1080p took 30 s, and take 5 s in this way (x265 3.5). Only where no picture may wait for the next, the
    /// pool remains.
    private static func threading(_ pace: EncoderPace) -> [String] {
        let pictures = "frame-threads=\(pace.parallelPictures)"
        return pace.parallelPictures > 1 ? ["pools=none", pictures] : [pictures]
    }
}
