import Glibc

/// A lock that holds the state that it protects. Source: Apple, OSAllocatedUnfairLock.
///
/// Linux: a pthread mutex. As on Apple's systems, locking it twice on one thread is a programming error.
public struct OSAllocatedUnfairLock<State>: Sendable {
    private let storage: Storage

    private final class Storage: @unchecked Sendable {  // `state` is reached only with `handle` locked
        let handle: os_unfair_lock_t
        var state: State

        init(_ state: State) {
            self.state = state
            handle = .allocate(capacity: 1)
            handle.initialize(to: os_unfair_lock())
            pthread_mutex_init(handle, nil)
        }

        deinit {
            pthread_mutex_destroy(handle)
            handle.deinitialize(count: 1)
            handle.deallocate()
        }
    }

    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    public init(initialState: State) where State: Sendable {
        storage = Storage(initialState)
    }

    /// Runs `body` with the lock held.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }

    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        os_unfair_lock_lock(storage.handle)
        defer { os_unfair_lock_unlock(storage.handle) }
        return try body(&storage.state)
    }

    /// Runs `body` unless the lock is taken; returns `nil` then.
    public func withLockIfAvailable<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result? {
        try withLockIfAvailableUnchecked(body)
    }

    public func withLockIfAvailableUnchecked<Result>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result? {
        guard os_unfair_lock_trylock(storage.handle) else { return nil }
        defer { os_unfair_lock_unlock(storage.handle) }
        return try body(&storage.state)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without state.
    public init() {
        self.init(uncheckedState: ())
    }

    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try withLockUnchecked { _ in try body() }
    }

    /// Waits until the lock is free and takes it; the same thread must release it.
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func lock() { os_unfair_lock_lock(storage.handle) }

    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func unlock() { os_unfair_lock_unlock(storage.handle) }

    /// Takes the lock if it is free; returns whether it did.
    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func lockIfAvailable() -> Bool { os_unfair_lock_trylock(storage.handle) }
}
