/// What a function of Core Foundation returns whose ownership its name tells: the value itself.
///
/// Linux: stands for Swift's `Unmanaged`, which holds objects only; here the types of Core Foundation are values.
/// Source: Apple, Unmanaged.
public struct _CFReference<Value> {
    private let value: Value

    package init(_ value: Value) { self.value = value }

    /// The value. Linux: the same for both names, and as often as wanted.
    public func takeRetainedValue() -> Value { value }

    public func takeUnretainedValue() -> Value { value }
}
