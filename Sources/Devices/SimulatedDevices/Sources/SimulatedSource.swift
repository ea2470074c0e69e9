import CaptureEngine
import Locking

/// An open camera or microphone of the simulated phone.
final class SimulatedSource: FrameSource {
    let id: DeviceID
    private let device: DeviceDescription
    private let phone: SimulatedPhone

    private struct State {
        var thread: SourceThread?
        var isDisconnected = false
    }
    private let state = Mutex(State())

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
        do {
            let thread = try SourceThread(id.description) { [self] thread in
                let maker = SimulatedModel.maker(of: id.name, configuration, phone: phone)
                let grid = SampleGrid(epoch: epoch, step: maker.step, now: now)
                run(Run(maker: maker, grid: grid, thread: thread, clock: phone.clock, faults: faults), deliver)
            }
            state.withLock { state in
                state.thread = thread
                if state.isDisconnected { thread.cancel() }
            }
        } catch {
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

    /// The device is pulled out: the last event follows.
    func disconnect() {
        state.withLock { state in
            state.isDisconnected = true
            state.thread?.cancel()
        }
    }

    /// The thread's life: samples when they are due, until it is cancelled.
    private func run(_ run: Run, _ deliver: (SourceEvent) -> Void) {
        run.maker.prepare()
        var number: Int64 = 0
        while let due = run.wait(for: number) {
            switch due {
            case .sample(let tick):
                if let sample = run.maker.sample(tick) {
                    deliver(.sample(sample))
                } else {
                    deliver(.dropped(timestamp: CMTime(nanoseconds: tick.timestamp), reason: .outOfBuffers))
                }
            case .lost(let tick, let reason):
                deliver(.dropped(timestamp: CMTime(nanoseconds: tick.timestamp), reason: reason))
            case .unplug:
                phone.unplug(id.name)
            }
            number += 1
        }
        if state.withLock({ $0.isDisconnected }) {
            deliver(.failed(CaptureError(.deviceDisconnected, "\(id) was disconnected", device: id)))
        }
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

    /// Sleeps until a sample is due and says what becomes of it; `nil` when the thread was cancelled.
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
