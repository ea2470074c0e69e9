import CaptureEngine
import LinuxVideo
import Locking

/// A camera through Video for Linux.
///
/// One thread per open device dequeues frames as the driver fills them. NV12 is delivered in the driver's own memory
/// while the driver has enough buffers left. Everything else, and NV12 while sinks hold many frames, is copied to a
/// picture of its own, and the driver's buffer is requeued at once. So a slow sink never starves the driver.
///
/// Timestamps are the driver's if it uses the monotonic clock, otherwise the time of arrival.
final class V4L2CameraSource: FrameSource, AdjustableSource, StillSource, DepthSource {
    private struct Running {
        let capture: V4L2Capture
        let thread: SourceThread
    }

    let id: DeviceID
    private let camera: DeviceDescription
    private let nodes: OpenNodes
    private let running = Mutex<Running?>(nil)
    private let depth = Mutex<DepthRequest?>(nil)

    /// - Parameter camera: named by its node: `v4l2:/dev/video0`.
    init(_ camera: DeviceDescription, nodes: OpenNodes) {
        id = camera.id
        self.camera = camera
        self.nodes = nodes
    }

    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        // Cleans up after a failed run; calling this while frames arrive is the caller's mistake.
        stop()
        let capture = try V4L2Capture(
            camera, path: id.name, nodes: nodes, configuration: configuration, depth: depth.withLock { $0 })
        let thread = try SourceThread("v4l2-camera") { _ in capture.run(deliver) }
        running.withLock { $0 = Running(capture: capture, thread: thread) }
    }

    func stop() {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        last?.capture.wake.wake()
        last?.thread.end()
        last?.capture.adjustment?.close()
    }

    func adjust(_ settings: CameraSettings) {
        running.withLock { $0 }?.capture.adjustment?.adjust(settings)
    }

    func streamDepth(_ request: DepthRequest?) {
        depth.withLock { $0 = request }
        running.withLock { $0 }?.capture.depth.withLock { $0 = request }
    }

    /// For a still that the stream cannot serve (larger, or raw next to a compressed stream), the camera changes its
    /// format and back; the next frame's `pauseForStill` says how long that took.
    func captureStills(
        _ requests: [StillRequest], deliver: @escaping @Sendable (Int, Result<StillFrame, CaptureError>) -> Void
    ) {
        let refusal = CaptureError(.interrupted, "\(id) was stopped before the photo was taken", device: id)
        guard let capture = running.withLock({ $0 })?.capture else {
            for index in requests.indices { deliver(index, .failure(refusal)) }
            return
        }
        capture.stills.add(requests, refusal: refusal, deliver: deliver)
    }
}
