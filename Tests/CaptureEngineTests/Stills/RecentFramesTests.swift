import CoreMedia
import Locking
import TestSupport
import Testing

@testable import CaptureEngine

@Suite struct RecentFramesTests {
    private let stills = RecentFrames()
    private let answers = Mutex<[Result<CMTime, CaptureError>]>([])
    private let loans = Mutex<[LentFrames]>([])
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
        stills.capture(RecentFrames.Press(time: milliseconds(time))) { [answers] result in
            answers.withLock { $0.append(result.map(\.frame.presentationTimeStamp)) }
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

    @Test func theFrameBeforeThePressIsTakenWhenTheNextOneIsLate() {
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

    /// Presses for a merge, and keeps the loan.
    private func merge(at time: Int64, count: Int = 6, isWaitedFor: Bool = true) {
        var press = RecentFrames.Press(time: milliseconds(time))
        press.frameCount = { _ in RecentFrames.FrameCount(count, isWaitedFor: isWaitedFor) }
        stills.capture(press) { [loans] result in
            if let loan = try? result.get() { loans.withLock { $0.append(loan) } }
        }
    }

    private var moments: [CMTime] { loans.withLock { $0.map(\.frame.presentationTimeStamp) } }
    private var mergeCounts: [Int] { loans.withLock { $0.map(\.frames.count) } }

    @Test func scarceFramesReduceTheMergeButKeepTheMoment() {
        stills.depth = 6
        for time in 1...6 { frame(at: Int64(time) * 100) }
        for time in 6...9 {
            if time > 6 { frame(at: Int64(time) * 100) }
            merge(at: Int64(time) * 100 + 10)
        }
        #expect(moments == [600, 700, 800, 900].map(milliseconds))
        #expect(mergeCounts[0] == 6 && stills.lentCount == SinkCapacity.lentStills)
        for loan in loans.withLock({ $0 }) { loan.returnNeighbors() }
        #expect(stills.lentCount == 4 && mergeCounts == [1, 1, 1, 1] && moments.count == 4)
        frame(at: 1000)
        merge(at: 1010, count: 3)
        #expect(loans.withLock { $0.last?.frames.count } == 3)
        for loan in loans.withLock({ $0 }) { loan.returnAll() }
        #expect(stills.lentCount == 0)
    }

    @Test func aLateRequestGetsNoOtherPhotosFrame() {
        stills.depth = 6
        for time in 1...6 { frame(at: Int64(time) * 100) }
        merge(at: 610)
        for time in 7...9 {
            frame(at: Int64(time) * 100)
            merge(at: Int64(time) * 100, count: 1)
        }
        // All frames are lent: these wait while the camera continues.
        for time in 10...13 {
            frame(at: Int64(time) * 100)
            merge(at: Int64(time) * 100, count: 1)
        }
        for time in 14...30 { frame(at: Int64(time) * 100) }
        #expect(moments.count == 4)
        loans.withLock { $0[0] }.returnAll()
        #expect(moments.count == 8 && Set(moments.map(\.value)).count == 8, "\(moments)")
    }

    @Test func aMergeRightAfterTheStartTakesFramesFromAfterThePress() {
        stills.depth = 6
        merge(at: 1000, count: 3)
        frame(at: 1000)
        frame(at: 1100)
        #expect(moments.isEmpty)
        frame(at: 1200)
        #expect(moments == [milliseconds(1000)] && mergeCounts == [3])
        // A slow camera is not waited for.
        stills.abandonRequests()
        merge(at: 2000)
        frame(at: 2000)
        frame(at: 2400)
        #expect(moments.last == milliseconds(2000) && mergeCounts.last == 2)
    }

    @Test func aMergeThatIsNotWorthWaitingUsesTheFramesThatAreThere() {
        stills.depth = 6
        merge(at: 1000, count: 3, isWaitedFor: false)
        frame(at: 1000)
        #expect(moments == [milliseconds(1000)] && mergeCounts == [1])
        frame(at: 1100)
        frame(at: 1200)
        merge(at: 1200, count: 3, isWaitedFor: false)
        #expect(mergeCounts == [1, 3])
    }

    @Test func theEndOfTheRouteAnswersPendingRequests() {
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
