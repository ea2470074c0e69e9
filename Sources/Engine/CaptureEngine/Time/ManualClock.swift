import CoreMedia
import Locking

/// A clock that stands still until it is told to move: a source on it makes the same samples every time.
///
/// ```swift
/// let clock = ManualClock()
/// let phone = SimulatedPhone(clock: clock)
/// // start a source of the phone …
/// clock.advance(by: CMTime(value: 1, timescale: 1))  // … and it delivers one second of samples, on its own thread
/// ```
package final class ManualClock: CaptureClock {
    private let time: Monitor<CMTime>

    /// - Parameter now: where it begins.
    package init(now: CMTime = .zero) {
        time = Monitor(now)
    }

    package var isRealTime: Bool { false }

    package var now: CMTime { time.withLock { $0 } }

    package func advance(by step: CMTime) { time.withLock { $0 = $0 + step } }

    /// Moves to a time, never backwards.
    package func advance(to end: CMTime) { time.withLock { $0 = max($0, end) } }

    package func sleep(until end: CMTime, isCancelled: () -> Bool) -> Bool {
        while !isCancelled() {
            if time.wait(timeout: .milliseconds(20), until: { $0 >= end ? true : nil }) != nil { return true }
        }
        return false
    }
}
