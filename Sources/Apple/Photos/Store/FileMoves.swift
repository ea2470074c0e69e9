import Glibc

/// Renames that can be undone.
final class FileMoves {
    private var done: [(from: String, to: String)] = []

    /// Renames a file unless the new name is taken.
    ///
    /// - Returns: `false` if it is taken.
    func publish(_ source: String, as path: String) throws(FileError) -> Bool {
        guard try DurableFile.publish(source, as: path) else { return false }
        done.append((source, path))
        return true
    }

    /// Renames a file if it is on the same file system.
    ///
    /// - Returns: `false` if it has to be copied.
    func move(_ source: String, to path: String) throws(FileError) -> Bool {
        guard try DurableFile.move(source, to: path) else { return false }
        done.append((source, path))
        return true
    }

    /// Renames a file of any kind.
    ///
    /// - Returns: `false` if there is none.
    func setAside(_ source: String, to path: String) throws(FileError) -> Bool {
        guard rename(source, path) == 0 else {
            if errno == ENOENT { return false }
            throw FileError(source)
        }
        done.append((source, path))
        return true
    }

    /// Does not undo the renames into this folder.
    func keep(in folder: String) {
        done.removeAll { $0.to.hasPrefix(folder + "/") }
    }

    /// How many renames have been done.
    var count: Int { done.count }

    /// Undoes all renames except the first `count`.
    func undo(downTo count: Int = 0) {
        for move in done[count...].reversed() { rename(move.to, move.from) }
        done.removeSubrange(count...)
    }
}
