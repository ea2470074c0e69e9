import CaptureEngine
import CoreMedia
import Dispatch
import Locking
import Testing

struct ManualClockTests {
    private let clock = ManualClock(now: CMTime(value: 5, timescale: 1))

    private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    @Test func itMovesForwardOnly() {
        clock.advance(by: seconds(2))
        #expect(clock.now == seconds(7))
        clock.advance(to: seconds(6))
        #expect(clock.now == seconds(7))
        clock.advance(to: seconds(9))
        #expect(clock.now == seconds(9))
    }

    @Test func aSleeperIsWaitedForAndWakesWhenItIsTime() {
        let log = Monitor<[String]>([])
        DispatchQueue(label: "sleeper").async { [clock] in
            let isTime = clock.sleep(until: CMTime(value: 6, timescale: 1)) { false }
            log.withLock { $0.append(isTime ? "awake" : "cancelled") }
        }
        DispatchQueue(label: "waiting").async { [clock] in
            clock.waitForSleeper()
            log.withLock { $0.append("asleep") }
        }
        #expect(log.wait(timeout: .seconds(30)) { $0.isEmpty ? nil : $0 } == ["asleep"])
        clock.advance(by: seconds(1))
        #expect(log.wait(timeout: .seconds(30)) { $0.count == 2 ? $0 : nil } == ["asleep", "awake"])
    }

    @Test func aSourceHasDoneWhatWasDueWhenItSleepsAgain() {
        let done = Mutex(0)
        DispatchQueue(label: "source").async { [clock] in
            for second in Int64(6)...8 {
                _ = clock.sleep(until: CMTime(value: second, timescale: 1)) { false }
                done.withLock { $0 += 1 }
            }
        }
        clock.waitForSleeper()
        for second in Int64(6)...7 {
            clock.advance(to: seconds(second))
            clock.waitForSleeper()
            #expect(done.withLock { $0 } == Int(second) - 5)
        }
        clock.advance(to: seconds(8))
    }

    @Test func aSleeperThatIsCancelledDoesNotWaitForTheTime() {
        #expect(!clock.sleep(until: seconds(6)) { true })
    }

    @Test func aSleepUntilNowEndsAtOnce() {
        #expect(clock.sleep(until: seconds(5)) { false })
    }
}
