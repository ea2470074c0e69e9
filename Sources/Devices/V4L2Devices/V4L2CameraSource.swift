import CaptureEngine
import Foundation
import LinuxVideo
import Locking

/// A camera through Video for Linux.
///
/// One thread per open device dequeues frames as the driver fills them. NV12 is delivered in the driver's own memory
/// while the driver has enough buffers left. Everything else, and NV12 while sinks hold many frames, is copied to a
/// picture of its own, and the driver's buffer is requeued at once. So a slow sink never starves the driver.
///
/// A driver may hang in the kernel, where nothing ends its thread. ``stop()`` waits for its thread, and then for its
/// controls, as long as two USB requests take to time out each; then they are left to themselves with the open device,
/// and what comes later is discarded. A sink must not stop its camera from the camera's own thread.
///
/// Timestamps are the driver's if it uses the monotonic clock, otherwise the time of arrival.
final class V4L2CameraSource: FrameSource, AdjustableSource, StillSource, DepthSource {
    private struct Running {
        let capture: V4L2Capture
        let thread: SourceThread
        let gate: Gate
    }

    /// Open while events may be delivered.
    private final class Gate: Sendable {
        let isOpen = Mutex(true)
    }

    let id: DeviceID
    private let camera: DeviceDescription
    private let failure: V4L2Failure
    private let open: @Sendable () throws(CaptureError) -> any StreamingDevice
    private let timeout: Duration
    private let running = Mutex<Running?>(nil)
    private let depth = Mutex<DepthRequest?>(nil)

    /// - Parameters:
    ///   - camera: as the backend describes it.
    ///   - timeout: how long to wait for a driver that is to stop.
    ///   - open: opens the device; called at each start.
    init(
        _ camera: DeviceDescription, _ failure: V4L2Failure, timeout: Duration = .seconds(10),
        open: @escaping @Sendable () throws(CaptureError) -> any StreamingDevice
    ) {
        id = camera.id
        self.camera = camera
        self.failure = failure
        self.timeout = timeout
        self.open = open
    }

    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        // Cleans up after a failed run; calling this while frames arrive is the caller's mistake.
        stop()
        let capture = try V4L2Capture(
            camera, on: try open(), failure, configuration: configuration, depth: depth.withLock { $0 })
        let gate = Gate()
        let thread = try SourceThread("v4l2-camera") { _ in
            capture.run { event in gate.isOpen.withLock { if $0 { deliver(event) } } }
        }
        running.withLock { $0 = Running(capture: capture, thread: thread, gate: gate) }
    }

    func stop() {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let last else { return }
        last.capture.wake.wake()
        // First, because it waits for a sink that is busy: only the driver's time is limited.
        last.gate.isOpen.withLock { $0 = false }
        if last.thread.end(within: timeout), last.capture.adjustment?.close(within: timeout) != false { return }
        last.capture.stills.close(
            CaptureError(.interrupted, "\(failure.path) was stopped before the photo was taken", device: id))
        let line = "The driver of \(failure.path) does not answer; unplug the camera to get it back\n"
        FileHandle.standardError.write(Data(line.utf8))
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
