import CaptureEngine
import LinuxVideo
import Testing

@testable import V4L2Devices

@Suite struct StreamAttemptTests {
    private func format(_ native: String, _ width: Int, _ height: Int, rates: [Int32] = [30]) -> SourceFormat {
        let durations = rates.map { CMTime(value: 1, timescale: $0) }
        return SourceFormat(
            description: .video(
                pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, width: width, height: height, color: [:]),
            native: native, frameDurations: durations.map { $0...$0 }, index: 0)
    }

    private func list(
        _ wanted: SourceFormat, rate: Int32? = nil, among formats: [SourceFormat]
    ) -> [String] {
        let duration = rate.map { CMTime(value: 1, timescale: $0) }
        return StreamAttempt.list(StreamAttempt(format: wanted, frameDuration: duration), among: formats).map {
            let rate = $0.frameDuration.map { " \(Int((1 / $0.seconds).rounded()))" } ?? ""
            return "\($0.format.native) \($0.format.description.dimensions.height)\(rate)"
        }
    }

    @Test func fewerBytesOfTheSameSizeComeBeforeFewerFrames() {
        let wanted = format("YUYV", 640, 480, rates: [30, 15, 5])
        let formats = [
            format("YUYV", 1280, 720), wanted, format("NV12", 640, 480), format("MJPG", 640, 480),
            format("MJPG", 320, 240), format("GREY", 640, 480),
        ]
        #expect(list(wanted, among: formats) == ["YUYV 480", "NV12 480", "MJPG 480", "YUYV 480 15", "YUYV 480 5"])
    }

    @Test func theRateStaysWhereTheOtherEncodingHasIt() {
        let wanted = format("YUYV", 640, 480, rates: [30, 15])
        let formats = [wanted, format("MJPG", 640, 480, rates: [60, 30, 20]), format("NV12", 640, 480, rates: [10])]
        #expect(
            list(wanted, rate: 15, among: formats) == ["YUYV 480 15", "MJPG 480 20", "NV12 480 10"])
    }

    @Test func aCompressedStreamHasOnlyFewerFramesLeft() {
        let wanted = format("MJPG", 640, 480, rates: [30, 15])
        #expect(list(wanted, among: [format("YUYV", 640, 480), wanted]) == ["MJPG 480", "MJPG 480 15"])
    }

    @Test func theBusIsNamedAndWhatCanBeDone() {
        let failure = V4L2Failure(id: DeviceID(scheme: "v4l2", name: "/dev/video0"), path: "/dev/video0")
        let format = VideoFormat(pixelFormat: FourCC("YUYV")!, width: 1920, height: 1080)
        let error = failure.starting(.noSpace, format)
        #expect(error.code == .deviceFailed && error.cause as? Errno == .noSpace)
        #expect(error.message.contains("the USB bus has no room for the pictures of /dev/video0 (YUYV 1920 × 1080)"))
        #expect(error.message.contains("choose a smaller size"))
        #expect(failure.starting(.busy, format).code == .deviceInUse)
    }

    @Test(
        arguments: [
            (.missing, "there is no signal at the input of /dev/video0"), (.unstable, "is not stable"),
            (.unsupported, "cannot be received"),
        ] as [(VideoSignal, String)])
    func whatIsWrongWithASignalIsSaid(signal: VideoSignal, words: String) throws {
        let failure = V4L2Failure(id: DeviceID(scheme: "v4l2", name: "/dev/video0"), path: "/dev/video0")
        #expect(try #require(failure.signal(signal)).message.contains(words))
        #expect(failure.signal(nil) == nil && failure.signal(.present(width: 640, height: 480)) == nil)
    }
}
