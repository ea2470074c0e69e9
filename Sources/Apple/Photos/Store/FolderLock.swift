import Glibc

/// A lock on an open folder (`flock`), which the kernel takes away when the descriptor is closed or the process dies.
///
/// On a file system that cannot lock folders (NFS says `EBADF`, since a folder cannot be opened for writing) it can do so
/// for nobody: then nobody takes over what another process may be working on.
enum FolderLock {
    enum Kind: Sendable {
        case shared
        case exclusive

        fileprivate var operation: Int32 { self == .shared ? LOCK_SH : LOCK_EX }
    }

    /// Waits until nobody else has a lock that excludes this one.
    ///
    /// - Throws: when this lock cannot be had, but others might: to go on without it could lose a photo.
    static func wait(
        for descriptor: Int32, _ kind: Kind, of path: String, lock: (Int32, Int32) -> Int32 = { flock($0, $1) }
    ) throws(FileError) {
        while lock(descriptor, kind.operation) != 0 {
            if errno == EINTR { continue }
            if isImpossible(errno) { return }
            throw FileError(path)
        }
    }

    /// - Returns: `false` when another process has it, or when there are no locks here.
    static func take(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Whether an error says that the file system has no such locks at all.
    private static func isImpossible(_ number: Int32) -> Bool {
        [EBADF, EINVAL, ENOSYS, EOPNOTSUPP].contains(number)
    }
}
