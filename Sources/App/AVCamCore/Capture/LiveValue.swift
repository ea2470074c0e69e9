/// A value that changes, and those who follow it.
package final class LiveValue<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var followers: [UInt64: AsyncStream<Value>.Continuation] = [:]
        var lastFollower: UInt64 = 0
        /// Changes that are not told yet, with those who are to hear of them.
        var news: [(value: Value, followers: [AsyncStream<Value>.Continuation])] = []
        var isTelling = false

        mutating func nextNews() -> (value: Value, followers: [AsyncStream<Value>.Continuation])? {
            isTelling = !news.isEmpty
            return news.isEmpty ? nil : news.removeFirst()
        }
    }

    /// How many changes wait for a follower who is slow; older ones are left out.
    private static var bufferSize: Int { 16 }
    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    deinit { for follower in state.withLock({ $0.followers.values }) { follower.finish() } }

    /// The value as it is now.
    package var value: Value { state.withLock { $0.value } }

    /// The value as it is now, and then each other value that it gets; any number of tasks may ask for it.
    package var values: AsyncStream<Value> {
        let (values, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
        let number = state.withLock { state in
            state.lastFollower += 1
            state.followers[state.lastFollower] = continuation
            // Nobody waits for it yet, so that nobody is resumed with the lock held.
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

    /// Tells all news, one thread at a time, so that everybody hears of changes in the same order.
    ///
    /// Never with the lock held: a task that is cancelled holds its own lock while it ends its stream, which asks for
    /// this one, and telling it of a change asks for the task's.
    private func tell() {
        while let (value, followers) = state.withLock({ $0.nextNews() }) {
            for follower in followers { follower.yield(value) }
        }
    }
}
