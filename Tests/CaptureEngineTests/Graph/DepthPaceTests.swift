import CaptureEngine
import CoreMedia
import Locking
import TestSupport
import Testing

@Suite struct DepthPaceTests {
    private let format = DepthFormat(
        pixelFormat: kCVPixelFormatType_DepthFloat32, dimensions: CMVideoDimensions(width: 4, height: 2),
        frameDurations: [])

    private func taken(_ milliseconds: [Int64], atMost rate: Int32?) -> [Int64] {
        var pace = DepthPace()
        let request = DepthRequest(format: format, minFrameDuration: rate.map { CMTime(value: 1, timescale: $0) })
        return milliseconds.filter {
            pace.takes(
                CMTime(value: $0, timescale: 1000), request, frameDuration: CMTime(value: 1, timescale: 60))
        }
    }

    @Test func depthComesWithEachFrameThatIsLateEnough() {
        #expect(taken([0, 17, 33, 50, 67], atMost: nil) == [0, 17, 33, 50, 67])
        #expect(taken([0, 17, 33, 50, 67, 83], atMost: 30) == [0, 33, 67])
        #expect(taken([0, 17, 33, 50, 67, 83], atMost: 20) == [0, 50])
    }

    @Test func timesThatJitterCostNoMap() {
        #expect(taken([0, 31, 68, 99, 134], atMost: 30) == [0, 31, 68, 99, 134])
    }

    @Test func aClockThatIsSetBackBeginsAnew() {
        #expect(taken([1000, 10, 50], atMost: 30) == [1000, 10, 50])
    }

    /// A source that notes what depth it was asked for.
    private final class DepthCamera: DepthSource {
        let id = DeviceID(scheme: "depth", name: "camera")
        struct State: Sendable {
            var requests: [DepthRequest?] = []
            var starts = 0
            var deliver: (@Sendable (SourceEvent) -> Void)?
        }
        let state = Mutex(State())

        func start(
            _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
        ) throws(CaptureError) {
            state.withLock { state in
                state.starts += 1
                state.deliver = deliver
            }
        }

        func stop() {}
        func streamDepth(_ request: DepthRequest?) { state.withLock { $0.requests.append(request) } }
        func send(_ event: SourceEvent) { state.withLock { $0.deliver }?(event) }
    }

    private final class Backend: DeviceBackend {
        let scheme = "depth"
        let camera = DepthCamera()
        var description: DeviceDescription {
            var device = FakeMedia.device("camera")
            device.id = camera.id
            return device
        }
        func devices() -> [DeviceDescription] { [description] }
        func device(named name: String) throws(CaptureError) -> DeviceDescription { description }
        func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource { camera }
        func onChange(_ handler: @escaping @Sendable () -> Void) {}
    }

    @Test func depthReachesItsOwnRoutesAndASourceGoesOnWhenItChanges() throws {
        let backend = Backend()
        let camera = backend.camera
        let pipeline = CapturePipeline(catalog: DeviceCatalog(backends: [backend])) { _ in }
        let (frames, maps) = (CollectingSink(), CollectingSink())
        let (one, two) = (RouteID(), RouteID())
        func graph(_ request: DepthRequest?) -> CaptureGraph {
            let device = backend.description
            var source = CaptureGraph.Source(
                device: device, configuration: SourceConfiguration(format: device.formats[0]))
            source.depth = request
            return CaptureGraph(
                sources: [source],
                routes: [
                    CaptureGraph.Route(source: camera.id, sink: frames, id: one),
                    CaptureGraph.Route(source: camera.id, media: .depth, sink: maps, id: two),
                ])
        }
        let request = DepthRequest(format: format)
        try pipeline.apply(graph(request))
        try pipeline.start()
        let time = CMTime(value: 1, timescale: 1)
        let sample = FakeMedia.frame(at: time, duration: time)
        camera.send(.sample(sample))
        camera.send(.dropped(timestamp: time, reason: .late))
        camera.send(.depth(sample))
        camera.send(.depthDropped(timestamp: time, reason: .outOfBuffers))
        #expect(frames.events == [.sample(time), .missed(time, .late)])
        #expect(maps.events == [.sample(time), .missed(time, .outOfBuffers)])
        try pipeline.apply(graph(request))
        try pipeline.apply(graph(nil))
        let state = camera.state.withLock { $0 }
        #expect(state.requests == [request, nil] && state.starts == 1)
        pipeline.stop()
    }
}
