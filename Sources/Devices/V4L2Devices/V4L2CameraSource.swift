import CaptureEngine
import LinuxVideo
import Locking

/// A camera through Video for Linux.
///
/// One thread per open device takes frames as the driver fills them. NV12 is delivered in the driver's own memory while
/// the driver has enough buffers left; everything else, and NV12 when somebody holds many frames, is turned into a
/// picture of its own and the driver's buffer goes back at once. So a slow sink never starves the driver.
///
/// Timestamps are the driver's where it uses the monotonic clock, else the time of arrival.
package final class V4L2CameraSource: FrameSource {
    private struct Running {
        let wake: WakePipe
        let thread: SourceThread
    }

    package let id: DeviceID
    private let path: String
    private let running = Mutex<Running?>(nil)

    /// - Parameter path: the node: `/dev/video0`.
    package init(id: DeviceID, path: String) {
        self.id = id
        self.path = path
    }

    package func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        // What a failed run has left; while frames come this is the caller's mistake.
        stop()
        let capture = try V4L2Capture(id: id, path: path, configuration: configuration)
        let thread = try SourceThread("v4l2-camera") { _ in capture.run(deliver) }
        running.withLock { $0 = Running(wake: capture.wake, thread: thread) }
    }

    package func stop() {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        last?.wake.wake()
        last?.thread.end()
    }
}
