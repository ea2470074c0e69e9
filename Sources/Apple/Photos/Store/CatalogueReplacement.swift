import Foundation
import GRDB
import Glibc
import PhotoCoding

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
    static func replace(in folder: LibraryFolder, with contents: CatalogueContents) throws {
        let partial = folder.rebuilt + StagingFolder.partialSuffix
        removeAll(partial)
        do {
            try write(contents, to: partial)
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

    private static func write(_ contents: CatalogueContents, to path: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            // What is half written is thrown away.
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        }
        Catalogue.createFile(path)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { database in
            try CatalogueTables.prepare(database, path: path)
            try database.inTransaction {
                try CatalogueAccess(database: database).add(contents)
                return .commit
            }
        }
        try queue.close()
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
        for suffix in Catalogue.suffixes + ["-journal"] {
            if remove(path + suffix) != 0, errno == ENOTEMPTY {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        }
    }
}

/// What a new catalogue begins with.
struct CatalogueContents {
    var assets: [AssetRecord] = []
    /// The number for the next new file name; at least.
    var nextNumber = 1
    /// The pending photos whose frames are no longer needed.
    var ended: [DeferredPhotoID] = []
}
