import Glibc

/// The failure of a system call on a file.
struct FileError: Error, CustomStringConvertible {
    /// The value of `errno`.
    let number: Int32
    let path: String

    init(_ path: String, number: Int32 = errno) {
        self.number = number
        self.path = path
    }

    var description: String { "\(path): \(String(cString: strerror(number)))" }

    /// What helps against a missing permission: it may be another user who can give it.
    var permissionAdvice: String {
        let obstacle = obstacle
        var status = stat()
        guard stat(obstacle, &status) == 0, status.st_uid != geteuid() else { return "give yourself permission" }
        return "ask \(Self.name(of: status.st_uid)), who owns \(obstacle), for permission"
    }

    /// The first folder on the way that this user may not enter. If there is none: the file or folder itself if this
    /// user may not use it, otherwise the folder in which it is or should be.
    private var obstacle: String {
        let parts = path.split(separator: "/")
        var folder = path.hasPrefix("/") ? "/" : "."
        for part in parts {
            if access(folder, X_OK) != 0 { return folder }
            let next = folder == "/" ? "/\(part)" : "\(folder)/\(part)"
            var status = stat()
            guard stat(next, &status) == 0 else { return folder }
            if status.st_mode & S_IFMT != S_IFDIR { return access(next, R_OK | W_OK) == 0 ? folder : next }
            folder = next
        }
        return folder
    }

    private static func name(of user: uid_t) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { memory in
            guard getpwuid_r(user, &entry, memory.baseAddress!, memory.count, &found) == 0, found != nil else {
                return "user \(user)"
            }
            return String(cString: entry.pw_name)
        }
    }
}
