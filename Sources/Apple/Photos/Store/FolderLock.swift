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

    /// Waits until nobody else has a conflicting lock.
    ///
    /// - Throws: if this process cannot lock, but others might: continuing without the lock could lose a photo.
    static func wait(
        for descriptor: Int32, _ kind: Kind, of path: String, lock: (Int32, Int32) -> Int32 = { flock($0, $1) }
    ) throws(FileError) {
        while lock(descriptor, kind.operation) != 0 {
            if errno == EINTR { continue }
            if isImpossible(errno) { return }
            throw FileError(path)
        }
    }

    /// - Returns: `false` if another process has it, or there are no locks here.
    static func take(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Whether an error means that the file system has no such locks at all.
    private static func isImpossible(_ number: Int32) -> Bool {
        [EBADF, EINVAL, ENOSYS, EOPNOTSUPP].contains(number)
    }
}
