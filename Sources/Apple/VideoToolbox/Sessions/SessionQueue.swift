import Dispatch

/// The queue of a session. Callbacks run on it, and may use the session.
final class SessionQueue: Sendable {
    private static let owner = DispatchSpecificKey<ObjectIdentifier>()

    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label)
        queue.setSpecific(key: Self.owner, value: ObjectIdentifier(self))
    }

    /// Whether this is called in a callback of the session.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(self) }

    func async(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Waits for the work; in a callback, does it at once.
    func sync<Result>(_ work: () -> Result) -> Result { isCurrent ? work() : queue.sync(execute: work) }

    /// Does the last work of a session. Nothing calls back after this has returned, unless it is called in a callback.
    func end(_ work: @escaping @Sendable () -> Void) {
        if isCurrent { queue.async(execute: work) } else { queue.sync(execute: work) }
    }
}
