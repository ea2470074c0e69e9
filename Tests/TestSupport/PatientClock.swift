import CaptureEngine
import CoreMedia
import Glibc
import Locking

/// A clock that runs in real time and stands still while a source or a recording lags: on a busy machine cameras take
/// longer, and no frame is lost.
///
/// For tests of what is recorded. It may be behind the host's clock, never ahead of it.
package final class PatientClock: CaptureClock {
    private struct State {
        /// How far it is behind the host's clock.
        var delay = CMTime.zero
        var last = CMTime.zero

        mutating func read() -> CMTime {
            last = max(last, MonotonicClock.shared.now - delay)
            return last
        }

        mutating func wait(for sleeper: CMTime) {
            let late = MonotonicClock.shared.now - delay - sleeper
            if late > .zero { delay = delay + late }
        }
    }
    private let state = Mutex(State())

    package init() {}

    package var isRealTime: Bool { false }
    package var waitsForSinks: Bool { true }

    package var now: CMTime { state.withLock { $0.read() } }

    package func sleep(until time: CMTime, isCancelled: () -> Bool) -> Bool {
        state.withLock { $0.wait(for: time) }
        while !isCancelled() {
            let left = time - now
            if left <= .zero { return true }
            let step = min(left, CMTime(value: 1, timescale: 20))
            usleep(useconds_t(step.convertScale(1_000_000, method: .roundTowardPositiveInfinity).value))
        }
        return false
    }
}
