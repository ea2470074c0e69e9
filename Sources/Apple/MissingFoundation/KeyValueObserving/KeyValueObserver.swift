import Foundation

/// One observation: which object, which property, and whom to tell.
final class KeyValueObserver: @unchecked Sendable {  // Constant after `init`; weak references may be read anywhere.
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

    /// Calls the handler with what its options ask for.
    func tell(_ object: NSObject, _ moment: Moment, old: Any?) {
        let new = options.contains(.new) && moment != .prior ? read(object) : nil
        call(object, moment, new, options.contains(.old) ? old : nil)
    }
}

/// A change under way: made before it, finished after it.
struct KeyValueChange {
    /// Who watches, and what was there before.
    private let observers: [(observer: KeyValueObserver, old: Any?, mustDiffer: Bool)]

    /// Looks up who observes, notes the old values and tells those who want to know beforehand.
    ///
    /// - Returns: `nil` when nobody observes the object.
    init?<Object: NSObject, Value>(of object: Object, _ keyPath: KeyPath<Object, Value>) {
        let all = KeyValueRegistry.shared.observers(of: object)
        if all.isEmpty { return nil }
        observers = all.compactMap { observer in
            let isSame = observer.keyPath == keyPath
            // A key path from a subclass is never equal to one from its superclass, though both may lead to the same
            // property. Whether its value becomes another one tells.
            let mayBeSame =
                type(of: observer.keyPath).rootType != Object.self && type(of: observer.keyPath).valueType == Value.self
            guard isSame || mayBeSame else { return nil }
            let old = mayBeSame || observer.options.contains(.old) ? observer.value(object) : nil
            return (observer, old, !isSame)
        }
        for (observer, old, mustDiffer) in observers where observer.options.contains(.prior) && !mustDiffer {
            observer.tell(object, .prior, old: old)
        }
    }

    /// Tells everybody who still observes.
    func finish(_ object: NSObject) {
        for (observer, old, mustDiffer) in observers where KeyValueRegistry.shared.contains(observer) {
            if mustDiffer, let old, Self.areEqual(old, observer.value(object)) { continue }
            observer.tell(object, .after, old: old)
        }
    }

    private static func areEqual(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? any Equatable { return isEqual(left, to: right) }
        return type(of: left) is AnyClass && type(of: right) is AnyClass && left as AnyObject === right as AnyObject
    }

    private static func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool {
        left == right as? Value
    }
}
