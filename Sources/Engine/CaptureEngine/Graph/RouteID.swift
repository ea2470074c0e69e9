import Locking

/// The identity of a route. No two are the same in one process, which an object's address cannot promise.
package struct RouteID: Hashable, Sendable {
    private static let last = Mutex<UInt64>(0)

    private let number: UInt64

    /// One that was never used before.
    package init() {
        number = Self.last.withLock { last in
            last += 1
            return last
        }
    }
}
