import Foundation

/// A value of each thread that asks for it, made the first time that the thread does. The thread keeps it.
final class ThreadLocal<Value: AnyObject>: Sendable {
    private let key: String
    private let make: @Sendable () -> Value

    /// - Parameter key: in the thread's dictionary, of this value alone.
    init(_ key: String, _ make: @escaping @Sendable () -> Value) { (self.key, self.make) = (key, make) }

    /// This thread's.
    var current: Value {
        let values = Thread.current.threadDictionary
        if let value = values[key] as? Value { return value }
        let value = make()
        values[key] = value
        return value
    }
}
