import CaptureEngine
import Locking

/// An open camera or microphone of the simulated phone.
///
/// A camera is adjustable and makes stills: each takes one frame's time, while the stream goes on. A microphone ignores
/// settings and refuses stills.
final class SimulatedSource: FrameSource {
    let id: DeviceID
    private let device: DeviceDescription
    private let phone: SimulatedPhone

    private struct State {
        var thread: SourceThread?
        /// Why the device was taken away; `nil` while it is there.
        var loss: CaptureError?
        var settings = CameraSettings()
    }
    private let state = Mutex(State())
    private let stills = StillQueue()
    private let depth = Mutex<DepthRequest?>(nil)

    init(_ device: DeviceDescription, phone: SimulatedPhone) {
        id = device.id
        self.device = device
        self.phone = phone
    }

    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        stop()  // a source that failed still has its thread
        try SimulatedModel.check(configuration, of: device)
        let (epoch, now, faults) = try phone.open(self)
        state.withLock { $0.settings = configuration.settings }
        if device.kind == .camera { stills.open() }
        do {
            let thread = try SourceThread(id.description) { [self] thread in
                let maker = maker(configuration)
                let grid = SampleGrid(epoch: epoch, step: maker.step, now: now)
                run(Run(maker: maker, grid: grid, thread: thread, clock: phone.clock, faults: faults), deliver)
            }
            state.withLock { state in
                state.thread = thread
                if state.loss != nil { thread.cancel() }
            }
        } catch {
            stills.close(error)
            phone.close(self)
            throw error
        }
    }

    func stop() {
        let thread = state.withLock { $0.thread }
        thread?.end()
        phone.close(self)
        state.withLock { $0 = State() }
    }

    /// The device was unplugged, or may not be used anymore: the last event follows.
    func lose(because error: CaptureError) {
        state.withLock { state in
            state.loss = state.loss ?? error
            state.thread?.cancel()
        }
    }

    /// The body of the thread: delivers samples when they are due, until it is cancelled.
    private func run(_ run: Run, _ deliver: (SourceEvent) -> Void) {
        run.maker.prepare()
        let camera = run.maker as? CameraMaker
        var number: Int64 = 0
        while let due = run.wait(for: number) {
            switch due {
            case .sample(let tick):
                let sample = run.maker.sample(tick)
                deliver(
                    sample.map { .sample($0) }
                        ?? .dropped(timestamp: CMTime(nanoseconds: tick.timestamp), reason: .outOfBuffers))
                if let camera {
                    let depth = camera.depth(tick, lost: sample == nil ? .outOfBuffers : nil)
                    if let depth { deliver(depth) }
                    stills.makeNext { (request) throws(CaptureError) in try camera.still(request, tick) }
                }
            case .lost(let tick, let reason):
                deliver(.dropped(timestamp: CMTime(nanoseconds: tick.timestamp), reason: reason))
                if let depth = camera?.depth(tick, lost: reason) { deliver(depth) }
            case .unplug:
                phone.unplugAsTheFaultSays(id.name)
            }
            number += 1
        }
        let loss = state.withLock { $0.loss }
        stills.close(loss ?? interruption)
        if let loss { deliver(.failed(loss)) }
    }

    private func maker(_ configuration: SourceConfiguration) -> any SampleMaker {
        guard let camera = SimulatedCamera.named(id.name) else { return MicrophoneMaker(configuration.format) }
        return CameraMaker(camera, configuration, phone: phone) {
            self.state.withLock { $0.settings }
        } depthRequest: {
            self.depth.withLock { $0 }
        }
    }

    private var interruption: CaptureError {
        CaptureError(.interrupted, "\(id) was stopped before the photo was taken", device: id)
    }
}

extension SimulatedSource: AdjustableSource {
    func adjust(_ settings: CameraSettings) {
        state.withLock { $0.settings = settings }
    }
}

extension SimulatedSource: DepthSource {
    func streamDepth(_ request: DepthRequest?) {
        depth.withLock { $0 = request }
    }
}

extension SimulatedSource: StillSource {
    func captureStills(
        _ requests: [StillRequest], deliver: @escaping @Sendable (Int, Result<StillFrame, CaptureError>) -> Void
    ) {
        stills.add(requests, refusal: interruption, deliver: deliver)
    }
}

/// One run of a source, from start to stop.
private struct Run {
    let maker: any SampleMaker
    let grid: SampleGrid
    let thread: SourceThread
    let clock: any CaptureClock
    let faults: SimulatedFaults

    enum Event {
        case sample(Tick)
        case lost(Tick, DropReason)
        case unplug
    }

    /// Sleeps until a sample is due and returns what to do with it; `nil` if the thread was cancelled.
    func wait(for number: Int64) -> Event? {
        var tick = Tick(number: number, timestamp: grid.timestamp(number), phoneTime: grid.phoneTime(number))
        let elapsed = tick.timestamp - grid.timestamp(0)
        if let end = faults.unplugAfterMilliseconds, elapsed >= end * 1_000_000 {
            return sleep(until: grid.timestamp(0) + end * 1_000_000) ? .unplug : nil
        }
        if let end = faults.stallAfterMilliseconds, elapsed >= end * 1_000_000 {
            _ = sleep(until: .max / 2)
            return nil
        }
        guard sleep(until: tick.timestamp + maker.delay) else { return nil }
        if clock.isRealTime, clock.now.nanoseconds > grid.timestamp(number + maker.backlog) + maker.delay {
            return .lost(tick, .late)
        }
        if let count = faults.dropEvery, (number + 1) % count == 0 { return .lost(tick, .discontinuity) }
        if let count = faults.corruptEvery { tick.isCorrupt = (number + 1) % count == 0 }
        return .sample(tick)
    }

    private func sleep(until nanoseconds: Int64) -> Bool {
        thread.sleep(until: CMTime(nanoseconds: nanoseconds), on: clock)
    }
}
