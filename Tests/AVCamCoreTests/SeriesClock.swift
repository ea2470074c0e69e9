import Locking

/// A clock on which only waits take time: what was asked for, and a delay after it.
final class SeriesClock: Sendable {
    private struct State {
        var now = ContinuousClock.now
        var asked: [Duration] = []
    }

    private let state = Mutex(State())
    private let delays: [Int]

    /// - Parameter delays: the seconds after each wait. The wait after the last one ends only when it is cancelled.
    init(delays: [Int]) { self.delays = delays }

    var now: ContinuousClock.Instant { state.withLock { $0.now } }
    /// What the waits were asked for.
    var asked: [Duration] { state.withLock { $0.asked } }

    func sleep(_ duration: Duration) async throws {
        let number = state.withLock { state in
            state.asked.append(duration)
            return state.asked.count - 1
        }
        guard number < delays.count else { return try await Task.sleep(for: .seconds(3600)) }
        state.withLock { $0.now += duration + .seconds(delays[number]) }
    }
}
