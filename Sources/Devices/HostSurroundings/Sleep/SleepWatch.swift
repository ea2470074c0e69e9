internal import CLinux
import CaptureEngine
import Glibc
import Locking

/// Notices when the machine is about to sleep, and makes it wait until what must be complete by then is complete.
///
/// One thread waits while somebody has asked for a delay, and afterwards until the machine is awake again; at other times
/// nothing is opened.
final class SleepWatch: Sendable {
    private struct State {
        var delays = 0
        var isAsleep = false
        /// Writing to it makes the thread look at the state. `nil` while no thread runs.
        var wake: Int32?
    }

    private let open: @Sendable () -> (any SleepService)?
    private let changed: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - open: called on the watch's thread; `nil` if the machine has no such service.
    ///   - changed: called on the watch's thread when the machine falls asleep or wakes up.
    init(open: @escaping @Sendable () -> (any SleepService)?, changed: @escaping @Sendable () -> Void) {
        self.open = open
        self.changed = changed
    }

    /// From shortly before the machine sleeps until it is awake again.
    var isAsleep: Bool { state.withLock { $0.isAsleep } }

    /// Lets the machine sleep only once the observation is gone, or after the few seconds that the machine grants.
    func delay() -> SurroundingsObservation {
        state.withLock { state in
            state.delays += 1
            if state.wake == nil { state.wake = start() }
        }
        return SurroundingsObservation { [self] in
            state.withLock { state in
                state.delays -= 1
                guard state.delays == 0, let wake = state.wake else { return }
                var byte: UInt8 = 0
                _ = Glibc.write(wake, &byte, 1)
            }
        }
    }

    /// - Returns: `nil` without descriptors or threads left; then nothing delays the sleep.
    private func start() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard linux_pipe_cloexec(&ends) == 0 else { return nil }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        let isStarted = Thread.start(named: "sleep") { [self] in
            run(readEnd)
            close(readEnd)
            close(writeEnd)
        }
        if isStarted { return writeEnd }
        close(readEnd)
        close(writeEnd)
        return nil
    }

    private func run(_ wake: Int32) {
        guard let service = open() else {
            end()
            return
        }
        service.delaySleep()
        while true {
            switch service.next(orReadable: wake) {
            case .begins:
                setAsleep(true)
                if isUnused { service.allowSleep() }
            case .ended:
                setAsleep(false)
                if endIfUnused() { return }
                service.delaySleep()
            case .called:
                var byte: UInt8 = 0
                _ = Glibc.read(wake, &byte, 1)
                if isUnused { service.allowSleep() }
                if endIfUnused() { return }
            case .gone:
                setAsleep(false)
                end()
                return
            }
        }
    }

    private var isUnused: Bool { state.withLock { $0.delays == 0 } }

    private func setAsleep(_ isAsleep: Bool) {
        let isNew = state.withLock { state in
            defer { state.isAsleep = isAsleep }
            return state.isAsleep != isAsleep
        }
        if isNew { changed() }
    }

    /// A machine that sleeps is watched until it is awake.
    private func endIfUnused() -> Bool {
        state.withLock { state in
            guard state.delays == 0, !state.isAsleep else { return false }
            state.wake = nil
            return true
        }
    }

    private func end() { state.withLock { $0.wake = nil } }
}
