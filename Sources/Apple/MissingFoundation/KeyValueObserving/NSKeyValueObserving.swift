import Foundation

/// What an observer wants to know. Source: Apple, NSKeyValueObservingOptions.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The change carries the new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The change carries the old value.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// The handler is called once before `observe` returns.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// The handler is called before a change as well as after it.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change. Source: Apple, NSKeyValueChange. Linux: always ``setting``.
public enum NSKeyValueChange: UInt, Sendable {
    /// The property was set.
    case setting = 1
    /// Objects were added to a to-many relation. Linux: does not occur.
    case insertion = 2
    /// Objects were removed from a to-many relation. Linux: does not occur.
    case removal = 3
    /// Objects of a to-many relation were replaced. Linux: does not occur.
    case replacement = 4
}

/// One change as an observer sees it. Source: Apple, NSKeyValueObservedChange.
public struct NSKeyValueObservedChange<Value> {
    /// Source: Apple, NSKeyValueObservedChange.Kind.
    public typealias Kind = NSKeyValueChange

    public let kind: Kind
    /// With ``NSKeyValueObservingOptions/new``, and not before a change.
    public let newValue: Value?
    /// With ``NSKeyValueObservingOptions/old``, and not in the initial call.
    public let oldValue: Value?
    /// Linux: always `nil`; there are no ordered to-many relations.
    public let indexes: IndexSet?
    /// Whether the value is about to change.
    public let isPrior: Bool
}

/// What `observe` returns: the observation lasts as long as this object. Source: Apple, NSKeyValueObservation.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {  // `observer` is constant and Sendable.
    private let observer: KeyValueObserver

    init(_ observer: KeyValueObserver) {
        self.observer = observer
    }

    deinit { invalidate() }

    /// Ends the observation; a handler that is under way on another thread may still finish.
    public func invalidate() {
        KeyValueRegistry.shared.remove(observer)
    }
}

/// A class that begins to watch a property when somebody wants to know of its changes.
package protocol ObservedOnDemand: NSObject {
    /// Called before each observation; the value is read after it.
    func prepareObservation(of keyPath: AnyKeyPath)
}

/// What every `NSObject` supports. Source: Apple, _KeyValueCodingAndObserving.
public protocol _KeyValueCodingAndObserving {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: NSObject {
    /// Calls `changeHandler` whenever the property changes, on the thread that changes it.
    /// Source: Apple, NSObject.observe(_:options:changeHandler:).
    ///
    /// The properties that Apple documents as observable can be observed, and others whose setters call
    /// ``willChangeValue(for:)`` and ``didChangeValue(for:)``. The object is not kept alive.
    ///
    /// Linux: there is no Objective-C runtime that would intercept setters, and no observing by a key path string.
    @preconcurrency
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        (self as? any ObservedOnDemand)?.prepareObservation(of: keyPath)
        let observer = KeyValueObserver(self, keyPath, options, changeHandler)
        observer.begin(self, isChanging: KeyValueRegistry.shared.add(observer))
        return NSKeyValueObservation(observer)
    }

    /// Announces that the property is about to change; a ``didChangeValue(for:)`` must follow on the same thread.
    /// Source: Apple, NSObject.willChangeValue(for:).
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        KeyValueRegistry.shared.push(KeyValueChange(of: self, keyPath), of: self, keyPath)
    }

    /// Announces that the property has changed. Source: Apple, NSObject.didChangeValue(for:).
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        KeyValueRegistry.shared.pop(self, keyPath)?.finish(self)
    }

    /// Runs `body`, which changes the property, and notifies observers. No lock may be held, as handlers are called.
    package func changing<Value, Result, Failure: Error>(
        _ keyPath: KeyPath<Self, Value>, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let change = KeyValueChange(of: self, keyPath)
        defer { change.finish(self) }
        return try body()
    }

    /// The same as ``willChangeValue(for:)``, for a property that may keep its value: then ``didChangeValue(for:)``
    /// notifies nobody.
    package func mayChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        let change = KeyValueChange(of: self, keyPath, onlyIfDifferent: true)
        KeyValueRegistry.shared.push(change, of: self, keyPath)
    }

    /// Runs `body`, which may change the property, and notifies observers if the value is different afterwards. No lock
    /// may be held, as handlers are called.
    package func mayChange<Value, Result, Failure: Error>(
        _ keyPath: KeyPath<Self, Value>, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let change = KeyValueChange(of: self, keyPath, onlyIfDifferent: true)
        defer { change.finish(self) }
        return try body()
    }
}
