import CaptureEngine
import CoreMedia
import Locking
import Testing

struct SourceThreadTests {
    @Test func aThreadThatHangsIsNotWaitedForLongerThanWanted() throws {
        let (mayReturn, hasReturned) = (Monitor(false), Monitor(false))
        let thread = try SourceThread("hangs") { _ in
            _ = mayReturn.wait(timeout: .seconds(60)) { $0 ? true : nil }
            hasReturned.withLock { $0 = true }
        }
        #expect(!thread.end(within: .milliseconds(20)) && !hasReturned.withLock { $0 })
        // To end it again does not wait for what was left to itself.
        thread.end()
        #expect(!hasReturned.withLock { $0 } && thread.isCancelled)
        mayReturn.withLock { $0 = true }
        #expect(hasReturned.wait(timeout: .seconds(60)) { $0 ? true : nil } == true)
    }

    @Test func aThreadThatReturnsInTimeIsEnded() throws {
        let hasReturned = Mutex(false)
        let thread = try SourceThread("returns") { thread in
            let clock = MonotonicClock.shared
            _ = thread.sleep(until: clock.now + CMTime(value: 3600, timescale: 1), on: clock)
            hasReturned.withLock { $0 = true }
        }
        #expect(thread.end(within: .seconds(60)) && hasReturned.withLock { $0 })
    }
}
