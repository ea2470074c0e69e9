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
