import CaptureEngine
import Foundation
import Locking

/// Connects inputs to outputs and runs the capture.
///
/// | state | `startRunning` | `stopRunning` | a change, or `commitConfiguration` |
/// | --- | --- | --- | --- |
/// | stopped | opens the devices, → running; or posts a runtime error | nothing | is noted |
/// | running | nothing | closes the devices, → stopped | takes effect before the call returns |
///
/// All members may be called from any thread. `startRunning`, `stopRunning` and `commitConfiguration` block while
/// devices are opened and closed: call them on a queue of your own. Notifications are posted on the calling thread,
/// or, for what a device does, on a queue of the session's.
///
/// Source: Apple, AVCaptureSession.
open class AVCaptureSession: NSObject, @unchecked Sendable {  // `state` is a Mutex, the rest is immutable
    struct State {
        /// How many `beginConfiguration` calls wait for their commit.
        var configurationDepth = 0
        var isRunning = false
        var isInterrupted = false
        var preset = Preset.high
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var connections: [AVCaptureConnection] = []
        var previewLayers: [WeakLayer] = []
    }

    struct WeakLayer {
        weak var layer: AVCaptureVideoPreviewLayer?
    }

    let state = Mutex(State())
    /// What the session's devices do is handled here, in order.
    let events = DispatchQueue(label: "AVCaptureSession.events")
    private(set) var pipeline: CapturePipeline!  // set once, in init; it calls back to self

    public override init() {
        super.init()
        pipeline = CapturePipeline(catalog: DeviceRegistry.shared.catalog) { [weak self] error in
            guard let self else { return }
            self.events.async { self.deviceFailed(error) }
        }
    }

    deinit {
        pipeline.stop()
        for input in state.withLock({ $0.inputs }) { release(input) }
    }

    // MARK: What it consists of

    public var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
    public var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
    public var connections: [AVCaptureConnection] { state.withLock { $0.connections } }

    /// The clock of all timestamps that the session delivers: `CLOCK_MONOTONIC`.
    public var synchronizationClock: CMClock? { CMClockGetHostTimeClock() }

    // MARK: Running

    /// Whether media flows. Observable.
    public var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether something has taken the devices away for a while. Observable.
    public var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Opens the devices and lets media flow; returns when it does, or when it cannot.
    ///
    /// When a device cannot be opened, ``runtimeErrorNotification`` is posted before the call returns, and
    /// ``isRunning`` stays `false`. Source: Apple, AVCaptureSession.startRunning().
    open func startRunning() {
        guard beginRun(#function) else { return }
        do throws(CaptureError) {
            try pipeline.apply(makeGraph())
            try pipeline.start()
        } catch {
            post(AVError(error))
            return
        }
        changing(\.isRunning) { state.withLock { $0.isRunning = true } }
        for output in outputs { output.sessionDidChange() }
        NotificationCenter.default.post(name: Self.didStartRunningNotification, object: self)
    }

    /// Stops the flow of media and closes the devices; returns when that is done.
    ///
    /// Source: Apple, AVCaptureSession.stopRunning().
    open func stopRunning() {
        let wasRunning = state.withLock { state in
            if state.configurationDepth > 0 {
                raiseException(
                    .generic,
                    "*** -[AVCaptureSession stopRunning] stopRunning may not be called between calls to "
                        + "beginConfiguration and commitConfiguration")
            }
            return state.isRunning
        }
        if wasRunning { endRun() }
    }

    private func beginRun(_ function: String) -> Bool {
        state.withLock { state in
            if state.configurationDepth > 0 {
                raiseException(
                    .generic,
                    "*** -[AVCaptureSession startRunning] startRunning may not be called between calls to "
                        + "beginConfiguration and commitConfiguration")
            }
            return !state.isRunning
        }
    }

    private func endRun() {
        pipeline.stop()
        let wasRunning = changing(\.isRunning) {
            state.withLock { state in
                defer { state.isRunning = false }
                return state.isRunning
            }
        }
        guard wasRunning else { return }
        for output in outputs { output.sessionDidChange() }
        NotificationCenter.default.post(name: Self.didStopRunningNotification, object: self)
    }

    /// A camera that fails ends the run; a microphone that fails leaves the picture running.
    private func deviceFailed(_ error: CaptureError) {
        post(AVError(error))
        let isCamera = inputs.contains { input in
            input.ports.contains { $0.mediaType == .video && $0.device.id == error.device }
        }
        if isCamera || error.device == nil { endRun() }
    }

    func post(_ error: AVError) {
        NotificationCenter.default.post(
            name: Self.runtimeErrorNotification, object: self, userInfo: [AVCaptureSessionErrorKey: error])
    }
}
