import Foundation
import Locking

/// All observations of the process.
final class KeyValueRegistry: Sendable {
    static let shared = KeyValueRegistry()

    private struct State {
        var observers: [ObjectIdentifier: [KeyValueObserver]] = [:]
        /// How many changes of an object are under way.
        var changeCounts: [ObjectIdentifier: Int] = [:]
        /// Changes between `willChangeValue` and `didChangeValue`.
        var pending: [PendingKey: [KeyValueChange]] = [:]
    }

    /// A change under way belongs to the thread that makes it.
    private struct PendingKey: Hashable {
        var object: ObjectIdentifier
        var keyPath: AnyKeyPath
        var thread: pthread_t
    }

    private let state = Mutex(State())

    /// - Returns: whether a change of the object is under way.
    func add(_ observer: KeyValueObserver) -> Bool {
        state.withLock { state in
            state.observers[observer.id, default: []].append(observer)
            return state.changeCounts[observer.id] != nil
        }
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

    /// - Returns: the object's observers, in the order in which they were added.
    func beginChange(of object: NSObject) -> [KeyValueObserver] { count(1, of: object).observers }

    /// - Returns: the object's observers now, and whether no other change of it is under way. Observations that begin
    ///   later start with the new value.
    func endChange(of object: NSObject) -> (observers: [KeyValueObserver], isLast: Bool) { count(-1, of: object) }

    private func count(_ step: Int, of object: NSObject) -> (observers: [KeyValueObserver], isLast: Bool) {
        let id = ObjectIdentifier(object)
        let (found, count) = state.withLock { state in
            let count = state.changeCounts[id, default: 0] + step
            state.changeCounts[id] = count > 0 ? count : nil
            return (state.observers[id] ?? [], count)
        }
        // The address of a deallocated object can be reused by another.
        return (found.filter { $0.object === object }, count <= 0)
    }

    func push(_ change: KeyValueChange, of object: NSObject, _ keyPath: AnyKeyPath) {
        nonisolated(unsafe) let (change, keyPath) = (change, keyPath)  // Popped by this thread, nobody else.
        let key = PendingKey(object: ObjectIdentifier(object), keyPath: keyPath, thread: pthread_self())
        state.withLock { $0.pending[key, default: []].append(change) }
    }

    func pop(_ object: NSObject, _ keyPath: AnyKeyPath) -> KeyValueChange? {
        let key = PendingKey(object: ObjectIdentifier(object), keyPath: keyPath, thread: pthread_self())
        nonisolated(unsafe) var change: KeyValueChange?
        state.withLock { state in
            change = state.pending[key]?.popLast()
            if state.pending[key]?.isEmpty == true { state.pending[key] = nil }
        }
        return change
    }
}
