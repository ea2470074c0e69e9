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
/// A driver may hang in the kernel, where nothing ends its thread. So the thread also opens and configures the device.
/// ``start(_:deliver:)`` waits for that. ``stop()`` waits for the thread's end, and then for the controls. Each wait is
/// as long as two USB requests take to time out; then the thread is abandoned with the open device, and whatever it
/// still delivers is discarded. A sink must not stop its camera from the camera's own thread.
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
    private let path: @Sendable () throws(CaptureError) -> String
    private let open: @Sendable (V4L2Failure) throws(CaptureError) -> any StreamingDevice
    private let questions: NodeQuestions
    private let startTimeout: Duration
    private let stopTimeout: Duration
    private let running = Mutex<Running?>(nil)
    private let depth = Mutex<DepthRequest?>(nil)

    /// - Parameters:
    ///   - camera: as the backend describes it.
    ///   - questions: whoever asks nodes; a driver that hangs at the start is not asked.
    ///   - startTimeout: how long to wait for a driver that is to start.
    ///   - stopTimeout: the same, for one that is to stop.
    ///   - path: finds the camera's node; called at each start, as the node may have changed since the last one.
    ///   - open: opens the device at the failure's path; called on the camera's thread.
    init(
        _ camera: DeviceDescription, questions: NodeQuestions = NodeQuestions(),
        startTimeout: Duration = .seconds(10), stopTimeout: Duration = .seconds(10),
        path: @escaping @Sendable () throws(CaptureError) -> String,
        open: @escaping @Sendable (V4L2Failure) throws(CaptureError) -> any StreamingDevice
    ) {
        id = camera.id
        self.camera = camera
        self.questions = questions
        self.startTimeout = startTimeout
        self.stopTimeout = stopTimeout
        self.path = path
        self.open = open
    }

    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        // Cleans up after a failed run; calling this while frames arrive is the caller's mistake.
        stop()
        let failure = V4L2Failure(id: id, path: try path())
        let (gate, begin) = (Gate(), Monitor(Beginning.waiting))
        let request = depth.withLock { $0 }
        let thread = try SourceThread("v4l2-camera") { [camera, open, questions, stopTimeout] _ in
            do throws(CaptureError) {
                let capture = try V4L2Capture(
                    camera, on: try open(failure), failure, configuration: configuration, depth: request)
                if begin.withLock({ $0.end(as: .running(capture)) }) {
                    capture.run { event in gate.isOpen.withLock { if $0 { deliver(event) } } }
                } else {
                    capture.discard(within: stopTimeout)
                    questions.note(failure.path, isHanging: false)
                }
            } catch {
                let isAwaited = begin.withLock { $0.end(as: .failed(error)) }
                if !isAwaited { questions.note(failure.path, isHanging: false) }
            }
        }
        _ = begin.wait(timeout: startTimeout) { $0.isOver ? true : nil }
        switch begin.withLock({ $0.giveUp() }) {
        case .running(let capture):
            running.withLock { $0 = Running(capture: capture, thread: thread, gate: gate) }
        case .failed(let error):
            thread.join()
            throw error
        case .waiting, .givenUp:
            questions.note(failure.path, isHanging: true)
            _ = thread.end(within: .zero)
            throw failure.hanging
        }
    }

    /// How far the thread has come with the start.
    private enum Beginning {
        case waiting, running(V4L2Capture), failed(CaptureError)
        /// Nobody waits for it anymore.
        case givenUp

        var isOver: Bool {
            if case .waiting = self { false } else { true }
        }

        /// - Returns: whether somebody waits for it.
        mutating func end(as end: Beginning) -> Bool {
            guard case .waiting = self else { return false }
            self = end
            return true
        }

        /// Stops waiting, and says what there was to wait for.
        mutating func giveUp() -> Beginning {
            if case .waiting = self { self = .givenUp }
            return self
        }
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
        if last.thread.end(within: stopTimeout), last.capture.adjustment?.close(within: stopTimeout) != false { return }
        let path = last.capture.failure.path
        last.capture.stills.close(
            CaptureError(.interrupted, "\(path) was stopped before the photo was taken", device: id))
        let line = "The driver of \(path) does not answer; unplug the camera to get it back\n"
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
