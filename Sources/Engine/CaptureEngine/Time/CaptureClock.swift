import CoreMedia
import Glibc

/// The clock of a source that makes its own frames (simulated, file).
package protocol CaptureClock: AnyObject, Sendable {
    var now: CMTime { get }

    /// Whether it advances by itself. A sample that is not taken in time is then dropped as late.
    var isRealTime: Bool { get }

    /// Whether it stands still while a sink is behind. Only a clock that is not real time can.
    var waitsForSinks: Bool { get }

    /// Sleeps until `time`, or until `isCancelled` says so; it is asked at least every 50 ms of real time.
    ///
    /// - Returns: `false` when cancelled.
    func sleep(until time: CMTime, isCancelled: () -> Bool) -> Bool
}

extension CaptureClock {
    package var waitsForSinks: Bool { false }
}

/// `CLOCK_MONOTONIC`, the clock of V4L2's and ALSA's timestamps.
package final class MonotonicClock: CaptureClock {
    package static let shared = MonotonicClock()

    package var isRealTime: Bool { true }

    package var now: CMTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return CMTime(value: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), timescale: 1_000_000_000)
    }

    package func sleep(until time: CMTime, isCancelled: () -> Bool) -> Bool {
        let end = time.convertScale(1_000_000_000, method: .default).value
        while !isCancelled() {
            let now = self.now.value
            if now >= end { return true }
            let next = min(end, now + 50_000_000)
            var wake = timespec(tv_sec: Int(next / 1_000_000_000), tv_nsec: Int(next % 1_000_000_000))
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nil)
        }
        return false
    }
}
