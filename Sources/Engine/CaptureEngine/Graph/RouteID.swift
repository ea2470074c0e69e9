import Locking

/// The identity of a route. Unique within a process, which an object's address is not.
package struct RouteID: Hashable, Sendable {
    private static let last = Mutex<UInt64>(0)

    private let number: UInt64

    /// A new, unused identity.
    package init() {
        number = Self.last.withLock { last in
            last += 1
            return last
        }
    }
}
