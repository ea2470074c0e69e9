import Foundation
import Locking
import Testing

/// Waits until a condition becomes true that nothing reports. The deadline only ends a test that hangs.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while try !condition() {
        guard ContinuousClock.now < deadline else { return false }
        usleep(500)
    }
    return true
}

/// The result of an attempt that sometimes fails, depending on when it is made.
func outcome<Value>(
    withinTries count: Int = 100, sourceLocation: SourceLocation = #_sourceLocation, of attempt: () throws -> Value?
) throws -> Value {
    var outcome: Value?
    for _ in 0..<count where outcome == nil { outcome = try attempt() }
    return try #require(outcome, "it failed \(count) times", sourceLocation: sourceLocation)
}

/// Waits until an observable property has an accepted value.
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
