import Foundation

/// A value that only one thread at a time can access.
///
/// It has the API of the standard library's `Mutex`. On Linux, that one uses futexes that the thread sanitizer does not
/// see (Swift 6.3), so every locked access is reported as a race. The sanitizer does know Foundation's lock.
final class Mutex<Value>: @unchecked Sendable {  // `value` is touched only with `lock` locked
    private let lock = NSLock()
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with the value while other threads wait. Not recursive: a call inside `body` never returns.
    func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
