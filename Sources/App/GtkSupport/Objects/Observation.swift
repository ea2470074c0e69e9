import Observation

/// Runs a body again whenever something `@Observable` changes that it has read; ends with the object.
@MainActor
package final class Observer {
    private let body: @MainActor () -> Void

    fileprivate init(_ body: @escaping @MainActor () -> Void) {
        self.body = body
        run()
    }

    private func run() {
        withObservationTracking(body) { [weak self] in
            Task { @MainActor in self?.run() }
        }
    }
}

/// Runs `body` at once, and again once a turn of the main loop when something `@Observable` has changed that it read.
///
/// - Returns: what keeps it going.
@MainActor
package func observe(_ body: @escaping @MainActor () -> Void) -> Observer { Observer(body) }
