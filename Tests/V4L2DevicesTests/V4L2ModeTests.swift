import CoreMedia
import DriverFrames
import LinuxVideo
import Testing

@testable import V4L2Devices

@Suite struct V4L2ModeTests {
    private func mode(_ name: String, _ width: Int, _ height: Int, framesPerSecond: Int32) throws -> V4L2Mode {
        let encoding = try #require(FourCC(name).flatMap(V4L2Encoding.init))
        let duration = CMTime(value: 1, timescale: framesPerSecond)
        return V4L2Mode(encoding: encoding, width: width, height: height, frameDurations: [duration...duration])
    }

    private func order(_ modes: V4L2Mode...) -> [String] {
        modes.sorted(by: V4L2Mode.isBetter).map {
            "\($0.encoding.fourCC) \($0.height)p\(Int($0.maxFrameRate.rounded()))"
        }
    }

    @Test func compressedPicturesAt30ComeBeforeRawOnesAt5() throws {
        let order = order(
            try mode("YUYV", 1920, 1080, framesPerSecond: 5), try mode("MJPG", 1920, 1080, framesPerSecond: 30),
            try mode("YUYV", 640, 480, framesPerSecond: 30))
        #expect(order == ["MJPG 1080p30", "YUYV 480p30", "YUYV 1080p5"])
    }

    @Test func atOneRateTheCheaperEncodingComesFirst() throws {
        let order = order(
            try mode("RGGB", 640, 480, framesPerSecond: 30), try mode("MJPG", 640, 480, framesPerSecond: 60),
            try mode("YUYV", 640, 480, framesPerSecond: 30), try mode("NV12", 640, 480, framesPerSecond: 30))
        #expect(order == ["NV12 480p30", "YUYV 480p30", "MJPG 480p60", "RGGB 480p30"])
    }

    @Test func largerMovingPicturesComeFirst() throws {
        let order = order(
            try mode("YUYV", 320, 180, framesPerSecond: 60), try mode("YUYV", 1280, 720, framesPerSecond: 12),
            try mode("YUYV", 640, 480, framesPerSecond: 25), try mode("YUYV", 3840, 2160, framesPerSecond: 2))
        #expect(order == ["YUYV 480p25", "YUYV 180p60", "YUYV 720p12", "YUYV 2160p2"])
    }

    @Test func picturesWithoutColorComeLast() throws {
        let order = order(
            try mode("GREY", 1920, 1080, framesPerSecond: 60), try mode("YUYV", 1920, 1080, framesPerSecond: 5))
        #expect(order == ["YUYV 1080p5", "GREY 1080p60"])
    }

    // MARK: Sizes

    @Test func listedSizesAreKeptOnceAndOddOnesLeftOut() {
        let sizes = V4L2Mode.plainSizes(
            [
                .discrete(width: 640, height: 480), .discrete(width: 641, height: 480),
                .discrete(width: 640, height: 480), .discrete(width: 320, height: 240),
            ], current: nil)
        #expect(sizes.map { [$0.width, $0.height] } == [[640, 480], [320, 240]])
    }

    @Test func sizesThatNoPictureHasAreLeftOut() {
        let most = Int(UInt32.max) - 1
        let range = VideoFrameSize.range(width: 2...most, widthStep: 2, height: 2...most, heightStep: 2)
        let sizes = V4L2Mode.plainSizes([.discrete(width: most, height: 480), range], current: nil)
        #expect(sizes.count == V4L2Mode.usualSizes.count)
    }

    @Test func aRangeOffersTheUsualSizesThatFitItsStepsAndTheLargest() {
        let range = VideoFrameSize.range(width: 160...1296, widthStep: 16, height: 120...976, heightStep: 8)
        let current = VideoFormat(pixelFormat: FourCC(code: 0), width: 176, height: 144)
        let sizes = V4L2Mode.plainSizes([range], current: current)
        #expect(
            sizes.map { [$0.width, $0.height] } == [
                [320, 240], [640, 360], [640, 480], [800, 600], [1024, 768], [1280, 720], [1280, 960], [176, 144],
                [1296, 976],
            ])
    }

    @Test(
        arguments: [
            (640...1280, 1, 480...480, 1, [[640, 480], [1280, 480]]),
            (640...640, 1, 360...480, 1, [[640, 360], [640, 480]]),
            (320...640, 320, 240...480, 120, [[320, 240], [640, 360], [640, 480]]),
            (320...640, 320, 240...480, 240, [[320, 240], [640, 480]]),
            (320...640, 160, 240...360, 60, [[320, 240], [640, 360]]),
        ] as [(ClosedRange<Int>, Int, ClosedRange<Int>, Int, [[Int]])])
    func aSizeMustFitARangeInWidthAndInHeight(
        widths: ClosedRange<Int>, widthStep: Int, heights: ClosedRange<Int>, heightStep: Int, expected: [[Int]]
    ) {
        let range = VideoFrameSize.range(width: widths, widthStep: widthStep, height: heights, heightStep: heightStep)
        #expect(V4L2Mode.plainSizes([range], current: nil).map { [$0.width, $0.height] } == expected)
    }

    // MARK: Durations

    @Test func durationsAreSortedShortestFirstAndEachOnce() {
        let durations = V4L2Mode.frameDurations(
            [.discrete(VideoFraction(1, 15)), .discrete(VideoFraction(1, 30)), .discrete(VideoFraction(2, 30))],
            fallback: nil)
        let thirtieth = CMTime(value: 1, timescale: 30)
        let fifteenth = CMTime(value: 1, timescale: 15)
        #expect(durations == [thirtieth...thirtieth, fifteenth...fifteenth])
    }

    @Test func aRangeOfIntervalsIsOneRangeOfDurations() {
        let durations = V4L2Mode.frameDurations(
            [.range(shortest: VideoFraction(1, 60), longest: VideoFraction(1, 1))], fallback: nil)
        #expect(durations == [CMTime(value: 1, timescale: 60)...CMTime(value: 1, timescale: 1)])
    }

    @Test func aDriverThatListsNoIntervalsOffersTheOneThatIsSet() {
        let set = V4L2Mode.frameDurations([], fallback: VideoFraction(1, 50))
        #expect(set.map(\.lowerBound) == [CMTime(value: 1, timescale: 50)])
        let unknown = V4L2Mode.frameDurations([], fallback: VideoFraction(0, 0))
        #expect(unknown.map(\.lowerBound) == [CMTime(value: 1, timescale: 30)])
    }

    @Test(arguments: [
        (VideoFraction(1001, 30000), CMTime(value: 1001, timescale: 30000)),
        (VideoFraction(333_333, 10_000_000), CMTime(value: 333_333, timescale: 10_000_000)),
        (VideoFraction(2, 50), CMTime(value: 1, timescale: 25)),
        (VideoFraction(100_000_001, 4_000_000_000), CMTime(value: 25_000_000, timescale: 1_000_000_000)),
    ])
    func fractionsBecomeTimes(fraction: VideoFraction, time: CMTime) {
        #expect(CMTime(fraction).value == time.value)
        #expect(CMTime(fraction).timescale == time.timescale)
    }

    @Test func timesBecomeFractionsThatFit() {
        #expect(VideoFraction(CMTime(value: 1, timescale: 30)) == VideoFraction(1, 30))
        let long = VideoFraction(CMTime(value: 10_000_000_000, timescale: 1_000_000_000))
        #expect(abs(long.seconds - 10) < 1e-6)
    }
}
