import CaptureEngine
import CoreMedia
import Locking
import TestSupport
import Testing

@Suite struct StillCaptureTests {
    private let stills = StillCapture()
    private let answers = Mutex<[Result<CMTime, CaptureError>]>([])
    private let route: CaptureGraph.Route

    init() {
        route = CaptureGraph.Route(
            source: DeviceID(scheme: "fake", name: "back"), sink: CollectingSink(), id: RouteID())
    }

    private func milliseconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }

    private func frame(at time: Int64) {
        let sample = FakeMedia.frame(at: milliseconds(time), duration: milliseconds(100))
        stills.consume(sample, from: route)
    }

    private func press(at time: Int64) {
        stills.capture(pressTime: milliseconds(time)) { [answers] result in
            answers.withLock { $0.append(result.map(\.presentationTimeStamp)) }
        }
    }

    private var times: [CMTime?] { answers.withLock { $0.map { try? $0.get() } } }

    @Test func aPressSoonAfterAFrameGetsThatFrame() {
        frame(at: 1000)
        press(at: 1040)
        #expect(times == [milliseconds(1000)])
    }

    @Test func aPressShortlyBeforeTheNextFrameWaitsForIt() {
        frame(at: 1000)
        press(at: 1080)
        #expect(times.isEmpty)
        frame(at: 1100)
        #expect(times == [milliseconds(1100)])
    }

    @Test func theFrameBeforeThePressWinsWhenTheNextOneIsLate() {
        frame(at: 1000)
        press(at: 1080)
        frame(at: 1300)
        #expect(times == [milliseconds(1000)])
    }

    @Test func aPressBeforeAnyFrameGetsTheFirst() {
        press(at: 900)
        frame(at: 1000)
        #expect(times == [milliseconds(1000)])
    }

    @Test func everyPressIsAnsweredOnce() {
        for time in [1000, 1001, 1002] { press(at: Int64(time)) }
        frame(at: 1010)
        frame(at: 1110)
        #expect(times == [milliseconds(1010), milliseconds(1010), milliseconds(1010)])
    }

    @Test func theEndOfTheRouteAnswersWhoStillWaits() {
        press(at: 1000)
        stills.routeEnded(route, error: CaptureError(.deviceDisconnected, "gone"))
        stills.routeEnded(route, error: nil)
        let codes = answers.withLock { $0.map(Self.errorCode) }
        #expect(codes == [.deviceDisconnected])
    }

    private static func errorCode(_ answer: Result<CMTime, CaptureError>) -> CaptureError.Code? {
        if case .failure(let error) = answer { error.code } else { nil }
    }
}
