import Locking
import MissingFoundation

/// A value that an intent needs. Source: Apple, IntentParameter.
///
/// Linux: nobody is asked for it. It has its default value, or the one that the app gave it.
@propertyWrapper
public final class IntentParameter<Value: Sendable>: Sendable {
    /// The name for people.
    public let title: LocalizedStringResource
    private let value: Mutex<Value?>

    public init(title: LocalizedStringResource) {
        self.title = title
        value = Mutex(nil)
    }

    public init(title: LocalizedStringResource, default defaultValue: Value) {
        self.title = title
        value = Mutex(defaultValue)
    }

    public var wrappedValue: Value {
        get {
            if let value = value.withLock({ $0 }) { return value }
            // Of an optional, no value is a value.
            if let none = Self.none { return none }
            preconditionFailure("a parameter without a value: IntentParameter.wrappedValue, \(title.key)")
        }
        set { value.withLock { $0 = newValue } }
    }

    public var projectedValue: IntentParameter<Value> { self }

    private static var none: Value? { (Value.self as? any Absent.Type)?.absent as? Value }
}

private protocol Absent {
    static var absent: Any { get }
}

extension Optional: Absent {
    fileprivate static var absent: Any { Wrapped?.none as Any }
}

extension AppIntent {
    /// Source: Apple, IntentParameter.
    public typealias Parameter<Value: Sendable> = IntentParameter<Value>
}
