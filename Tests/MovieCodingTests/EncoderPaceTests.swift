import FFmpeg
import Testing

@testable import MovieCoding

@Suite struct EncoderPaceTests {
    @Test(arguments: [
        (1_280, 720, 30.0, 2, "veryfast"), (1_920, 1_080, 30, 2, "veryfast"), (1_920, 1_080, 60, 2, "superfast"),
        (3_840, 2_160, 30, 2, "ultrafast"), (3_840, 2_160, 30, 8, "veryfast"), (1_920, 1_080, 240, 4, "ultrafast"),
    ])
    func largerAndFasterPicturesGetLessWork(
        width: Int, height: Int, rate: Double, processors: Int, preset: String
    ) {
        let pace = EncoderPace(width: width, height: height, frameRate: rate, processors: processors)
        #expect(pace.preset == preset)
    }

    @Test func aSmallPictureIsNotSplitAmongThreads() {
        #expect(EncoderPace(width: 640, height: 480, frameRate: 30, processors: 8).threads == 1)
        #expect(EncoderPace(width: 1_920, height: 1_080, frameRate: 30, processors: 2).threads == 2)
        #expect(EncoderPace(width: 3_840, height: 2_160, frameRate: 30, processors: 64).threads == 4)
    }

    @Test func severalPicturesAreEncodedAtOnceWhereTheyMayBeDelayed() {
        func pictures(allowsDelay: Bool, processors: Int) -> Int {
            EncoderPace(width: 640, height: 480, frameRate: 30, allowsDelay: allowsDelay, processors: processors)
                .parallelPictures
        }
        #expect(pictures(allowsDelay: true, processors: 2) == 2)
        #expect(pictures(allowsDelay: true, processors: 64) == 4)
        #expect(pictures(allowsDelay: false, processors: 64) == 1)
        #expect(EncoderPace.cheapest.parallelPictures == 1)
    }

    /// The pool's threads have a low priority, and a movie must keep up on a busy machine.
    @Test func moviesInHEVCDoNotUseThePoolOfX265() throws {
        let settings = VideoEncoder.Settings(
            encoder: MovieCodec.hevc.encoder, width: 640, height: 480, layout: .i420, color: PictureColor(),
            timescale: 30, frameRate: 30)
        func parameters(_ pace: EncoderPace) throws -> [Substring] {
            try #require(MovieCodec.hevc.options(settings, pace)["x265-params"]).split(separator: ":")
        }
        let movie = try parameters(EncoderPace(width: 640, height: 480, frameRate: 30, processors: 2))
        #expect(movie.contains("pools=none") && movie.contains("frame-threads=2"))
        let live = try parameters(.cheapest)
        #expect(!live.contains("pools=none") && live.contains("frame-threads=1"))
    }
}
