/// A result that tasks can wait for. Only the first result set counts.
final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case open(waiting: [CheckedContinuation<Value, any Error>])
        case ended(Result<Value, any Error>)
    }

    private let state = Mutex(State.open(waiting: []))

    /// Delivers the result to waiting tasks and to later callers of ``value()``.
    func set(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state in
            guard case .open(let waiting) = state else { return [CheckedContinuation<Value, any Error>]() }
            state = .ended(result)
            return waiting
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    /// Waits for the result.
    func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Value, any Error>? in
                switch state {
                case .open(let waiting):
                    state = .open(waiting: waiting + [continuation])
                    return nil
                case .ended(let result): return result
                }
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
