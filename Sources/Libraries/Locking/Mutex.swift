import Glibc

/// A value that only one thread at a time can reach.
///
/// It has the API of the standard library's `Mutex`. The standard one cannot be used here: on Linux it is built on
/// futexes, which the thread sanitizer does not see (Swift 6.3). So every locked access would be reported as a race.
/// This one uses `pthread_mutex_t`, which the sanitizer knows.
package final class Mutex<Value>: @unchecked Sendable {  // `value` is touched only with `handle` locked
    private let handle: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: sending Value) {
        handle = .allocate(capacity: 1)
        handle.initialize(to: pthread_mutex_t())
        pthread_mutex_init(handle, nil)
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(handle)
        handle.deinitialize(count: 1)
        handle.deallocate()
    }

    /// Runs `body` with the value; other threads wait. Not recursive: calling it again inside `body` never returns.
    @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(handle)
        defer { pthread_mutex_unlock(handle) }
        return try body(&value)
    }

    /// As ``withLock(_:)``; `nil` at once if any thread is in it.
    package func withLockIfAvailable<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        guard pthread_mutex_trylock(handle) == 0 else { return nil }
        defer { pthread_mutex_unlock(handle) }
        return try body(&value)
    }
}
