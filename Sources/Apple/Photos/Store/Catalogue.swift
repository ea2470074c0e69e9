import Foundation
import GRDB
internal import GRDBSQLite
import Glibc

/// The database of a photo library. Several processes may have it open at once.
///
/// The files are the truth: a catalogue that is lost or damaged is rebuilt from them (``LibraryStore``). One that is
/// deleted or replaced while it is open is useless, and has to be reopened: see ``isInPlace``.
///
/// A folder that cannot be written, or is no library, has a catalogue in memory while it is looked at.
struct Catalogue: Sendable {
    /// Of the files that a database in use consists of.
    static let suffixes = ["", "-wal", "-shm"]
    /// In seconds. A disk that is busy with large files may need some for a small write of another program.
    static let timeout = 10.0

    private let queue: DatabaseQueue
    private let folder: LibraryFolder
    /// The file; for a catalogue in memory, what it was made from.
    private let source: Source
    private let timeout: Double
    /// Whether this user could write the file when it was opened: SQLite never asks again.
    private let isWritable: Bool

    private enum Source: Sendable, Equatable {
        case file(FileIdentity)
        case memory(FileIdentity, of: [FileState?])
    }

    /// Opens the catalogue, or creates an empty one.
    ///
    /// - Throws: ``DamagedCatalogue``, ``FileError``, or an error of the database.
    init(folder: LibraryFolder, timeout: Double = timeout) throws {
        self.folder = folder
        self.timeout = timeout
        // Switching to a write-ahead log, or recovering one, does not wait for other processes, so they take turns.
        let turn = try CatalogueTurn(in: folder)
        defer { turn.end() }
        try CatalogueReplacement.finish(in: folder)
        let path = folder.catalogue
        do {
            queue = try Self.open(path, timeout: timeout)
            source = .file(try FileIdentity(of: path))
            isWritable = folder.isCatalogueWritable
        } catch {
            throw DamagedCatalogue(error, file: try? FileIdentity(of: path), folder: folder) ?? error
        }
    }

    /// Makes a catalogue in memory from the one in the folder, if there is one, and changes nothing in the folder.
    init(lookingAt folder: LibraryFolder) throws {
        self.folder = folder
        timeout = 0
        isWritable = false
        source = .memory(try FileIdentity(of: folder.path), of: folder.catalogueStates)
        let queue = try? Self.copy(of: folder)
        self.queue = try queue ?? Self.inMemory()
    }

    /// Whether the open file is still the one that others find by its name, and this user may not write it more than before.
    /// While it is open, no other file gets its number.
    var isInPlace: Bool {
        switch source {
        case .file(let file):
            (try? FileIdentity(of: folder.catalogue)) == file && (isWritable || !folder.isCatalogueWritable)
        case .memory(let identity, let states):
            (try? FileIdentity(of: folder.path)) == identity && folder.catalogueStates == states
        }
    }

    /// Whether nobody else sees what is written.
    var isInMemory: Bool { if case .memory = source { true } else { false } }

    /// Whether it is in memory, and the folder has none yet.
    var isForerunner: Bool {
        guard case .memory(let identity, _) = source, access(folder.catalogue, F_OK) != 0 else { return false }
        return (try? FileIdentity(of: folder.path)) == identity
    }

    func read<T>(_ body: (CatalogueAccess) throws -> T) throws -> T {
        do {
            return try queue.read { try body(CatalogueAccess(database: $0)) }
        } catch {
            throw damage(error) ?? error
        }
    }

    /// Runs `body` while no other process can write; its changes are kept only if it does not throw.
    ///
    /// - Parameter waits: whether to wait for another process that writes.
    func write<T>(waits: Bool = true, _ body: (CatalogueAccess) throws -> T) throws -> T {
        do {
            return try queue.writeWithoutTransaction { database in
                if !waits { try database.execute(sql: "PRAGMA busy_timeout = 0") }
                defer {
                    if !waits { try? database.execute(sql: "PRAGMA busy_timeout = \(Int(timeout * 1000))") }
                }
                var result: T?
                try database.inTransaction(.immediate) {
                    result = try body(CatalogueAccess(database: database))
                    // Data that nobody would ever read again must not count as saved.
                    guard isInPlace else { throw FileError(folder.catalogue, number: ESTALE) }
                    return .commit
                }
                return result!
            }
        } catch {
            throw damage(error) ?? error
        }
    }

    /// Notes something that the next reader can note as well: without waiting, and not at all if another process writes.
    func note(_ body: (CatalogueAccess) throws -> Void) throws {
        do {
            try write(waits: false, body)
        } catch let error as DatabaseError
            where [.SQLITE_BUSY, .SQLITE_FULL].contains(error.resultCode) || error.isRefusedWrite
        {
            return
        }
    }

    /// Every asset with its files.
    func contents() throws -> [AssetRecord] {
        try read { access in
            try access.assets().map { asset in
                var asset = asset
                asset.resources = try access.resources(of: asset.uuid)
                return asset
            }
        }
    }

    /// Adds assets whose files it does not know yet.
    func addIfNew(_ assets: [AssetRecord]) throws {
        try write { access in
            for asset in assets
            where try asset.resources.allSatisfy({ try access.owner(of: FileName($0.filename)) == nil })
                && access.assets(uuids: [asset.uuid]).isEmpty
            {
                try access.insert(asset)
            }
        }
    }

    private func damage(_ error: any Error) -> DamagedCatalogue? {
        guard case .file(let file) = source else { return nil }
        return DamagedCatalogue(error, file: file, folder: folder)
    }

    private static func open(_ path: String, timeout: Double) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(timeout)
        configuration.prepareDatabase { database in
            // A commit lost in a power cut costs nothing that the files do not tell: they are adopted again.
            try database.execute(
                sql: "PRAGMA synchronous = NORMAL; PRAGMA cell_size_check = ON; PRAGMA journal_size_limit = 4194304")
            keepLog(database)
        }
        createFile(path)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { try CatalogueTables.prepare($0, path: path) }
        return queue
    }

    /// Creates an empty file if there is none, for those whom the user's `umask` lets write: SQLite would leave out the
    /// group, and so everybody else with whom the library is shared. The log gets the database's permissions.
    ///
    /// One that exists is not opened: closing it would end the locks that this process has on it.
    static func createFile(_ path: String) {
        if let file = try? DurableFile.open(path, O_RDWR | O_CREAT | O_EXCL) { close(file) }
    }

    /// Closing would delete the log by its name, which may be that of the catalogue that replaced this one.
    @Sendable static func keepLog(_ database: Database) {
        var isOn: Int32 = 1
        sqlite3_file_control(database.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &isOn)
    }

    private static func inMemory() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.inDatabase { try CatalogueTables.prepare($0, path: ":memory:") }
        return queue
    }

    /// A copy in memory.
    ///
    /// SQLite reads a write-ahead log only where it can lock it, so on read-only media the bytes of the file have to do.
    private static func copy(of folder: LibraryFolder) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        do {
            var configuration = Configuration()
            configuration.readonly = true
            try DatabaseQueue(path: folder.catalogue, configuration: configuration).backup(to: queue)
        } catch {
            try load(Data(contentsOf: URL(fileURLWithPath: folder.catalogue)), into: queue)
        }
        try queue.inDatabase { database in
            try CatalogueTables.prepare(database, path: folder.catalogue)
            _ = try CatalogueAccess(database: database).fingerprint()
        }
        return queue
    }

    private static func load(_ file: Data, into queue: DatabaseQueue) throws {
        var file = file
        guard file.count > 100, let copy = sqlite3_malloc64(UInt64(file.count)) else {
            throw CatalogueNonsense("its size")
        }
        // 1 says that there is no write-ahead log. Source: SQLite, Database File Format, 1.3.3.
        file.replaceSubrange(18..<20, with: [1, 1])
        file.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let size = sqlite3_int64(file.count)
        try queue.inDatabase { database in
            let bytes = copy.assumingMemoryBound(to: UInt8.self)
            let code = sqlite3_deserialize(database.sqliteConnection, "main", bytes, size, size, flags)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
    }
}

/// A file as it is: it differs when the file is changed.
private struct FileState: Sendable, Equatable {
    private var number: UInt
    private var size: Int
    private var seconds: Int
    private var nanoseconds: Int

    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (number, size) = (UInt(status.st_ino), Int(status.st_size))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}

extension LibraryFolder {
    fileprivate var catalogueStates: [FileState?] {
        ["", "-wal"].map { FileState(of: catalogue + $0) } + [isLibrary ? FileState(of: hidden) : nil]
    }
}
