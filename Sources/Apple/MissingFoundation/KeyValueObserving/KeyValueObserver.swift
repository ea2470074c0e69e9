import Foundation
import Locking

/// One observation: an object, a property and a handler.
final class KeyValueObserver: @unchecked Sendable {  // Constant but for a Mutex; weak references may be read anywhere.
    /// The moments at which a handler is called.
    enum Moment {
        case initial, prior, after
    }

    let id: ObjectIdentifier
    let keyPath: AnyKeyPath
    let options: NSKeyValueObservingOptions
    private(set) weak var object: NSObject?
    private let read: (NSObject) -> Any
    private let call: (NSObject, Moment, _ new: Any?, _ old: Any?) -> Void
    /// What the observer knows of the value, if the observation began while a change was under way.
    private let glance = Mutex(Glance.none)

    private enum Glance: @unchecked Sendable {  // A value that is compared, by one thread at a time.
        case none
        case seen(Any)
        case told
    }

    init<Object: NSObject, Value>(
        _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: NSKeyValueObservingOptions,
        _ handler: @escaping (Object, NSKeyValueObservedChange<Value>) -> Void
    ) {
        id = ObjectIdentifier(object)
        self.keyPath = keyPath
        self.options = options
        self.object = object
        read = { unsafeDowncast($0, to: Object.self)[keyPath: keyPath] }
        call = { object, moment, new, old in
            let change = NSKeyValueObservedChange<Value>(
                kind: .setting, newValue: new as? Value, oldValue: old as? Value, indexes: nil,
                isPrior: moment == .prior)
            handler(unsafeDowncast(object, to: Object.self), change)
        }
    }

    /// The observed value now.
    func value(_ object: NSObject) -> Any { read(object) }

    /// Makes the initial call, if it was requested.
    ///
    /// - Parameter isChanging: whether a change of the object is under way, which may be this property's.
    func begin(_ object: NSObject, isChanging: Bool) {
        let value = isChanging || options.contains([.initial, .new]) ? read(object) : nil
        if isChanging, let value {
            glance.withLock { if case .none = $0 { $0 = .seen(value) } }
        }
        if options.contains(.initial) { call(object, .initial, options.contains(.new) ? value : nil, nil) }
    }

    /// Calls the handler with what its options ask for.
    func tell(_ object: NSObject, _ moment: Moment, old: Any?) {
        if moment == .after { glance.withLock { $0 = .told } }
        let new = options.contains(.new) && moment != .prior ? read(object) : nil
        call(object, moment, new, options.contains(.old) ? old : nil)
    }

    /// Forgets the value, once no change is under way.
    func forget() {
        glance.withLock { if case .seen = $0 { $0 = .none } }
    }

    /// Reports a change that was under way when the observation began, unless the observer has already seen the new
    /// value.
    func catchUp(_ object: NSObject) {
        switch glance.withLock({ glance in
            defer { glance = .told }
            return glance
        }) {
        case .told: break
        case .none: tell(object, .after, old: nil)
        case .seen(let first): if !KeyValueChange.areEqual(first, read(object)) { tell(object, .after, old: first) }
        }
    }
}

/// A change under way: created before the value changes, finished after it.
struct KeyValueChange {
    /// The observers, and the old value for each.
    private let observers: [(observer: KeyValueObserver, old: Any?, mustDiffer: Bool)]
    private let keyPath: AnyKeyPath

    /// Looks up the observers, reads the old values, and calls handlers that want to know before the change.
    ///
    /// - Parameter onlyIfDifferent: whether handlers are called only if the value has really changed.
    init<Object: NSObject, Value>(
        of object: Object, _ keyPath: KeyPath<Object, Value>, onlyIfDifferent: Bool = false
    ) {
        self.keyPath = keyPath
        observers = KeyValueRegistry.shared.beginChange(of: object).compactMap { observer in
            let isSame = observer.keyPath == keyPath
            guard isSame || Self.maySee(keyPath, observer) else { return nil }
            let mustDiffer = !isSame || onlyIfDifferent
            let old = mustDiffer || observer.options.contains(.old) ? observer.value(object) : nil
            return (observer, old, mustDiffer)
        }
        for (observer, old, _) in observers where observer.options.contains(.prior) && observer.keyPath == keyPath {
            observer.tell(object, .prior, old: old)
        }
    }

    /// Calls the handlers of all current observers, including those that began during the change and have not seen the
    /// new value.
    func finish(_ object: NSObject) {
        let (present, isLast) = KeyValueRegistry.shared.endChange(of: object)
        let newcomers = present.filter(isNew)
        for (observer, old, mustDiffer) in observers where KeyValueRegistry.shared.contains(observer) {
            if mustDiffer, let old, Self.areEqual(old, observer.value(object)) { continue }
            observer.tell(object, .after, old: old)
        }
        for observer in newcomers where KeyValueRegistry.shared.contains(observer) { observer.catchUp(object) }
        if isLast { for observer in present { observer.forget() } }
    }

    private func isNew(_ observer: KeyValueObserver) -> Bool {
        guard observer.keyPath == keyPath || Self.maySee(keyPath, observer) else { return false }
        return !observers.contains { $0.observer === observer }
    }

    /// A key path from a subclass is never equal to one from its superclass, though both may lead to the same property.
    /// So an observer may see the change if its value really changes.
    private static func maySee(_ keyPath: AnyKeyPath, _ observer: KeyValueObserver) -> Bool {
        let (one, other) = (type(of: observer.keyPath), type(of: keyPath))
        return one.rootType != other.rootType && one.valueType == other.valueType
    }

    static func areEqual(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? any Equatable { return isEqual(left, to: right) }
        return type(of: left) is AnyClass && type(of: right) is AnyClass && left as AnyObject === right as AnyObject
    }

    private static func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool {
        left == right as? Value
    }
}
