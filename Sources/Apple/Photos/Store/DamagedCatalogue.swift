import GRDB
import Glibc

/// A catalogue that cannot be used as it is, and has to be rebuilt from the files.
struct DamagedCatalogue: Error {
    /// `nil` if there is no such file.
    let file: FileIdentity?
    let cause: any Error

    /// In a few words.
    var reason: String {
        switch cause {
        case let error as DatabaseError: error.message ?? "SQLite error \(error.resultCode.rawValue)"
        case is RowDecodingError: "a value is missing"
        default: "\(cause)"
        }
    }

    /// - Returns: `nil` if the error is none of the catalogue's contents: it is locked, its disk is full, or the files of
    ///   the library are the reason.
    init?(_ error: any Error, file: FileIdentity?, folder: LibraryFolder) {
        self.file = file
        cause = error
        switch error {
        case is CatalogueNonsense, is RowDecodingError: return
        case let error as DatabaseError where error.isDamage(in: folder): return
        default: return nil
        }
    }
}

/// What the catalogue says, and cannot be.
struct CatalogueNonsense: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension DatabaseError {
    fileprivate func isDamage(in folder: LibraryFolder) -> Bool {
        switch resultCode {
        // A table or column is missing, or a rule is broken that all of our statements keep.
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG,
            .SQLITE_SCHEMA, .SQLITE_FORMAT, .SQLITE_INTERNAL:
            return true
        case .SQLITE_IOERR: return !isAboutLocks && !isRefusedWrite && !folder.isFull
        case .SQLITE_CANTOPEN: return folder.isCatalogueObstructed
        // The head of a file that may be written can say that SQLite is too old to do so.
        case .SQLITE_READONLY: return extendedResultCode == .SQLITE_READONLY && folder.isCatalogueWritable
        default: return false
        }
    }

    /// Whether the disk takes no more from this user: SQLite reports a quota and a limit of file sizes as I/O errors.
    var isRefusedWrite: Bool {
        [
            .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
            .SQLITE_IOERR_SHMSIZE,
        ].contains(extendedResultCode)
    }

    private var isAboutLocks: Bool {
        [
            .SQLITE_IOERR_LOCK, .SQLITE_IOERR_RDLOCK, .SQLITE_IOERR_UNLOCK, .SQLITE_IOERR_BLOCKED,
            .SQLITE_IOERR_CHECKRESERVEDLOCK, .SQLITE_IOERR_SHMLOCK,
        ].contains(extendedResultCode)
    }
}

extension LibraryFolder {
    /// Whether the disk has no room left. SQLite reports an I/O error if it cannot enlarge its shared memory file.
    var isFull: Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0 && status.f_bavail * status.f_frsize < 1 << 20
    }

    /// Whether this user may write the catalogue, and the files beside it that are there.
    var isCatalogueWritable: Bool {
        access(hidden, W_OK | X_OK) == 0 && access(catalogue, W_OK) == 0
            && Catalogue.suffixes.allSatisfy { access(catalogue + $0, W_OK) == 0 || errno == ENOENT }
    }

    /// Whether something that is no file has the name of the catalogue, or of a file beside it.
    fileprivate var isCatalogueObstructed: Bool {
        Catalogue.suffixes.contains { suffix in
            var status = stat()
            return lstat(catalogue + suffix, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        }
    }
}
