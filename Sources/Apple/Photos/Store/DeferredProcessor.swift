internal import CLinux
import Foundation
import Locking

/// Makes a library's final photos while nothing else wants the processor.
///
/// One thread, which ends when there is nothing left to do. It waits a moment before it starts, so that a program that
/// only looks at the library never pays for it.
final class DeferredProcessor: Sendable {
    private enum Phase {
        case idle
        case working
        /// More work arrived in the meantime.
        case workingAgain
    }

    private let phase = Mutex(Phase.idle)
    private let delay: Duration
    private let work: @Sendable () -> Void

    /// - Parameter work: one round, on the processor's thread.
    init(delay: Duration, work: @escaping @Sendable () -> Void) {
        self.delay = delay
        self.work = work
    }

    /// Schedules the processing of all pending photos. Returns at once.
    func start() {
        let isIdle = phase.withLock { phase in
            defer { phase = phase == .idle ? .working : .workingAgain }
            return phase == .idle
        }
        guard isIdle else { return }
        Thread.start(named: "deferred") { [self] in run() }
    }

    private func run() {
        linux_lower_thread_priority()
        let (seconds, attoseconds) = delay.components
        Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
        while true {
            phase.withLock { $0 = .working }
            work()
            let isDone = phase.withLock { phase in
                if phase == .workingAgain { return false }
                phase = .idle
                return true
            }
            if isDone { return }
        }
    }
}
