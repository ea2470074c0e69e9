import Foundation
import GRDB
import Glibc

/// The database of a photo library. Several processes may have it open at once.
///
/// The files are the truth: a catalogue that is lost or damaged is made anew from them (``LibraryStore``).
struct Catalogue: Sendable {
    /// The version of the tables below, as `PRAGMA user_version`.
    private static let version = 1
    private let queue: DatabaseQueue

    /// Opens the catalogue, or makes an empty one.
    init(folder: LibraryFolder) throws {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(30)
        configuration.prepareDatabase { database in
            // A commit that a power cut undoes costs nothing that the files do not say: they are adopted again.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        // Switching to a write-ahead log and recovering one do not wait for other processes, so these take turns.
        let guardian = try DurableFile.open(folder.hidden, O_RDONLY | O_DIRECTORY)
        defer { close(guardian) }
        while flock(guardian, LOCK_EX) != 0 && errno == EINTR {}
        do {
            queue = try Self.open(folder.catalogue, configuration)
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            try Self.setAside(folder.catalogue)
            queue = try Self.open(folder.catalogue, configuration)
        }
    }

    private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            switch try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0 {
            case version: return
            case 0: try database.inTransaction(.immediate) { try makeTables(database) }
            default:
                throw PHPhotosError(
                    .internalError, "\(path) was made by a newer version of this program; update this one.")
            }
        }
        return queue
    }

    private static func makeTables(_ database: Database) throws -> Database.TransactionCompletion {
        try database.execute(
            sql: """
                CREATE TABLE asset (
                    id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, mediaType INTEGER NOT NULL,
                    mediaSubtypes INTEGER NOT NULL, pixelWidth INTEGER NOT NULL, pixelHeight INTEGER NOT NULL,
                    duration REAL NOT NULL, creationDate REAL NOT NULL, modificationDate REAL NOT NULL,
                    isFavorite INTEGER NOT NULL, isHidden INTEGER NOT NULL);
                CREATE INDEX assetByDate ON asset (creationDate, id);
                CREATE TABLE resource (
                    asset INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE, type INTEGER NOT NULL,
                    filename TEXT NOT NULL UNIQUE, originalFilename TEXT NOT NULL,
                    uniformTypeIdentifier TEXT NOT NULL, PRIMARY KEY (asset, type)) WITHOUT ROWID;
                CREATE TABLE folder (
                    id INTEGER PRIMARY KEY CHECK (id = 1), nextNumber INTEGER NOT NULL, seen INTEGER NOT NULL);
                INSERT INTO folder VALUES (1, 1, 0);
                PRAGMA user_version = \(version);
                """)
        return .commit
    }

    /// Renames a damaged catalogue, so that whoever wants to can look at it.
    private static func setAside(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"] { rename(path + suffix, path + ".damaged" + suffix) }
    }

    func read<T>(_ body: (CatalogueAccess) throws -> T) throws -> T {
        try queue.read { try body(CatalogueAccess(database: $0)) }
    }

    /// Runs `body` while no other process can write; what it wrote is kept only when it does not throw.
    func write<T>(_ body: (CatalogueAccess) throws -> T) throws -> T {
        try queue.writeWithoutTransaction { database in
            var result: T?
            try database.inTransaction(.immediate) {
                result = try body(CatalogueAccess(database: database))
                return .commit
            }
            return result!
        }
    }
}
