import CaptureEngine
import CoreMedia
import Locking
import TestSupport
import Testing

@Suite struct CapturePipelineTests {
    private let backend = FakeBackend(["front", "back", "mic"])
    private let failures = Mutex<[CaptureError.Code]>([])
    private let ids = (0..<4).map { _ in RouteID() }

    private func makePipeline() -> CapturePipeline {
        CapturePipeline(catalog: DeviceCatalog(backends: [backend])) { [failures] error in
            failures.withLock { $0.append(error.code) }
        }
    }

    private func source(_ name: String, frameDuration: CMTime? = nil) -> CaptureGraph.Source {
        let device = FakeMedia.device(name)
        return CaptureGraph.Source(
            device: device,
            configuration: SourceConfiguration(format: device.formats[0], frameDuration: frameDuration))
    }

    private func route(_ name: String, to sink: CollectingSink, index: Int = 0) -> CaptureGraph.Route {
        CaptureGraph.Route(
            source: DeviceID(scheme: "fake", name: name), sink: sink, id: ids[index])
    }

    private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    @Test func framesReachEverySinkOfTheirSource() throws {
        let (one, two, other) = (CollectingSink(), CollectingSink(), CollectingSink())
        let pipeline = makePipeline()
        try pipeline.apply(
            CaptureGraph(
                sources: [source("back"), source("front")],
                routes: [route("back", to: one), route("back", to: two, index: 1), route("front", to: other, index: 2)])
        )
        try pipeline.start()
        backend["back"].sendFrame(at: seconds(1))
        #expect(one.events == [.sample(seconds(1))])
        #expect(two.events == one.events)
        #expect(other.events.isEmpty)
    }

    @Test func nothingOpensBeforeTheStart() throws {
        let pipeline = makePipeline()
        try pipeline.apply(CaptureGraph(sources: [source("back")]))
        #expect(!backend["back"].isStarted)
        try pipeline.start()
        #expect(backend["back"].isStarted)
        pipeline.stop()
        #expect(!backend["back"].isStarted)
    }

    @Test func aPipelineThatIsForgottenClosesItsSources() throws {
        do {
            let pipeline = makePipeline()
            try pipeline.apply(CaptureGraph(sources: [source("back")]))
            try pipeline.start()
            #expect(backend["back"].isStarted)
        }
        #expect(!backend["back"].isStarted)
    }

    @Test func aSourceThatStaysIsNotDisturbedByAChange() throws {
        let sink = CollectingSink()
        let pipeline = makePipeline()
        try pipeline.apply(CaptureGraph(sources: [source("back")], routes: [route("back", to: sink)]))
        try pipeline.start()
        backend["back"].sendFrame(at: seconds(1))
        let other = CollectingSink()
        try pipeline.apply(
            CaptureGraph(
                sources: [source("back"), source("mic")],
                routes: [route("back", to: sink), route("mic", to: other, index: 1)]))
        backend["back"].sendFrame(at: seconds(2))
        #expect(backend["back"].startCount == 1)
        #expect(backend["mic"].isStarted)
        #expect(sink.events == [.sample(seconds(1)), .sample(seconds(2))])
    }

    @Test func anotherFrameRateReopensTheSource() throws {
        let pipeline = makePipeline()
        try pipeline.apply(CaptureGraph(sources: [source("back")]))
        try pipeline.start()
        try pipeline.apply(
            CaptureGraph(sources: [source("back", frameDuration: CMTime(value: 1, timescale: 15))]))
        #expect(backend["back"].startCount == 2)
        #expect(backend["back"].stopCount == 1)
        #expect(backend["back"].configuration?.frameDuration == CMTime(value: 1, timescale: 15))
    }

    @Test func aPressRightAfterAChangeOfFormatGetsNoFrameOfTheOldOne() throws {
        let stills = RecentFrames()
        let route = CaptureGraph.Route(source: DeviceID(scheme: "fake", name: "back"), sink: stills, id: ids[0])
        let pipeline = makePipeline()
        try pipeline.apply(CaptureGraph(sources: [source("back")], routes: [route]))
        try pipeline.start()
        backend["back"].sendFrame(at: seconds(1))
        let slower = source("back", frameDuration: CMTime(value: 1, timescale: 15))
        try pipeline.apply(CaptureGraph(sources: [slower], routes: [route]))
        let answer = Mutex<CMTime?>(nil)
        stills.capture(RecentFrames.Press(time: seconds(1))) { result in
            answer.withLock { $0 = (try? result.get())?.frame.presentationTimeStamp }
        }
        #expect(answer.withLock { $0 } == nil)
        backend["back"].sendFrame(at: seconds(2))
        #expect(answer.withLock { $0 } == seconds(2))
    }

    @Test func switchingCamerasClosesTheOldOneAndEndsItsRoutes() throws {
        let (old, new) = (CollectingSink(), CollectingSink())
        let pipeline = makePipeline()
        try pipeline.apply(CaptureGraph(sources: [source("back")], routes: [route("back", to: old)]))
        try pipeline.start()
        try pipeline.apply(CaptureGraph(sources: [source("front")], routes: [route("front", to: new, index: 1)]))
        #expect(!backend["back"].isStarted)
        #expect(old.events == [.ended(.reconfigured)])
        backend["front"].sendFrame(at: seconds(1))
        #expect(new.events == [.sample(seconds(1))])
    }

    @Test func stoppingTellsEverySinkItsEndOnce() throws {
        let sink = CollectingSink()
        let pipeline = makePipeline()
        try pipeline.apply(CaptureGraph(sources: [source("back")], routes: [route("back", to: sink)]))
        try pipeline.start()
        pipeline.stop()
        pipeline.stop()
        #expect(sink.events == [.ended(nil)])
    }

    @Test func aStartThatFailsOpensNothing() throws {
        backend["mic"].failNextStart(CaptureError(.deviceInUse, "busy"))
        let pipeline = makePipeline()
        try pipeline.apply(CaptureGraph(sources: [source("back"), source("mic")]))
        #expect { try pipeline.start() } throws: { ($0 as? CaptureError)?.code == .deviceInUse }
        #expect(!backend["back"].isStarted)
        try pipeline.start()
        #expect(backend["back"].isStarted && backend["mic"].isStarted)
    }

    @Test func aFailingSourceEndsItsRoutesAndIsReported() throws {
        let (camera, sound) = (CollectingSink(), CollectingSink())
        let pipeline = makePipeline()
        try pipeline.apply(
            CaptureGraph(
                sources: [source("back"), source("mic")],
                routes: [route("back", to: camera), route("mic", to: sound, index: 1)]))
        try pipeline.start()
        backend["back"].send(.failed(CaptureError(.deviceDisconnected, "gone")))
        #expect(camera.events == [.ended(.deviceDisconnected)])
        #expect(failures.withLock { $0 } == [.deviceDisconnected])
        backend["mic"].send(.sample(FakeMedia.sound(at: seconds(1))))
        #expect(sound.events == [.sample(seconds(1))])
    }

    @Test func lostFramesAreReportedToTheSinks() throws {
        let sink = CollectingSink()
        let pipeline = makePipeline()
        try pipeline.apply(CaptureGraph(sources: [source("back")], routes: [route("back", to: sink)]))
        try pipeline.start()
        backend["back"].send(.dropped(timestamp: seconds(3), reason: .discontinuity))
        #expect(sink.events == [.missed(seconds(3), .discontinuity)])
    }

    /// Is behind for the first three times that it is asked.
    private final class SlowSink: FrameSink {
        let questions = Mutex(0)

        var isBehind: Bool {
            questions.withLock { count in
                count += 1
                return count <= 3
            }
        }

        func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {}
        func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}
        func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {}
    }

    @Test(arguments: [true, false]) func onlyAPatientClockWaitsForSinksThatAreBehind(isPatient: Bool) throws {
        let sink = SlowSink()
        let pipeline = CapturePipeline(
            catalog: DeviceCatalog(backends: [backend]), clock: isPatient ? PatientClock() : MonotonicClock.shared
        ) { _ in }
        let route = CaptureGraph.Route(
            source: DeviceID(scheme: "fake", name: "back"), sink: SinkGroup([CollectingSink(), sink]), id: ids[0])
        try pipeline.apply(CaptureGraph(sources: [source("back")], routes: [route]))
        try pipeline.start()
        backend["back"].sendFrame(at: seconds(1))
        #expect(sink.questions.withLock { $0 } == (isPatient ? 4 : 0))
    }
}
