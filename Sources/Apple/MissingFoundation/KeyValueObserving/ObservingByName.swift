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
        let target = Observer(observer, context)
        let observation = property.observe(self, options) { object, change in
            target.observer?.observeValue(forKeyPath: keyPath, of: object, change: change, context: target.context)
        }
        NamedObservations.shared.add(
            NamedObservation(object: self, name: keyPath, target: target, observation: observation))
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

/// Whom to tell. The context is only passed on.
private final class Observer: @unchecked Sendable {  // Weak references may be read anywhere; the rest is constant.
    weak let observer: (any NSKeyValueObserving)?
    let context: UnsafeMutableRawPointer?

    init(_ observer: any NSKeyValueObserving, _ context: UnsafeMutableRawPointer?) {
        (self.observer, self.context) = (observer, context)
    }
}

private struct NamedObservation: @unchecked Sendable {  // As ``Observer``.
    weak let object: NSObject?
    let name: String
    let target: Observer
    let observation: NSKeyValueObservation
}

/// The observations by name of the process.
private final class NamedObservations: Sendable {
    static let shared = NamedObservations()

    private let all = Mutex<[NamedObservation]>([])

    func add(_ observation: NamedObservation) {
        all.withLock { all in
            all.removeAll { $0.object == nil || $0.target.observer == nil }
            all.append(observation)
        }
    }

    /// - Returns: whether there was one.
    func remove(
        _ object: NSObject, _ name: String, by observer: any NSKeyValueObserving,
        where isWanted: (UnsafeMutableRawPointer?) -> Bool
    ) -> Bool {
        let removed = all.withLock { all in
            all.lastIndex {
                $0.object === object && $0.name == name && $0.target.observer === observer
                    && isWanted($0.target.context)
            }.map { all.remove(at: $0) }
        }
        removed?.observation.invalidate()
        return removed != nil
    }
}
