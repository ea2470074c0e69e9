import Glibc
import SQLite

/// A catalogue that cannot be used as it is, and has to be rebuilt from the files.
struct DamagedCatalogue: Error {
    /// `nil` if there is no such file.
    let file: FileIdentity?
    let cause: any Error

    /// In a few words.
    var reason: String {
        switch cause {
        case let error as SQLiteError: error.message
        default: "\(cause)"
        }
    }

    /// - Returns: `nil` if the error is none of the catalogue's contents: it is locked, its disk is full, or the files of
    ///   the library are the reason.
    init?(_ error: any Error, file: FileIdentity?, folder: LibraryFolder) {
        self.file = file
        cause = error
        switch error {
        case is CatalogueNonsense: return
        case let error as SQLiteError where error.isDamage(in: folder): return
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

extension SQLiteError {
    /// Whether other programs have locked the catalogue, which says nothing about what is in it.
    var isAboutOthers: Bool { [.busy, .locked, .lockingProtocol].contains(code) }

    fileprivate func isDamage(in folder: LibraryFolder) -> Bool {
        switch code {
        // A table or column is missing, or a rule is broken that all of our statements keep.
        case .corrupt, .notADatabase, .error, .constraint, .mismatch, .tooBig,
            .schema, .format, .internal:
            return true
        case .ioError: return !isAboutLocks && !isAboutSharedMemory && !isRefusedWrite && !folder.isFull
        case .cannotOpen: return folder.isCatalogueObstructed
        // The head of a file that may be written can say that SQLite is too old to do so.
        case .readOnly: return extendedCode == .readOnly && folder.isCatalogueWritable
        default: return false
        }
    }

    /// Whether the disk takes no more from this user: SQLite reports a quota and a limit of file sizes as I/O errors.
    var isRefusedWrite: Bool {
        [
            .ioErrorWrite, .ioErrorFsync, .ioErrorDirFsync, .ioErrorTruncate,
            .ioErrorShmSize,
        ].contains(extendedCode)
    }

    private var isAboutLocks: Bool {
        [
            .ioErrorLock, .ioErrorRdlock, .ioErrorUnlock, .ioErrorBlocked,
            .ioErrorCheckReservedLock, .ioErrorShmLock,
        ].contains(extendedCode)
    }
}

extension LibraryFolder {
    /// Whether the disk has no room left, or none for another file. SQLite reports an I/O error if it cannot enlarge its
    /// shared memory file, and that it cannot open it if there can be none.
    var isFull: Bool {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return false }
        // Some file systems do not count files.
        let hasNoFile = status.f_files > 0 && status.f_favail == 0
        return hasNoFile || status.f_bavail * status.f_frsize < 1 << 20
    }

    /// Whether this user may write the catalogue, and the files beside it that are there.
    var isCatalogueWritable: Bool {
        access(hidden, W_OK | X_OK) == 0 && access(catalogue, W_OK) == 0
            && Catalogue.suffixes.allSatisfy { access(catalogue + $0, W_OK) == 0 || errno == ENOENT }
    }

    /// - Throws: ``DamagedCatalogue`` if opening the catalogue, or a file beside it, would wait forever or never end: a
    ///   pipe or a device.
    func checkCatalogueIsAFile() throws {
        for suffix in Catalogue.suffixes {
            var status = stat()
            guard stat(catalogue + suffix, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
                continue
            }
            let cause = CatalogueNonsense("\(catalogue + suffix) is not a file")
            if let damage = DamagedCatalogue(cause, file: try? FileIdentity(of: catalogue), folder: self) {
                throw damage
            }
        }
    }

    /// Removes pipes that have the name of a file beside the catalogue: they hold nothing, and the catalogue may be sound.
    func removePipesBesideCatalogue() {
        for suffix in Catalogue.suffixes.dropFirst() {
            var status = stat()
            guard lstat(catalogue + suffix, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { continue }
            unlink(catalogue + suffix)
        }
    }

    /// Whether something that is no file has the name of the catalogue, or of a file beside it.
    fileprivate var isCatalogueObstructed: Bool {
        Catalogue.suffixes.contains { suffix in
            var status = stat()
            return lstat(catalogue + suffix, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        }
    }
}
