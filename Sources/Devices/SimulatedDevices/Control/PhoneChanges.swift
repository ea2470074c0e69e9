import Locking

/// Observers of the phone's devices, light and permissions; they are called when one of these may have changed.
///
/// Handlers are called on the thread that made the change, with no lock held.
final class PhoneChanges: Sendable {
    /// The observation ends when this object is released.
    final class Observation: Sendable {
        private let changes: PhoneChanges
        private let number: UInt64

        fileprivate init(_ changes: PhoneChanges, _ number: UInt64) {
            self.changes = changes
            self.number = number
        }

        deinit { changes.state.withLock { $0.handlers[number] = nil } }
    }

    private struct State {
        var handlers: [UInt64: @Sendable () -> Void] = [:]
        var lastNumber: UInt64 = 0
    }
    private let state = Mutex(State())

    func observe(_ handler: @escaping @Sendable () -> Void) -> Observation {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.handlers[state.lastNumber] = handler
            return state.lastNumber
        }
        return Observation(self, number)
    }

    func tell() {
        for handler in state.withLock({ Array($0.handlers.values) }) { handler() }
    }
}
