import CoreMedia
import Locking
import TestSupport
import Testing

@testable import CaptureEngine

/// A camera of the kernel that a different program holds, and that a server may give to several programs.
@Suite struct HeldCameraTests {
    private final class Desk: PermissionDesk {
        var permission: DevicePermission { .undecided }
        func ask() -> DevicePermission { .undecided }
    }

    /// The kernel, whose camera has moved to another node.
    private final class Kernel: DeviceBackend {
        let scheme = "fake"
        let camera: FakeSource

        init(_ camera: FakeSource) { self.camera = camera }

        static func description(at node: String) -> DeviceDescription {
            var description = FakeMedia.device("back")
            description.node = node
            return description
        }

        func devices() -> [DeviceDescription] { [Self.description(at: "/dev/video4")] }
        func device(named name: String) throws(CaptureError) -> DeviceDescription { devices()[0] }
        func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource { camera }
        func onChange(_ handler: @escaping @Sendable () -> Void) {}
    }

    private final class Server: DeviceBackend {
        let scheme = "server"
        let camera: FakeSource
        let permissionDesk: (any PermissionDesk)?
        /// The nodes for which it was asked to stand in.
        let asked = Mutex<[String?]>([])

        init(_ camera: FakeSource, desk: (any PermissionDesk)? = nil) {
            self.camera = camera
            permissionDesk = desk
        }

        func devices() -> [DeviceDescription] { [] }
        func device(named name: String) throws(CaptureError) -> DeviceDescription {
            throw CaptureError(.deviceNotFound, "no \(name)")
        }
        func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource { camera }
        func source(standingInFor device: DeviceDescription) -> (any FrameSource)? {
            asked.withLock { $0.append(device.node) }
            return camera
        }
        func onChange(_ handler: @escaping @Sendable () -> Void) {}
    }

    private static let id = DeviceID(scheme: "fake", name: "back")
    private let camera = FakeSource(id)
    private let shared = FakeSource(id)
    private let time = CMTime(value: 1, timescale: 1)

    private func pipeline(
        _ server: Server, _ sink: CollectingSink = CollectingSink()
    ) throws -> CapturePipeline {
        let pipeline = CapturePipeline(catalog: DeviceCatalog(backends: [Kernel(camera), server])) { _ in }
        let device = Kernel.description(at: "/dev/video0")
        try pipeline.apply(
            CaptureGraph(
                sources: [
                    CaptureGraph.Source(device: device, configuration: SourceConfiguration(format: device.formats[0]))
                ], routes: [CaptureGraph.Route(source: Self.id, sink: sink, id: RouteID())]))
        return pipeline
    }

    private func error(of pipeline: CapturePipeline) -> CaptureError? {
        #expect(throws: CaptureError.self) { try pipeline.start() }
    }

    private func refuse(_ source: FakeSource, _ code: CaptureError.Code, _ message: String) {
        source.failNextStart(CaptureError(code, message, device: Self.id))
    }

    @Test func itsFramesComeFromTheServerUntilItIsFree() throws {
        let (server, sink) = (Server(shared), CollectingSink())
        let pipeline = try pipeline(server, sink)
        refuse(camera, .deviceInUse, "used by PipeWire")
        try pipeline.start()
        #expect(server.asked.withLock { $0 } == ["/dev/video4"], "where the camera is now")
        #expect(shared.isStarted && !camera.isStarted)
        shared.sendFrame(at: time)
        #expect(sink.events == [.sample(time)])
        pipeline.stop()
        #expect(!shared.isStarted)
        try pipeline.start()
        #expect(camera.isStarted && !shared.isStarted)
    }

    @Test func aStillIsTheNextFrame() throws {
        let pipeline = try pipeline(Server(shared))
        refuse(camera, .deviceInUse, "used by PipeWire")
        try pipeline.start()
        let source = try #require(pipeline.stillSource(of: Self.id))
        let answers = Mutex<[String]>([])
        func request(_ requests: [StillRequest]) {
            source.captureStills(requests) { index, result in
                let text =
                    switch result {
                    case .success(let still): "\(still.frame.presentationTimeStamp.seconds)"
                    case .failure(let error): "\(error.code)"
                    }
                answers.withLock { $0.append("\(index): \(text)") }
            }
        }
        var large = StillRequest()
        large.dimensions = CMVideoDimensions(width: 64, height: 48)
        var raw = StillRequest()
        raw.rawPixelFormat = kCVPixelFormatType_14Bayer_RGGB
        var dark = StillRequest()
        dark.exposure = .bias(-1)
        request([large, raw, dark])
        #expect(answers.withLock { $0 } == [])
        for second in 1...3 { shared.sendFrame(at: CMTime(value: CMTimeValue(second), timescale: 1)) }
        #expect(answers.withLock { $0 } == ["0: 1.0", "1: deviceInUse", "2: deviceInUse"])
        request([StillRequest()])
        pipeline.stop()
        #expect(answers.withLock { $0.last } == "0: interrupted")
    }

    @Test(
        arguments: [(.deviceFailed, "used by cheese"), (.deviceInUse, "used in another size")]
            as [(CaptureError.Code, String)])
    func theErrorSaysWhatAPersonCanDo(code: CaptureError.Code, message: String) throws {
        let pipeline = try pipeline(Server(shared))
        refuse(camera, .deviceInUse, "used by cheese")
        refuse(shared, code, "used in another size")
        let error = error(of: pipeline)
        #expect(error?.code == .deviceInUse && error?.message == message)
    }

    @Test func theServerIsLeftAloneIfTheCameraHasFailedOrAPersonWouldBeAsked() throws {
        let server = Server(shared)
        refuse(camera, .deviceFailed, "broken")
        #expect(error(of: try pipeline(server))?.code == .deviceFailed)
        let portal = Server(shared, desk: Desk())
        refuse(camera, .deviceInUse, "used by cheese")
        #expect(error(of: try pipeline(portal))?.code == .deviceInUse)
        #expect(server.asked.withLock { $0.isEmpty } && portal.asked.withLock { $0.isEmpty })
    }
}
