import Glibc
import SQLite

/// The catalogue's write-ahead log, with which programs read while another one writes.
///
/// It needs memory that is shared through a file (`mmap`), which some network and FUSE file systems do not have. There,
/// the catalogue has a rollback journal, and readers and writers wait for each other.
enum CatalogueLog {
    /// Begins the log, if there is none and the file system lets programs share memory.
    ///
    /// SQLite finds out only after it has noted the log in the file, which other programs could not read then.
    static func begin(_ connection: Connection, _ path: String) throws {
        if try connection.value(String.self, "PRAGMA journal_mode") == "wal" { return }
        if canShareMemory(beside: path),
            try connection.value(String.self, "PRAGMA journal_mode = WAL") == "wal"
        {
            return
        }
        // Without the log, this is what keeps the catalogue whole in a power cut.
        try connection.runAll("PRAGMA synchronous = FULL")
    }

    /// Turns the log into a rollback journal, without shared memory, while no other program has the catalogue open.
    static func end(_ path: String, timeout: Double) throws {
        let database = try Database(
            path: path, timeout: .seconds(timeout), settings: "PRAGMA locking_mode = EXCLUSIVE")
        defer { database.close() }
        let mode = try database.access { try $0.value(String.self, "PRAGMA journal_mode = DELETE") }
        if mode != "delete" { throw SQLiteError(.busy, "the write-ahead log is in use") }
    }

    private static func canShareMemory(beside path: String) -> Bool {
        let trial = path + ".trial"
        guard let descriptor = try? DurableFile.open(trial, O_RDWR | O_CREAT) else { return false }
        defer { close(descriptor) }
        unlink(trial)
        let size = 32_768
        guard ftruncate(descriptor, off_t(size)) == 0,
            let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), place != MAP_FAILED
        else { return false }
        munmap(place, size)
        return true
    }
}

extension SQLiteError {
    /// Whether the memory that a write-ahead log needs cannot be shared here.
    var isAboutSharedMemory: Bool { [ResultCode.ioErrorShmOpen, .ioErrorShmMap].contains(extendedCode) }
}
