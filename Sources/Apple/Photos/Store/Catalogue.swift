import Foundation
import GRDB
import Glibc

/// The database of a photo library. Several processes may have it open at once.
///
/// The files are the truth: a catalogue that is lost or damaged is rebuilt from them (``LibraryStore``). One that is
/// deleted or replaced while it is open is useless, and has to be reopened: see ``isInPlace``.
struct Catalogue: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    private let file: FileIdentity

    /// Opens the catalogue, or creates an empty one.
    init(folder: LibraryFolder) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { database in
            // A commit lost in a power cut costs nothing that the files do not tell: they are adopted again.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        // Switching to a write-ahead log, or recovering one, does not wait for other processes, so they take turns.
        let guardian = try DurableFile.open(folder.hidden, O_RDONLY | O_DIRECTORY)
        defer { close(guardian) }
        try FolderLock.wait(for: guardian, .exclusive, of: folder.hidden)
        path = folder.catalogue
        do {
            queue = try Self.open(folder.catalogue, configuration)
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            try Self.setAside(folder.catalogue)
            queue = try Self.open(folder.catalogue, configuration)
        }
        file = try FileIdentity(of: folder.catalogue)
    }

    /// Whether the open file is still the one that others find by its name. While it is open, no other file gets its
    /// number.
    var isInPlace: Bool { (try? FileIdentity(of: path)) == file }

    private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            guard (0...CatalogueTables.version).contains(version) else {
                throw PHPhotosError(
                    .internalError, "\(path) was made by a newer version of this program; update this one.")
            }
            if version < CatalogueTables.version { try CatalogueTables.upgrade(database) }
        }
        return queue
    }

    /// Renames a damaged catalogue, so that it can still be examined.
    private static func setAside(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"] { rename(path + suffix, path + ".damaged" + suffix) }
    }

    func read<T>(_ body: (CatalogueAccess) throws -> T) throws -> T {
        try queue.read { try body(CatalogueAccess(database: $0)) }
    }

    /// Runs `body` while no other process can write; its changes are kept only if it does not throw.
    func write<T>(_ body: (CatalogueAccess) throws -> T) throws -> T {
        try queue.writeWithoutTransaction { database in
            var result: T?
            try database.inTransaction(.immediate) {
                result = try body(CatalogueAccess(database: database))
                // Data that nobody would ever read again must not count as saved.
                guard isInPlace else { throw FileError(path, number: ESTALE) }
                return .commit
            }
            return result!
        }
    }
}
