import Foundation
import Locking

/// Waits until something holds that nobody tells.
func eventually(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        usleep(500)
    }
    return true
}

/// Waits until an observable property has a value that is wanted.
func eventually<Object: NSObject, Value>(
    _ object: Object, _ property: KeyPath<Object, Value>, _ isWanted: @escaping @Sendable (Value) -> Bool
) -> Bool {
    let isReached = Monitor(false)
    nonisolated(unsafe) let property = property  // a key path without captures
    let observation = object.observe(property, options: [.initial]) { object, _ in
        if isWanted(object[keyPath: property]) { isReached.withLock { $0 = true } }
    }
    defer { observation.invalidate() }
    return isReached.wait(timeout: .seconds(30)) { $0 ? true : nil } == true
}
