import CaptureEngine
import CoreMedia
import Glibc
import Testing

struct MonotonicClockTests {
    private let clock = MonotonicClock.shared

    private func milliseconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1000) }

    private var kernelTime: CMTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return CMTime(seconds: Double(time.tv_sec), preferredTimescale: 1_000_000_000)
            + CMTime(value: Int64(time.tv_nsec), timescale: 1_000_000_000)
    }

    @Test func itIsTheClockOfTheDriversTimestamps() {
        let before = kernelTime
        let now = clock.now
        #expect(before <= now && now <= kernelTime)
    }

    @Test func itGoesOnByItself() {
        #expect(clock.isRealTime)
        let end = clock.now + milliseconds(2)
        #expect(clock.sleep(until: end) { false })
        #expect(clock.now >= end)
    }

    @Test func aSleeperIsAskedAgainAndAgainWhetherItIsCancelled() {
        var questions = 0
        let isTime = clock.sleep(until: clock.now + milliseconds(3_600_000)) {
            questions += 1
            return questions == 3
        }
        #expect(!isTime && questions == 3)
    }
}
