/// A value that changes, and streams of its changes.
package final class LiveValue<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var followers: [UInt64: AsyncStream<Value>.Continuation] = [:]
        var lastFollower: UInt64 = 0
        /// Changes that are not delivered yet, with the followers that will get them.
        var news: [(value: Value, followers: [AsyncStream<Value>.Continuation])] = []
        var isTelling = false

        mutating func nextNews() -> (value: Value, followers: [AsyncStream<Value>.Continuation])? {
            isTelling = !news.isEmpty
            return news.isEmpty ? nil : news.removeFirst()
        }
    }

    /// How many changes wait for a slow follower; older ones are dropped.
    private static var bufferSize: Int { 16 }
    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    deinit { for follower in state.withLock({ $0.followers.values }) { follower.finish() } }

    /// The current value.
    package var value: Value { state.withLock { $0.value } }

    /// A new stream: the current value first, then each change. Any number of tasks can have one.
    package var values: AsyncStream<Value> {
        let (values, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
        let number = state.withLock { state in
            state.lastFollower += 1
            state.followers[state.lastFollower] = continuation
            // Nobody waits for this stream yet, so no task is resumed with the lock held.
            continuation.yield(state.value)
            return state.lastFollower
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.followers.removeValue(forKey: number) }
        }
        return values
    }

    func set(_ value: Value) { change { $0 = value } }

    func change(_ body: (inout Value) -> Void) {
        let isMineToTell = state.withLock { state in
            let old = state.value
            body(&state.value)
            guard state.value != old else { return false }
            state.news.append((state.value, Array(state.followers.values)))
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if isMineToTell { tell() }
    }

    /// Delivers all pending changes. Only one thread at a time does so, so that every follower gets them in the same
    /// order.
    ///
    /// The lock is not held meanwhile, because that could deadlock. A cancelled task holds its own lock while it ends
    /// its stream, which takes this lock; yielding to that task takes the task's lock.
    private func tell() {
        while let (value, followers) = state.withLock({ $0.nextNews() }) {
            for follower in followers { follower.yield(value) }
        }
    }
}
