import CaptureEngine
import CoreMedia
import Locking
import TestSupport
import Testing

/// Stills that a camera makes for one photo after the other.
@Suite struct StillExposerTests {
    /// Makes stills when a test tells it to.
    private final class PatientCamera: StillSource {
        typealias Deliver = @Sendable (Int, Result<StillFrame, CaptureError>) -> Void

        let id = DeviceID(scheme: "fake", name: "back")
        private let asked = Mutex<[Deliver]>([])

        var requests: [Deliver] { asked.withLock { $0 } }

        func start(
            _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
        ) throws(CaptureError) {}

        func stop() {}

        func captureStills(_ requests: [StillRequest], deliver: @escaping Deliver) {
            asked.withLock { $0.append(deliver) }
        }

        static var still: StillFrame {
            StillFrame(frame: FakeMedia.frame(at: .zero, duration: CMTime(value: 1, timescale: 30)))
        }
    }

    private let camera = PatientCamera()
    private let shots = StillExposer()
    /// How many stills each request got, or why none.
    private let answers = Mutex<[Int: [Result<Int, CaptureError>]]>([:])

    private func press(_ number: Int, stills: Int = 1) {
        shots.capture(
            Array(repeating: StillRequest(), count: stills), of: { [camera] in camera }, willExpose: {}
        ) { [answers] result in
            answers.withLock { $0[number, default: []].append(result.map(\.frames.count)) }
        }
    }

    private func code(_ number: Int) -> CaptureError.Code? {
        guard case .failure(let error)? = answers.withLock({ $0[number]?.first }) else { return nil }
        return error.code
    }

    private func count(_ number: Int) -> Int? {
        answers.withLock { $0[number]?.first }.flatMap { try? $0.get() }
    }

    @Test func aRequestIsAnsweredOnceAllItsStillsAreMade() {
        press(0, stills: 2)
        camera.requests[0](0, .success(PatientCamera.still))
        #expect(count(0) == nil)
        camera.requests[0](0, .success(PatientCamera.still))
        #expect(count(0) == nil, "the same still twice")
        camera.requests[0](1, .success(PatientCamera.still))
        #expect(count(0) == 2)
    }

    @Test func theFirstErrorIsTheAnswer() {
        press(0, stills: 2)
        camera.requests[0](0, .failure(CaptureError(.deviceDisconnected, "gone")))
        camera.requests[0](1, .failure(CaptureError(.interrupted, "gone")))
        #expect(code(0) == .deviceDisconnected)
    }

    @Test func aThirdRequestWaitsUntilAnEarlierBatchIsGone() {
        for number in 0..<3 { press(number) }
        #expect(camera.requests.count == 2 && shots.isExhausted)
        camera.requests[0](0, .success(PatientCamera.still))
        // Nothing has kept the batch.
        #expect(camera.requests.count == 3)
    }

    @Test func nothingWaitsForAStalledCamera() {
        for number in 0..<3 { press(number) }
        shots.abandonRequests(CaptureError(.noFrames, "stalled"), isStalled: true)
        #expect((0..<3).map(code) == [.noFrames, .noFrames, .noFrames])
        for deliver in camera.requests { deliver(0, .success(PatientCamera.still)) }
        #expect(answers.withLock { $0.values.map(\.count) } == [1, 1, 1])
        #expect(!shots.isExhausted)
        press(3)
        camera.requests.last?(0, .success(PatientCamera.still))
        #expect(count(3) == 1)
    }

    @Test func stoppingASessionAnswersPendingRequests() {
        for number in 0..<3 { press(number) }
        shots.abandonRequests()
        #expect((0..<3).map(code) == [nil, nil, .interrupted])
    }
}
