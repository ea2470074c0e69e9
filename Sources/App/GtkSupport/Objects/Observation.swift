import Observation

/// Runs a closure again whenever anything `@Observable` that it read has changed; ends when it is released.
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

/// Runs `body` at once, and again, once per turn of the main loop, when anything `@Observable` that it read has
/// changed.
///
/// - Returns: the observer, which must be kept.
@MainActor
package func observe(_ body: @escaping @MainActor () -> Void) -> Observer { Observer(body) }
