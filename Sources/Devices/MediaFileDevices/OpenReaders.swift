import FFmpeg
import Glibc
import Locking

/// Readers that were opened to describe a file, kept for the next source that plays it: opening takes tens of
/// milliseconds.
final class OpenReaders: Sendable {
    private struct Entry {
        let reader: MediaReader
        let version: Version
    }

    /// What changes when a file is written to or replaced.
    private struct Version: Equatable {
        let device: dev_t
        let inode: ino_t
        let size: off_t
        let modified: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = status.st_dev
            inode = status.st_ino
            size = status.st_size
            modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        }
    }

    // Touched with `lock` held; a reader is handed on, never shared.
    private final class Entries: @unchecked Sendable {
        var byPath: [String: Entry] = [:]
    }
    private let lock = Mutex(Entries())

    /// Keeps a reader that stands at the beginning of its file.
    func keep(_ reader: MediaReader, of path: String) {
        guard let version = Version(path) else { return }
        nonisolated(unsafe) let entry = Entry(reader: reader, version: version)  // The caller gives it up.
        lock.withLock { $0.byPath[path] = entry }
    }

    /// The kept reader, for the caller alone; `nil` if there is none, or the file has been changed or replaced since.
    func take(_ path: String) -> MediaReader? {
        nonisolated(unsafe) var entry: Entry?  // It has left the table, so nobody else has it.
        lock.withLock { entry = $0.byPath.removeValue(forKey: path) }
        guard let entry, entry.version == Version(path) else { return nil }
        return entry.reader
    }
}
