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
        /// Tells a failure of this run from a late one of a run that has ended.
        var runNumber = 0
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
    /// Whether the devices are open. Held while a run begins, changes or ends, so that they cannot overlap; no delegate
    /// or observer is called meanwhile.
    let control = Mutex(false)
    /// What the session's devices do is handled here, in order.
    let events = DispatchQueue(label: "AVCaptureSession.events")
    private(set) var pipeline: CapturePipeline!  // set once, in init; it calls back to self

    public override init() {
        super.init()
        pipeline = CapturePipeline(catalog: DeviceRegistry.shared.catalog) { [weak self] error in
            guard let self else { return }
            let run = self.state.withLock { $0.runNumber }
            self.events.async { self.deviceFailed(error, inRun: run) }
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

    /// Whether something has taken the devices away for a while.
    ///
    /// Linux: always `false`; a device that is taken away is a runtime error. Source: Apple,
    /// AVCaptureSession.isInterrupted.
    public var isInterrupted: Bool { false }

    /// Opens the devices and lets media flow; returns when it does, or when it cannot.
    ///
    /// When a device cannot be opened, ``runtimeErrorNotification`` is posted before the call returns, and
    /// ``isRunning`` stays `false`. Source: Apple, AVCaptureSession.startRunning().
    open func startRunning() {
        requireNoConfiguration("startRunning")
        guard !isRunning else { return }
        do throws(CaptureError) {
            let didStart = try changing(\.isRunning) { () throws(CaptureError) in try openDevices() }
            if didStart { announce(Self.didStartRunningNotification) }
        } catch {
            post(AVError(error))
        }
    }

    /// Stops the flow of media and closes the devices; returns when that is done.
    ///
    /// Source: Apple, AVCaptureSession.stopRunning().
    open func stopRunning() {
        requireNoConfiguration("stopRunning")
        endRun()
    }

    private func requireNoConfiguration(_ method: String) {
        if state.withLock({ $0.configurationDepth > 0 }) {
            raiseException(
                .generic,
                "*** -[AVCaptureSession \(method)] \(method) may not be called between calls to "
                    + "beginConfiguration and commitConfiguration")
        }
    }

    /// - Returns: whether it was this call that started the run.
    private func openDevices() throws(CaptureError) -> Bool {
        try control.withLock { areOpen throws(CaptureError) in
            guard !areOpen else { return false }
            state.withLock { $0.runNumber += 1 }
            try pipeline.apply(makeGraph())
            try pipeline.start()
            areOpen = true
            state.withLock { $0.isRunning = true }
            return true
        }
    }

    func endRun() {
        guard isRunning else { return }
        let didStop = changing(\.isRunning) {
            control.withLock { areOpen in
                pipeline.stop()
                areOpen = false
                return state.withLock { state in
                    defer { state.isRunning = false }
                    return state.isRunning
                }
            }
        }
        if didStop { announce(Self.didStopRunningNotification) }
    }

    private func announce(_ name: NSNotification.Name) {
        for output in outputs { output.sessionDidChange() }
        NotificationCenter.default.post(name: name, object: self)
    }

    /// A camera that fails ends the run; a microphone that fails leaves the picture running.
    ///
    /// The run has ended when the error is posted, so that an observer can start the next one.
    private func deviceFailed(_ error: CaptureError, inRun run: Int) {
        // A source can fail while the start of the others is still under way.
        let isCurrent = control.withLock { _ in state.withLock { $0.isRunning && $0.runNumber == run } }
        guard isCurrent else { return }
        let cameras = inputs.flatMap(\.ports).filter { $0.mediaType == .video }
        if cameras.isEmpty || error.device == nil || cameras.contains(where: { $0.device.id == error.device }) {
            endRun()
        }
        post(AVError(error))
    }

    func post(_ error: AVError) {
        NotificationCenter.default.post(
            name: Self.runtimeErrorNotification, object: self, userInfo: [AVCaptureSessionErrorKey: error])
    }
}
