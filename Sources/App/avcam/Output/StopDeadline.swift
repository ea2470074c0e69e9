import Foundation
import Locking

/// Ends the program with status 130 when it does not end by itself soon after a signal: a camera, a disk or another program may
/// block it forever.
///
/// ``WatchThread`` looks at the time, because the thread that waits may be the only one of Swift's tasks.
final class StopDeadline: Sendable {
    /// How long a photo may still be made and saved, a Live Photo's movie included.
    private static let timeout = Duration.seconds(4)

    private let latest = Mutex(ContinuousClock.now)

    /// - Parameter ending: says what becomes of the work, just before the program ends.
    init(_ signals: StopSignals, ending: @escaping @Sendable () -> String) {
        WatchThread.shared.call(self) { [weak self] in
            guard let self, let moment = signals.stopMoment else { return }
            guard .now - max(moment, latest.withLock { $0 }) > Self.timeout else { return }
            WatchThread.leave(.interrupted, saying: ending)
        }
    }

    deinit { WatchThread.shared.stopCalling(self) }

    /// Gives what comes next the whole time again.
    func noteProgress() { latest.withLock { $0 = .now } }
}
