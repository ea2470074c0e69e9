import Foundation
import Locking

/// What the dictionary of a change contains. Source: Apple, NSKeyValueChangeKey.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An ``NSKeyValueChange``, as a number.
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    /// The new value, with ``NSKeyValueObservingOptions/new``; `NSNull` for `nil`, an enumeration's number.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    /// The old value, with ``NSKeyValueObservingOptions/old``.
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    /// Linux: never there; there are no ordered to-many relations.
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
    /// `true` before a change, with ``NSKeyValueObservingOptions/prior``.
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// Who observes properties by their names. Source: Apple, NSKeyValueObserving.
///
/// Linux: every `NSObject` has this method on Apple's systems, and overrides it. Here a class that observes names this
/// protocol, and its method overrides nothing.
public protocol NSKeyValueObserving: NSObject {
    /// Called for each change of an observed property, on the thread that changes it.
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?)
}

extension NSObject {
    /// Calls the observer whenever the property changes. Neither object is kept alive.
    /// Source: Apple, NSObject.addObserver(_:forKeyPath:options:context:).
    ///
    /// - Parameter keyPath: Objective-C's name of a property that Apple documents as observable: `"adjustingFocus"`.
    ///   Linux: a name without dots. Another one is a programmer's mistake.
    public func addObserver(
        _ observer: any NSKeyValueObserving, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        guard let property = (type(of: self) as? any KeyValueNamed.Type)?.observableProperties[keyPath] else {
            raiseException(
                .undefinedKey,
                "[<\(type(of: self))> valueForUndefinedKey:]: this class is not key value coding-compliant for the key "
                    + "\(keyPath).")
        }
        let entry = NamedObservation(self, keyPath, observer, context)
        // It is in the list before the first call, in which the observer may end it.
        NamedObservations.shared.add(entry)
        entry.begin(
            property.observe(self, options) { object, change in
                entry.observer?.observeValue(forKeyPath: keyPath, of: object, change: change, context: entry.context)
            })
    }

    /// Ends the last observation of the property by the observer.
    /// Source: Apple, NSObject.removeObserver(_:forKeyPath:).
    public func removeObserver(_ observer: any NSKeyValueObserving, forKeyPath keyPath: String) {
        remove(observer, keyPath) { _ in true }
    }

    /// Ends the last observation of the property by the observer with this context.
    /// Source: Apple, NSObject.removeObserver(_:forKeyPath:context:).
    public func removeObserver(
        _ observer: any NSKeyValueObserving, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        remove(observer, keyPath) { $0 == context }
    }

    private func remove(
        _ observer: any NSKeyValueObserving, _ name: String, where isWanted: (UnsafeMutableRawPointer?) -> Bool
    ) {
        guard NamedObservations.shared.remove(self, name, by: observer, where: isWanted) else {
            raiseException(
                .range,
                "Cannot remove an observer <\(type(of: observer))> for the key path \"\(name)\" from "
                    + "<\(type(of: self))> because it is not registered as an observer.")
        }
    }
}

/// A class whose properties can be observed by name.
package protocol KeyValueNamed: NSObject {
    /// By Objective-C's names.
    static var observableProperties: [String: NamedProperty] { get }
}

/// A property that can be observed by name.
package struct NamedProperty: Sendable {
    package typealias Handler = @Sendable (NSObject, [NSKeyValueChangeKey: Any]) -> Void

    fileprivate let observe:
        @Sendable (NSObject, NSKeyValueObservingOptions, @escaping Handler) -> NSKeyValueObservation

    package init<Object: NSObject, Value>(_ keyPath: KeyPath<Object, Value>) {
        nonisolated(unsafe) let keyPath = keyPath  // Only read.
        observe = { object, options, handler in
            unsafeDowncast(object, to: Object.self).observe(keyPath, options: options) { object, change in
                var told: [NSKeyValueChangeKey: Any] = [.kindKey: change.kind.rawValue]
                if options.contains(.new), !change.isPrior { told[.newKey] = Self.plain(change.newValue as Any) }
                if options.contains(.old) { told[.oldKey] = change.oldValue.map { Self.plain($0 as Any) } }
                if change.isPrior { told[.notificationIsPriorKey] = true }
                handler(object, told)
            }
        }
    }

    /// As Objective-C has it.
    private static func plain(_ value: Any) -> Any {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.map { plain($0.value) } ?? NSNull() }
        return (value as? any RawRepresentable).map { $0.rawValue } ?? value
    }
}

/// One observation by name. The context is only passed on.
private final class NamedObservation: @unchecked Sendable {  // Constants, a Mutex, and weak references.
    let name: String
    let context: UnsafeMutableRawPointer?
    weak let object: NSObject?
    weak let observer: (any NSKeyValueObserving)?
    /// An object that is being freed can end an observation, and then has no weak references anymore.
    let ids: (object: ObjectIdentifier, observer: ObjectIdentifier)
    private let state = Mutex(State.new)

    private enum State {
        case new
        case begun(NSKeyValueObservation)
        case ended
    }

    init(
        _ object: NSObject, _ name: String, _ observer: any NSKeyValueObserving, _ context: UnsafeMutableRawPointer?
    ) {
        (self.object, self.name, self.observer, self.context) = (object, name, observer, context)
        ids = (ObjectIdentifier(object), ObjectIdentifier(observer))
    }

    func begin(_ observation: NSKeyValueObservation) {
        let isEnded = state.withLock { state in
            if case .ended = state { return true }
            state = .begun(observation)
            return false
        }
        if isEnded { observation.invalidate() }
    }

    func end() {
        let old = state.withLock { state in
            defer { state = .ended }
            return state
        }
        if case .begun(let observation) = old { observation.invalidate() }
    }
}

/// The observations by name of the process.
private final class NamedObservations: Sendable {
    static let shared = NamedObservations()

    private let all = Mutex<[NamedObservation]>([])

    func add(_ observation: NamedObservation) {
        // What is read here may be freed here, and then end other observations: not while the list is locked.
        let dead = all.withLock { $0 }.filter { $0.object == nil || $0.observer == nil }
        all.withLock { all in
            all.removeAll { entry in dead.contains { $0 === entry } }
            all.append(observation)
        }
        for entry in dead { entry.end() }
    }

    /// - Returns: whether there was one.
    func remove(
        _ object: NSObject, _ name: String, by observer: any NSKeyValueObserving,
        where isWanted: (UnsafeMutableRawPointer?) -> Bool
    ) -> Bool {
        let ids = (ObjectIdentifier(object), ObjectIdentifier(observer))
        let removed = all.withLock { all in
            all.lastIndex { $0.ids == ids && $0.name == name && isWanted($0.context) }.map { all.remove(at: $0) }
        }
        removed?.end()
        return removed != nil
    }
}
