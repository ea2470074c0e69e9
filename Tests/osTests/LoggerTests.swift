import Testing

@testable import os

@Suite struct LoggerTests {
    @Test func messagesHoldTheirValuesAndHideThePrivateOnes() {
        let message: OSLogMessage = "opened \("camera", privacy: .public) for \("Ann", privacy: .private) in \(3) ms"
        #expect(message.text == "opened camera for <private> in 3 ms")
    }

    @Test func aHiddenValueIsNotEvaluated() {
        var asked = false
        func secret() -> String {
            asked = true
            return "secret"
        }
        let message: OSLogMessage = "\(secret(), privacy: .sensitive)"
        #expect(message.text == "<private>")
        #expect(!asked)
    }

    @Test func theLockKeepsItsState() async {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<1000 { lock.withLock { $0 += 1 } } }
            }
        }
        #expect(lock.withLock { $0 } == 4000)
    }

    @Test func aLockCanBeTakenAndFreed() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        #expect(!lock.lockIfAvailable())
        #expect(lock.withLockIfAvailable { _ in true } == nil)
        lock.unlock()
        #expect(lock.lockIfAvailable())
        lock.unlock()
        #expect(lock.withLock { 3 } == 3)
    }

    @Test func anUnfairLockIsFreeWhenItsMemoryIsZero() {
        let lock = os_unfair_lock_t.allocate(capacity: 1)
        defer { lock.deallocate() }
        lock.initialize(to: os_unfair_lock())
        #expect(os_unfair_lock_trylock(lock))
        #expect(!os_unfair_lock_trylock(lock))
        os_unfair_lock_unlock(lock)
        os_unfair_lock_lock(lock)
        os_unfair_lock_unlock(lock)
    }
}
