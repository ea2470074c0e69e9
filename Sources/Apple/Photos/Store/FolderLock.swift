import Glibc

/// A lock on an open folder (`flock`), which the kernel releases when the descriptor is closed or the process dies.
///
/// Some file systems cannot lock folders (NFS says `EBADF`, since a folder cannot be opened for writing). They cannot
/// do it for anyone, so no process takes over what another may be working on.
enum FolderLock {
    enum Kind: Sendable {
        case shared
        case exclusive

        fileprivate var operation: Int32 { self == .shared ? LOCK_SH : LOCK_EX }
    }

    /// How long another process may need for its turn, which ends by itself unless the process was stopped.
    private static let timeoutMilliseconds = 30_000

    /// Waits until nobody else has a conflicting lock.
    ///
    /// - Throws: `EBUSY` after half a minute; and if this process cannot lock, but others might: continuing without the
    ///   lock could lose a photo.
    static func wait(
        for descriptor: Int32, _ kind: Kind, of path: String, lock: (Int32, Int32) -> Int32 = { flock($0, $1) },
        pause: (_ milliseconds: Int) -> Void = { usleep(useconds_t($0 * 1000)) }
    ) throws(FileError) {
        var (waited, milliseconds) = (0, 1)
        while lock(descriptor, kind.operation | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            if isImpossible(errno) { return }
            guard errno == EWOULDBLOCK else { throw FileError(path) }
            guard waited < timeoutMilliseconds else { throw FileError(path, number: EBUSY) }
            pause(milliseconds)
            waited += milliseconds
            milliseconds = min(2 * milliseconds, 20)
        }
    }

    /// - Returns: `false` if another process has it, or there are no locks here.
    static func take(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Ends the lock and closes the descriptor: closing is not enough while a child of this process, between fork and exec,
    /// has the descriptor too.
    static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether an error means that the file system has no such locks at all.
    private static func isImpossible(_ number: Int32) -> Bool {
        [EBADF, EINVAL, ENOSYS, EOPNOTSUPP].contains(number)
    }
}
