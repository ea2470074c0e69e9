import Foundation
import Glibc
import Locking
import Testing

struct ThreadBlockTests {
    private static let order = Monitor<[String]>([])

    private final class Witness: Sendable {
        func see() {}

        deinit { ThreadBlockTests.order.withLock { $0.append("block freed") } }
    }

    @Test func theBlockIsReleasedBeforeTheThreadEnds() throws {
        var key = pthread_key_t()
        try #require(
            pthread_key_create(&key) { _ in ThreadBlockTests.order.withLock { $0.append("thread ended") } } == 0)
        defer { pthread_key_delete(key) }
        let ended = key
        // The thread's starter keeps the block too, until the start is complete.
        let isStarted = Monitor(false)
        start(Witness()) {
            _ = isStarted.wait { $0 ? true : nil }
            pthread_setspecific(ended, UnsafeRawPointer(bitPattern: 1))
        }
        isStarted.withLock { $0 = true }
        let order = Self.order.wait(timeout: .seconds(60)) { $0.contains("thread ended") ? $0 : nil }
        #expect(order == ["block freed", "thread ended"])
    }

    /// Only the thread's block retains the witness.
    private func start(_ witness: Witness, _ body: @escaping @Sendable () -> Void) {
        Thread.start(named: "witness") {
            witness.see()
            body()
        }
    }
}
