import CSQLite
import Foundation
import Locking
import Testing

/// Part of a file that SQLite cannot read, as on a disk that is about to fail (EIO). It is known by its number, and so
/// stays broken under any name.
final class BrokenReads: Sendable {
    private struct Part: Sendable {
        var bytes: Range<Int>
        var failures = 0
    }

    private static let parts = Mutex<[ino_t: Part]>([:])
    /// From its first use on, SQLite reads through ``read(_:_:_:_:)``.
    private static let isInstalled: Bool = {
        guard let system = sqlite3_vfs_find(nil) else { return false }
        let reading: @convention(c) (Int32, UnsafeMutableRawPointer?, Int, off_t) -> Int = {
            BrokenReads.read($0, $1, $2, $3)
        }
        let call = unsafeBitCast(reading, to: (@convention(c) () -> Void).self)
        // It has the one that it was built with. Source: SQLite, os_unix.c, USE_PREAD and USE_PREAD64.
        let known = ["pread", "pread64"].filter { (name: String) in
            system.pointee.xGetSystemCall(system, name) != nil
                && system.pointee.xSetSystemCall(system, name, call) == SQLITE_OK
        }
        return !known.isEmpty
    }()

    private let number: ino_t

    init(of file: URL, in bytes: Range<Int>) throws {
        var status = stat()
        try #require(Self.isInstalled && stat(file.path, &status) == 0)
        number = status.st_ino
        Self.parts.withLock { [number] in $0[number] = Part(bytes: bytes) }
    }

    deinit { Self.parts.withLock { [number] in _ = $0.removeValue(forKey: number) } }

    /// How often it was tried.
    var failures: Int { Self.parts.withLock { [number] in $0[number]?.failures ?? 0 } }

    private static func read(
        _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int, _ offset: off_t
    ) -> Int {
        let isBroken = parts.withLock { parts in
            var status = stat()
            guard !parts.isEmpty, fstat(descriptor, &status) == 0, let part = parts[status.st_ino],
                part.bytes.overlaps(offset..<offset + count)
            else { return false }
            parts[status.st_ino]!.failures += 1
            return true
        }
        if !isBroken { return pread(descriptor, bytes, count, offset) }
        errno = EIO
        return -1
    }
}
