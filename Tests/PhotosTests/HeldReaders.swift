import Foundation
import Glibc
import Testing

/// The locks that readers of a catalogue need, held as by programs that never come to an end: SQLite gives up after a hundred
/// attempts, with SQLITE_PROTOCOL.
final class HeldReaders: Sendable {
    private let descriptor: Int32

    /// - Parameter catalogue: with its write-ahead log.
    init(of catalogue: String) throws {
        descriptor = open(catalogue + "-shm", O_RDWR | O_CLOEXEC)
        try #require(set(F_WRLCK))
    }

    deinit { close(descriptor) }

    func release() { _ = set(F_UNLCK) }

    private func set(_ kind: Int32) -> Bool {
        // Source: SQLite, WAL-mode File Format, 2.3.1: WAL_READ_LOCK(0) to (4) are bytes 123 to 127.
        var lock = Glibc.flock()
        (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(kind), Int16(SEEK_SET), 123, 5)
        // F_OFD_SETLK, whose locks keep out this process, too. Source: Linux, fcntl(2).
        return fcntl(descriptor, 37, &lock) == 0
    }
}
