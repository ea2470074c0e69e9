import CaptureEngine
import DeviceKinds
import Foundation
import Locking

/// Connects inputs to outputs and runs the capture.
///
/// | state | `startRunning` | `stopRunning` | a change, or `commitConfiguration` |
/// | --- | --- | --- | --- |
/// | stopped | opens the devices, → running; or posts a runtime error | nothing | is noted |
/// | starting | nothing | waits, closes the devices, → stopped | waits, takes effect before the call returns |
/// | running | nothing | closes the devices, → stopped | takes effect before the call returns |
///
/// For interrupted sessions, see ``isInterrupted``.
///
/// All members may be called from any thread. `startRunning`, `stopRunning` and `commitConfiguration` block while
/// devices are opened and closed: call them on a queue of your own. Notifications are posted on the calling thread, or,
/// for what a device does, on a queue of the session. Start and stop notifications come in the order of the starts and
/// stops, so one thread may post a notification for another.
///
/// Source: Apple, AVCaptureSession.
open class AVCaptureSession: NSObject, @unchecked Sendable {  // `state` is a Mutex, the rest is immutable
    struct State {
        /// How many `beginConfiguration` calls are still without their commit.
        var configurationDepth = 0
        var isRunning = false
        var wish = RunWish()
        var awaitedReturn: AwaitedReturn?
        var losses = SessionLosses()
        var news = SessionNews<RunNews>()
        /// Tells a failure of this run from a late failure of an earlier run.
        var runNumber = 0
        var preset = Preset.high
        var inputs: [AVCaptureInput] = []
        var outputs: [AVCaptureOutput] = []
        var connections: [AVCaptureConnection] = []
        var previewLayers: [WeakLayer] = []
        /// The devices that the run has lost and goes on without, and why.
        var lost: [DeviceID: CaptureError.Code] = [:]
        /// What to roll back to when a change cannot be applied; only while the session runs.
        var lastWorking: SessionConfiguration?
        var interruption = SessionInterruption()
        var application = SessionApplication()
        var deferredStart = DeferredStart()
        var controls = SessionControls()
    }

    struct WeakLayer {
        weak var layer: AVCaptureVideoPreviewLayer?
    }

    let world = CaptureWorld.current
    let state = Mutex(State())
    /// Whether the devices are open. Held while a run begins, changes or ends, so that they cannot overlap; no delegate
    /// or observer is called meanwhile.
    let control = Mutex(false)
    /// Handles what the session's devices do, in order.
    let events = DispatchQueue(label: "AVCaptureSession.events")
    private(set) var pipeline: CapturePipeline!  // set once, in init; it calls back to self
    private var observations: [SurroundingsObservation] = []  // set once, in init

    /// A session without inputs and outputs, with the preset ``Preset/high``.
    public override init() {
        super.init()
        pipeline = CapturePipeline(catalog: world.catalog, clock: world.clock) { [weak self] error in
            guard let self else { return }
            let run = self.state.withLock { $0.runNumber }
            self.events.async { self.deviceFailed(error, inRun: run) }
        }
        observations = world.observe { [weak self] event, _ in
            guard let self else { return }
            switch event {
            case .interruptionsChanged: self.events.async { self.checkInterruption() }
            case .touched(let touch): self.events.async { self.handle(touch) }
            case .turned, .tilted, .lockChanged, .pressed, .played: break
            }
        }
    }

    deinit {
        pipeline.stop()
        abandonCameras()
        world.devices.forget(self)
        for input in state.withLock({ $0.inputs }) { release(input) }
    }

    // MARK: Inputs, outputs, connections

    open var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }
    open var outputs: [AVCaptureOutput] { state.withLock { $0.outputs } }
    public var connections: [AVCaptureConnection] {
        // A deallocated layer leaves its connection behind for a moment.
        state.withLock { $0.connections }.filter { !$0.isOrphan }
    }

    /// The clock of all timestamps that the session delivers: `CLOCK_MONOTONIC`.
    public var synchronizationClock: CMClock? { CMClockGetHostTimeClock() }

    /// Whether the session's camera supports the preset; without a camera, whether the preset exists.
    open func canSetSessionPreset(_ preset: Preset) -> Bool {
        let known: Set<Preset> = [.photo, .high, .medium, .low, .inputPriority]
        guard known.contains(preset) || preset.exactSize != nil else { return false }
        return cameras.allSatisfy { $0.supportsSessionPreset(preset) }
    }

    /// Whether there may be more than one camera, and more than one output of a kind.
    var takesSeveralCameras: Bool { false }

    // MARK: Running

    /// Whether media flows. Observable.
    open var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Opens the devices and lets media flow; returns when it does, or when it cannot.
    ///
    /// When a device cannot be opened, ``runtimeErrorNotification`` is posted before the call returns, and
    /// ``isRunning`` stays `false`. An interrupted session starts when the interruption ends, or with
    /// ``commitConfiguration()`` if it ends before that. Another session of the program that runs on the same camera is
    /// interrupted until this one stops.
    open func startRunning() {
        requireNoConfiguration("startRunning")
        start(
            state.withLock { state in
                if !state.isRunning { state.losses.forget() }
                return state.wish.begin()
            })
    }

    /// Stops the flow of media and closes the devices; returns when that is done.
    open func stopRunning() {
        requireNoConfiguration("stopRunning")
        state.withLock { $0.wish.end() }
        endRun()
        releaseCameras()
    }

    private func requireNoConfiguration(_ method: String) {
        if state.withLock({ $0.configurationDepth > 0 }) {
            raiseException(
                .generic,
                "*** -[AVCaptureSession \(method)] \(method) may not be called between calls to "
                    + "beginConfiguration and commitConfiguration")
        }
    }

    func post(_ error: AVError) {
        NotificationCenter.default.post(
            name: Self.runtimeErrorNotification, object: self, userInfo: [AVCaptureSessionErrorKey: error])
    }
}
