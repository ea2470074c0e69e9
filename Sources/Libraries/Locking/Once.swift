/// A value that is made when it is first needed; a thread that needs it meanwhile waits.
///
/// Making it must not need the value itself.
package final class Once<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case awaited(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Mutex<State>

    package init(_ make: @escaping @Sendable () -> Value) {
        state = Mutex(.awaited(make))
    }

    package init(made value: Value) {
        state = Mutex(.made(value))
    }

    package var value: Value {
        state.withLock { state in
            switch state {
            case .made(let value): return value
            case .awaited(let make):
                let value = make()
                state = .made(value)
                return value
            }
        }
    }
}
