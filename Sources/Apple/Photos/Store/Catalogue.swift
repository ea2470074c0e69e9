import Foundation
import Glibc
import SQLite

/// The database of a photo library. Several processes may have it open at once.
///
/// The files are the truth: a catalogue that is lost or damaged is rebuilt from them (``LibraryStore``). One that is
/// deleted or replaced while it is open is useless, and has to be reopened: see ``isInPlace``.
///
/// A folder that cannot be written, or is no library, has a catalogue in memory while it is looked at.
struct Catalogue: Sendable {
    /// Of the files that a database in use consists of.
    static let suffixes = ["", "-wal", "-shm", "-journal"]
    /// In seconds. A disk that is busy with large files may need some for a small write of another program.
    static let timeout = 10.0

    private let database: Database
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
        try folder.checkCatalogueIsAFile()
        let path = folder.catalogue
        do {
            database = try Self.open(path, timeout: timeout)
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
        let copy = try? Self.copy(of: folder)
        database = try copy ?? Self.empty()
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

    func read<T: Sendable>(_ body: (CatalogueAccess) throws -> T) throws -> T {
        do {
            return try database.read { try body(CatalogueAccess(connection: $0)) }
        } catch {
            throw damage(error) ?? error
        }
    }

    /// Runs `body` while no other process can write; its changes are kept only if it does not throw.
    ///
    /// - Parameter waits: whether to wait for another process that writes.
    func write<T: Sendable>(waits: Bool = true, _ body: (CatalogueAccess) throws -> T) throws -> T {
        do {
            return try database.access { connection in
                if !waits { connection.timeout = .zero }
                defer { connection.timeout = .seconds(timeout) }
                return try connection.write {
                    let result = try body(CatalogueAccess(connection: connection))
                    // Data that nobody would ever read again must not count as saved.
                    guard isInPlace else { throw FileError(folder.catalogue, number: ESTALE) }
                    return result
                }
            }
        } catch {
            throw damage(error) ?? error
        }
    }

    /// Notes something that the next reader can note as well: without waiting for another process, and not at all if one
    /// writes, or this user may not.
    func note(_ body: (CatalogueAccess) throws -> Void) throws {
        do {
            try write(waits: false, body)
        } catch let error as SQLiteError
            where error.isAboutOthers || [.full, .readOnly].contains(error.code) || error.isRefusedWrite
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

    /// Opens the file in this process's turn.
    private static func open(_ path: String, timeout: Double) throws -> Database {
        try createFile(path)
        // A commit lost in a power cut costs nothing that the files do not tell: they are adopted again.
        let settings = "PRAGMA synchronous = NORMAL; PRAGMA cell_size_check = ON; PRAGMA journal_size_limit = 4194304"
        func open() throws -> Database {
            // Closing would delete the log by its name, which may be that of the catalogue that replaced this one.
            try Database(path: path, timeout: .seconds(timeout), keepsLog: true, settings: settings)
        }
        let database: Database
        do {
            database = try open()
        } catch let error as SQLiteError where error.isAboutSharedMemory {
            // It has a log, from a file system where there can be one.
            try CatalogueLog.end(path, timeout: timeout)
            database = try open()
        }
        try database.access { connection in
            try CatalogueLog.begin(connection, path)
            try CatalogueTables.prepare(connection, path: path)
        }
        return database
    }

    /// Creates an empty file if there is none, for those whom the user's `umask` lets write: SQLite would leave out the
    /// group, and so everybody else with whom the library is shared. The log gets the database's permissions.
    ///
    /// One that exists is not opened: closing it would end the locks that this process has on it.
    ///
    /// - Throws: ``FileError`` when no further file can be opened, which SQLite does not say. Of all else it says more.
    static func createFile(_ path: String) throws(FileError) {
        do throws(FileError) {
            close(try DurableFile.open(path, O_RDWR | O_CREAT | O_EXCL))
        } catch {
            if [EMFILE, ENFILE].contains(error.number) { throw error }
        }
    }

    private static func empty() throws -> Database {
        let database = try Database.inMemory()
        try database.access { try CatalogueTables.prepare($0, path: ":memory:") }
        return database
    }

    /// A copy in memory.
    ///
    /// SQLite reads a write-ahead log only where it can lock it, so on read-only media the bytes of the file have to do.
    private static func copy(of folder: LibraryFolder) throws -> Database {
        let copy = try Database.inMemory()
        try folder.checkCatalogueIsAFile()
        do {
            try Database(path: folder.catalogue, isReadOnly: true).copy(to: copy)
        } catch {
            var file = try Data(contentsOf: URL(fileURLWithPath: folder.catalogue))
            guard file.count > 100 else { throw CatalogueNonsense("its size") }
            // 1 says that there is no write-ahead log. Source: SQLite, Database File Format, 1.3.3.
            file.replaceSubrange(18..<20, with: [1, 1])
            try copy.load(file)
        }
        try copy.access { connection in
            try CatalogueTables.prepare(connection, path: folder.catalogue)
            _ = try CatalogueAccess(connection: connection).fingerprint()
        }
        return copy
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
