import Foundation
import Locking

/// Who observes what, in the whole process.
final class KeyValueRegistry: Sendable {
    static let shared = KeyValueRegistry()

    private struct State {
        var observers: [ObjectIdentifier: [KeyValueObserver]] = [:]
        /// Changes between `willChangeValue` and `didChangeValue`; `nil` where nobody observed.
        var pending: [PendingKey: [KeyValueChange?]] = [:]
    }

    /// A change that is under way belongs to the thread that makes it.
    private struct PendingKey: Hashable {
        var object: ObjectIdentifier
        var keyPath: AnyKeyPath
        var thread: pthread_t
    }

    private let state = Mutex(State())

    func add(_ observer: KeyValueObserver) {
        state.withLock { $0.observers[observer.id, default: []].append(observer) }
    }

    func remove(_ observer: KeyValueObserver) {
        state.withLock { state in
            state.observers[observer.id]?.removeAll { $0 === observer }
            if state.observers[observer.id]?.isEmpty == true { state.observers[observer.id] = nil }
        }
    }

    func contains(_ observer: KeyValueObserver) -> Bool {
        state.withLock { $0.observers[observer.id]?.contains { $0 === observer } ?? false }
    }

    /// In the order in which they were added.
    func observers(of object: NSObject) -> [KeyValueObserver] {
        let found = state.withLock { $0.observers[ObjectIdentifier(object)] ?? [] }
        // An object that is gone leaves its address to others.
        return found.filter { $0.object === object }
    }

    func push(_ change: KeyValueChange?, of object: NSObject, _ keyPath: AnyKeyPath) {
        nonisolated(unsafe) let (change, keyPath) = (change, keyPath)  // Popped by this thread, nobody else.
        let key = PendingKey(object: ObjectIdentifier(object), keyPath: keyPath, thread: pthread_self())
        state.withLock { $0.pending[key, default: []].append(change) }
    }

    func pop(_ object: NSObject, _ keyPath: AnyKeyPath) -> KeyValueChange? {
        let key = PendingKey(object: ObjectIdentifier(object), keyPath: keyPath, thread: pthread_self())
        nonisolated(unsafe) var change: KeyValueChange?
        state.withLock { state in
            change = state.pending[key]?.popLast() ?? nil
            if state.pending[key]?.isEmpty == true { state.pending[key] = nil }
        }
        return change
    }
}
