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
    private struct State {
        var now: CMTime
        /// Until when each of them sleeps.
        var sleepers: [CMTime] = []
    }
    private let state: Monitor<State>

    /// - Parameter now: where it begins.
    package init(now: CMTime = .zero) {
        state = Monitor(State(now: now))
    }

    package var isRealTime: Bool { false }

    package var now: CMTime { state.withLock { $0.now } }

    package func advance(by step: CMTime) { state.withLock { $0.now = $0.now + step } }

    /// Moves to a time, never backwards.
    package func advance(to end: CMTime) { state.withLock { $0.now = max($0.now, end) } }

    package func sleep(until end: CMTime, isCancelled: () -> Bool) -> Bool {
        state.withLock { $0.sleepers.append(end) }
        defer {
            state.withLock { state in
                if let index = state.sleepers.firstIndex(of: end) { state.sleepers.remove(at: index) }
            }
        }
        while !isCancelled() {
            if state.wait(timeout: .milliseconds(20), until: { $0.now >= end ? true : nil }) != nil { return true }
        }
        return false
    }

    /// Waits until a source has done all that was due and sleeps again: one whose time has come is about to wake.
    package func waitForSleeper() {
        _ = state.wait { state in state.sleepers.contains { $0 > state.now } ? true : nil }
    }
}
