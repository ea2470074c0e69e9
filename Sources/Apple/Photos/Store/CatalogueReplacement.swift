import Foundation
import Glibc
import PhotoCoding
import SQLite

/// Puts a new catalogue in the place of a damaged one, which is kept.
///
/// | the process dies | what is left | what the next start does with it |
/// | --- | --- | --- |
/// | while the new one is written | `.rebuilt.part` | removes it |
/// | after the new one is complete | `.rebuilt` | sets the old one aside, and renames the new one |
///
/// All of this happens in this process's turn (``CatalogueTurn``).
enum CatalogueReplacement {
    /// How many damaged catalogues are kept: one that was damaged for the second time may hold less than the first.
    private static let keptCount = 3

    /// Writes a catalogue with these contents and puts it into its place.
    ///
    /// - Parameter assets: calls its argument with each asset, in their order; they are not in memory together.
    static func replace(
        in folder: LibraryFolder, with contents: CatalogueContents,
        assets: (_ add: (AssetRecord) throws -> Void) throws -> Void
    ) throws {
        let partial = folder.rebuilt + StagingFolder.partialSuffix
        removeAll(partial)
        do {
            try write(contents, assets, to: partial)
            keepPermissions(of: folder.catalogue, on: partial)
            guard rename(partial, folder.rebuilt) == 0 else { throw FileError(folder.rebuilt) }
        } catch {
            removeAll(partial)
            throw error
        }
        try finish(in: folder)
    }

    /// Finishes what a process began that died.
    static func finish(in folder: LibraryFolder) throws(FileError) {
        guard access(folder.rebuilt, F_OK) == 0 else { return }
        setAside(folder.catalogue)
        guard rename(folder.rebuilt, folder.catalogue) == 0 else { throw FileError(folder.catalogue) }
        try DurableFile.syncFolder(folder.hidden)
    }

    private static func write(
        _ contents: CatalogueContents, _ assets: ((AssetRecord) throws -> Void) throws -> Void, to path: String
    ) throws {
        try Catalogue.createFile(path)
        // What is half written is thrown away.
        let database = try Database(path: path, settings: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try database.access { connection in
            try CatalogueTables.prepare(connection, path: path)
            try connection.write {
                let access = CatalogueAccess(connection: connection)
                try assets(access.insert)
                try access.add(contents)
            }
        }
        database.close()
        let descriptor = try DurableFile.open(path, O_RDONLY)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path) }
    }

    /// Gives the new catalogue the old one's permissions: others may share the library, whatever this user's `umask` is.
    /// The files beside it get the database's permissions from SQLite.
    ///
    /// Only the administrator can keep the owner, and only a member the group. The rights of a group that is not kept
    /// are not given to another one.
    private static func keepPermissions(of old: String, on path: String) {
        var (former, new) = (stat(), stat())
        guard stat(old, &former) == 0, former.st_mode & S_IFMT == S_IFREG else { return }
        if chown(path, former.st_uid, former.st_gid) != 0 { _ = chown(path, uid_t.max, former.st_gid) }
        guard stat(path, &new) == 0 else { return }
        var mode = former.st_mode & 0o666 | 0o600
        if new.st_gid != former.st_gid { mode = mode & 0o606 | (mode & 0o006) << 3 }
        // A file system without permissions refuses, and needs none.
        chmod(path, mode)
    }

    /// Renames a catalogue with the files beside it, the database first: a log without its database is not read.
    private static func setAside(_ path: String) {
        let names = ["", "2", "3"].prefix(keptCount).map { path + ".damaged" + $0 }
        guard access(path, F_OK) == 0 else { return removeAll(path) }
        removeAll(names.last!)
        for (older, newer) in zip(names.reversed(), names.dropLast().reversed()) { move(newer, to: older) }
        move(path, to: names[0])
    }

    private static func move(_ path: String, to target: String) {
        for suffix in Catalogue.suffixes { rename(path + suffix, target + suffix) }
    }

    private static func removeAll(_ path: String) {
        for suffix in Catalogue.suffixes {
            if remove(path + suffix) != 0, errno == ENOTEMPTY {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        }
    }
}

/// What a new catalogue begins with, besides its assets.
struct CatalogueContents {
    /// The number for the next new file name; at least.
    var nextNumber = 1
    /// The pending photos whose frames are no longer needed.
    var ended: [DeferredPhotoID] = []
    /// Entries have files only if those are there.
    var albums: [SavedAlbum] = []
    /// The deleted albums whose files may not be gone yet.
    var deletedAlbums: [String] = []
}
