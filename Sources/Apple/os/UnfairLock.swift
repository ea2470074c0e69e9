@_exported import Glibc

/// A lock in memory that the program provides. Source: Apple, os_unfair_lock.
///
/// Linux: a pthread mutex, so it is larger than Apple's four bytes. Like Apple's, it is unlocked when its memory is
/// zero and needs no destruction. It must not move while it is in use: keep it behind a pointer. Cross-platform
/// packages choose it wherever there is a module `os`; some of them still call `pthread_mutex_destroy` on it, which is
/// harmless.
public typealias os_unfair_lock = pthread_mutex_t

// The functions are compiled into their callers, because such packages do not know about this one and do not link it.

/// Source: Apple, os_unfair_lock_s.
public typealias os_unfair_lock_s = pthread_mutex_t

/// Source: Apple, os_unfair_lock_t.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Waits until the lock is free and takes it. Source: Apple, os_unfair_lock_lock(_:).
@_alwaysEmitIntoClient
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {
    pthread_mutex_lock(lock)
}

/// Takes the lock if it is free; returns whether it did. Source: Apple, os_unfair_lock_trylock(_:).
@_alwaysEmitIntoClient
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
    pthread_mutex_trylock(lock) == 0
}

/// Releases the lock, which the calling thread holds. Source: Apple, os_unfair_lock_unlock(_:).
@_alwaysEmitIntoClient
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {
    pthread_mutex_unlock(lock)
}
