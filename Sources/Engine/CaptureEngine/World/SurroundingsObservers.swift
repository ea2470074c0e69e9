import Locking

/// The observers of a body or a machine.
package final class SurroundingsObservers: Sendable {
    private struct State {
        var handlers: [UInt64: @Sendable (SurroundingsEvent) -> Void] = [:]
        var lastNumber: UInt64 = 0
    }
    private let state = Mutex(State())

    package init() {}

    /// Calls `handler` for every event until the observation is gone.
    package func add(_ handler: @escaping @Sendable (SurroundingsEvent) -> Void) -> SurroundingsObservation {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.handlers[state.lastNumber] = handler
            return state.lastNumber
        }
        return SurroundingsObservation { [self] in state.withLock { $0.handlers[number] = nil } }
    }

    /// Calls the handlers on this thread, with no lock held.
    package func tell(_ event: SurroundingsEvent) {
        for handler in state.withLock({ Array($0.handlers.values) }) { handler(event) }
    }
}
