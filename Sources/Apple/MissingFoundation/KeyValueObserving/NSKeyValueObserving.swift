import Foundation

/// What an observer wants to be told. Source: Apple, NSKeyValueObservingOptions.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The change carries the new value. Source: Apple, NSKeyValueObservingOptions.new.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The change carries the old value. Source: Apple, NSKeyValueObservingOptions.old.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// The handler is called once before `observe` returns. Source: Apple, NSKeyValueObservingOptions.initial.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// The handler is called before a change as well as after it. Source: Apple, NSKeyValueObservingOptions.prior.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change. Source: Apple, NSKeyValueChange. Linux: always ``setting``.
public enum NSKeyValueChange: UInt, Sendable {
    /// The property has another value. Source: Apple, NSKeyValueChange.setting.
    case setting = 1
    /// Objects came to a to-many relation. Linux: does not occur. Source: Apple, NSKeyValueChange.insertion.
    case insertion = 2
    /// Objects left a to-many relation. Linux: does not occur. Source: Apple, NSKeyValueChange.removal.
    case removal = 3
    /// Objects of a to-many relation gave way to others. Linux: does not occur. Source: Apple, NSKeyValueChange.replacement.
    case replacement = 4
}

/// One change as an observer sees it. Source: Apple, NSKeyValueObservedChange.
public struct NSKeyValueObservedChange<Value> {
    /// Source: Apple, NSKeyValueObservedChange.Kind.
    public typealias Kind = NSKeyValueChange

    /// Source: Apple, NSKeyValueObservedChange.kind.
    public let kind: Kind
    /// With ``NSKeyValueObservingOptions/new``, and not before a change.
    ///
    /// Source: Apple, NSKeyValueObservedChange.newValue.
    public let newValue: Value?
    /// With ``NSKeyValueObservingOptions/old``, and not in the initial call.
    ///
    /// Source: Apple, NSKeyValueObservedChange.oldValue.
    public let oldValue: Value?
    /// Linux: always `nil`; there are no ordered to-many relations. Source: Apple, NSKeyValueObservedChange.indexes.
    public let indexes: IndexSet?
    /// Whether the value is about to change. Source: Apple, NSKeyValueObservedChange.isPrior.
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
    ///
    /// Source: Apple, NSKeyValueObservation.invalidate().
    public func invalidate() {
        KeyValueRegistry.shared.remove(observer)
    }
}

/// What every `NSObject` can do. Source: Apple, _KeyValueCodingAndObserving.
public protocol _KeyValueCodingAndObserving {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: NSObject {
    /// Calls `changeHandler` whenever the property changes, on the thread that changes it.
    /// Source: Apple, NSObject.observe(_:options:changeHandler:).
    ///
    /// The properties that Apple documents as observable can be observed, and others whose setters call
    /// ``willChangeValue(for:)`` and ``didChangeValue(for:)``. The object is not kept alive.
    ///
    /// Linux: there is no Objective-C runtime that would watch setters, and no observing by a key path in text.
    @preconcurrency
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observer = KeyValueObserver(self, keyPath, options, changeHandler)
        observer.begin(self, isChanging: KeyValueRegistry.shared.add(observer))
        return NSKeyValueObservation(observer)
    }

    /// Says that the property is about to change; a ``didChangeValue(for:)`` must follow on the same thread.
    /// Source: Apple, NSObject.willChangeValue(for:).
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        KeyValueRegistry.shared.push(KeyValueChange(of: self, keyPath), of: self, keyPath)
    }

    /// Says that the property has changed. Source: Apple, NSObject.didChangeValue(for:).
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        KeyValueRegistry.shared.pop(self, keyPath)?.finish(self)
    }

    /// Runs `body`, which changes the property, and tells the observers. No lock may be held: handlers call back.
    package func changing<Value, Result, Failure: Error>(
        _ keyPath: KeyPath<Self, Value>, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let change = KeyValueChange(of: self, keyPath)
        defer { change.finish(self) }
        return try body()
    }

    /// As ``willChangeValue(for:)``, for a property that may keep its value: then ``didChangeValue(for:)`` tells nobody.
    package func mayChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        let change = KeyValueChange(of: self, keyPath, onlyIfDifferent: true)
        KeyValueRegistry.shared.push(change, of: self, keyPath)
    }

    /// Runs `body`, which may change the property, and tells the observers if its value is another one. No lock may be
    /// held: handlers call back.
    package func mayChange<Value, Result, Failure: Error>(
        _ keyPath: KeyPath<Self, Value>, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let change = KeyValueChange(of: self, keyPath, onlyIfDifferent: true)
        defer { change.finish(self) }
        return try body()
    }
}
