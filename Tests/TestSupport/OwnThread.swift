import Foundation
import Locking
import Testing

/// Runs each test on a thread that it may block, so that tests which wait do not hold up each other.
///
/// Tests that go side by side share Swift's threads, as many as the machine has processors: with two processors, two tests
/// that wait for programs or cameras would leave no thread to a third.
///
/// ```swift
/// @Suite(.ownThread) struct RecordCommandTests {}
/// ```
package struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // A suite's own scope has no case.
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    package static var ownThread: Self { Self() }
}

/// As many threads as there is work: work that waits takes none from the rest.
package final class BlockingThreads: TaskExecutor {
    package static let shared = BlockingThreads()

    private struct State {
        var jobs: [UnownedJob] = []
        /// Threads that wait for work.
        var idleCount = 0

        /// Work for a thread that was idle.
        mutating func next() -> UnownedJob? {
            if jobs.isEmpty { return nil }
            idleCount -= 1
            return jobs.removeFirst()
        }

        /// Whether an idle thread may end: the others are enough for what waits.
        mutating func isWithoutWork() -> Bool {
            guard jobs.isEmpty else { return false }
            idleCount -= 1
            return true
        }
    }

    private let state = Monitor(State())

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count > state.idleCount
        }
        if needsThread { Thread.detachNewThread { self.work() } }
    }

    /// A thread that has nothing to do for a while ends.
    private func work() {
        state.withLock { $0.idleCount += 1 }
        while true {
            if let job = state.wait(timeout: .seconds(5), until: { $0.next() }) {
                job.runSynchronously(on: asUnownedTaskExecutor())
                state.withLock { $0.idleCount += 1 }
            } else if state.withLock({ $0.isWithoutWork() }) {
                return
            }
        }
    }
}
