import Glibc

/// Renamings that can be taken back.
final class FileMoves {
    private var done: [(from: String, to: String)] = []

    /// Renames a file unless there is one of that name.
    ///
    /// - Returns: `false` when there is one.
    func publish(_ source: String, as path: String) throws(FileError) -> Bool {
        guard try DurableFile.publish(source, as: path) else { return false }
        done.append((source, path))
        return true
    }

    /// Renames a file when it is on the same file system.
    ///
    /// - Returns: `false` when it has to be copied.
    func move(_ source: String, to path: String) throws(FileError) -> Bool {
        guard try DurableFile.move(source, to: path) else { return false }
        done.append((source, path))
        return true
    }

    /// Renames a file of any kind.
    ///
    /// - Returns: `false` when there is none.
    func setAside(_ source: String, to path: String) throws(FileError) -> Bool {
        guard rename(source, path) == 0 else {
            if errno == ENOENT { return false }
            throw FileError(source)
        }
        done.append((source, path))
        return true
    }

    /// How many renamings there are.
    var count: Int { done.count }

    /// Gives the files the names back that they had, but for the first `count` renamings.
    func undo(downTo count: Int = 0) {
        for move in done[count...].reversed() { rename(move.to, move.from) }
        done.removeSubrange(count...)
    }
}
