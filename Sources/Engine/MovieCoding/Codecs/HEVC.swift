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

    /// Gives each picture a thread of its own, which begins while the picture before it is still being encoded.
    ///
    /// In x265's own pool, several threads share one picture. That is as fast on an idle machine, but the pool lowers its
    /// threads' priority, so that a movie gets next to nothing where other programs compute. On two processors beside
    /// eight busy programs, 24 pictures of 1080p took 30 s with the pool and take 5 s without it (x265 3.5). The pool
    /// remains only where no picture may wait for the next.
    private static func threading(_ pace: EncoderPace) -> [String] {
        let pictures = "frame-threads=\(pace.parallelPictures)"
        return pace.parallelPictures > 1 ? ["pools=none", pictures] : [pictures]
    }
}
