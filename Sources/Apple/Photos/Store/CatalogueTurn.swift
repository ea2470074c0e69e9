import Glibc
import SQLite

/// The turn of one process to open, create or replace a catalogue.
struct CatalogueTurn {
    private let guardian: Int32

    /// Waits for it.
    init(in folder: LibraryFolder) throws(FileError) {
        guardian = try DurableFile.open(folder.hidden, O_RDONLY | O_DIRECTORY)
        do throws(FileError) {
            try FolderLock.wait(for: guardian, .exclusive, of: folder.hidden)
        } catch {
            close(guardian)
            throw error
        }
    }

    func end() { FolderLock.release(guardian) }
}

/// Keeps other processes from writing to a damaged catalogue, as far as it can be locked.
struct CatalogueHold {
    private let database: Database

    /// - Parameters:
    ///   - timeout: how long to wait for another process, in seconds.
    ///   - isNeeded: whether to throw if another process holds it.
    /// - Returns: `nil` if it cannot be locked, so that nobody else can write either; also if another process holds it and
    ///   `isNeeded` is false.
    init?(_ path: String, timeout: Double, isNeeded: Bool) throws(SQLiteError) {
        guard access(path, F_OK) == 0 else { return nil }
        do {
            let database = try Database(path: path, timeout: .seconds(timeout), keepsLog: true)
            try database.access { try $0.run("BEGIN IMMEDIATE") }
            self.database = database
        } catch {
            if isNeeded, let error = error as? SQLiteError, error.isAboutOthers { throw error }
            return nil
        }
    }

    /// Whether a newer version of this program made it.
    var isNewer: Bool { (try? database.access(CatalogueTables.areNewer)) == true }

    func end() { database.close() }
}
