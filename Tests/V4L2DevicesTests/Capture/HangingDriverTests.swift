import CaptureEngine
import CoreMedia
import LinuxVideo
import Locking
import Testing

@testable import V4L2Devices

/// A driver that never comes back from the kernel keeps its thread, but not the session.
@Suite struct HangingDriverTests {
    private let id = DeviceID(scheme: "v4l2", name: "/dev/video0")

    /// Tells when the thread that holds it has ended.
    private final class Token: Sendable {
        let isGone: Monitor<Bool>

        init(_ isGone: Monitor<Bool>) { self.isGone = isGone }

        deinit { isGone.withLock { $0 = true } }
    }

    private let hasThreadEnded = Monitor(false)
    private let events = Monitor(0)
    private let questions = NodeQuestions()

    private func source(
        _ driver: ScriptedDriver, startTimeout: Duration = .seconds(60), stopTimeout: Duration = .seconds(60)
    ) throws -> V4L2CameraSource {
        let duration = CMTime(value: 1, timescale: 25)
        let format = SourceFormat(
            description: .video(
                pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, width: 64, height: 48, color: [:]),
            native: "YUYV", frameDurations: [duration...duration], index: 0)
        let camera = DeviceDescription(
            id: id, kind: .camera, name: "Camera", module: .external, formats: [format], isPhysical: true)
        let source = V4L2CameraSource(
            camera, questions: questions, startTimeout: startTimeout, stopTimeout: stopTimeout
        ) {
            "/dev/video0"
        } open: { _ in
            driver
        }
        let token = Token(hasThreadEnded)
        try source.start(SourceConfiguration(format: format)) { [events] _ in
            withExtendedLifetime(token) { events.withLock { $0 += 1 } }
        }
        return source
    }

    @Test(arguments: [ScriptedDriver.Hang.atFormat, .atStart])
    func theStartFailsWithASentenceAndItsStreamEndsWhenTheDriverAnswers(hang: ScriptedDriver.Hang) throws {
        let driver = ScriptedDriver(["YUYV 64 × 48": [.frame()]])
        driver.hang.withLock { $0 = hang }
        let error = #expect(throws: CaptureError.self) { try source(driver, startTimeout: .milliseconds(50)) }
        #expect(error?.code == .deviceFailed)
        #expect(
            error?.message == "the driver of /dev/video0 does not answer: unplug the camera, and plug it in again")
        // Nobody who looks for cameras waits for it again.
        #expect(questions.ask("/dev/video0") { 1 } == nil && questions.ask("/dev/video1") { 1 } == 1)
        // It may not have come to the hang yet, but it does.
        #expect(driver.hang.wait(timeout: .seconds(60)) { $0 == .now ? true : nil } == true)
        driver.hang.withLock { $0 = .never }
        #expect(hasThreadEnded.wait(timeout: .seconds(60)) { $0 ? true : nil } == true)
        #expect(events.withLock { $0 } == 0 && driver.state.withLock { $0.stopCount } == 1)
        #expect(questions.hanging.wait(timeout: .seconds(60)) { $0.isEmpty ? true : nil } == true)
        #expect(questions.ask("/dev/video0") { 1 } == 1)
    }

    @Test func theStopReturnsAnswersThePhotosAndNothingIsHeardAgain() throws {
        // It fails, hangs while it ends its stream, and would then report the failure.
        let driver = ScriptedDriver(["YUYV 64 × 48": [.error(.invalid)]])
        driver.hang.withLock { $0 = .atStop }
        let source = try source(driver, stopTimeout: .milliseconds(50))
        #expect(driver.hang.wait(timeout: .seconds(60)) { $0 == .now ? true : nil } == true)
        let answers = Mutex<[CaptureError.Code?]>([])
        source.captureStills([StillRequest()]) { _, result in
            answers.withLock { answers in
                if case .failure(let error) = result { answers.append(error.code) } else { answers.append(nil) }
            }
        }
        source.stop()
        #expect(driver.hang.withLock { $0 } == .now, "nobody waits until the driver answers")
        #expect(answers.withLock { $0 } == [.interrupted])
        driver.hang.withLock { $0 = .never }
        #expect(hasThreadEnded.wait(timeout: .seconds(60)) { $0 ? true : nil } == true)
        #expect(events.withLock { $0 } == 0 && answers.withLock { $0.count } == 1)
    }

    @Test func aDriverThatAnswersIsWaitedFor() throws {
        let driver = ScriptedDriver(["YUYV 64 × 48": [.frame()]])
        let source = try source(driver)
        #expect(events.wait(timeout: .seconds(60)) { $0 > 0 ? true : nil } == true)
        source.stop()
        #expect(driver.state.withLock { $0.stopCount } == 1)
    }
}
