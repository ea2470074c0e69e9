import Foundation
import GRDB
import Glibc
import Locking
import PhotoCoding

/// A photo library: a folder of files and the catalogue in it.
///
/// Any number of processes may use one library at the same time, and each may die at any moment:
///
/// | the process dies | what is left | what the next start does with it |
/// | --- | --- | --- |
/// | while a file is written | `UUID/photo.jpg.part` | removes it |
/// | after all files are complete | `UUID/photo.jpg` | makes an asset |
/// | after the files have their names | files that the catalogue does not know | makes an asset |
/// | before a deletion is in the catalogue | `deleted-UUID/IMG_0001.jpg` | restores the asset |
/// | after a deletion is in the catalogue | `deleted-UUID/IMG_0001.jpg` | removes it |
/// | while a final photo replaces its proxy | `final-UUID/photo.jpg` | makes it again |
/// | while a movie is recorded | `UUID/video.mov` | makes an asset, if it can be played |
///
/// A name in the library's folder always stands for a complete, synced file.
///
/// A person may also delete the folder, rename it or replace it while the program runs. The next use notices that and
/// opens what is there; a change in progress fails.
final class LibraryStore: Sendable {
    let folder: LibraryFolder
    /// Where the frames of pending photos are whose proxies are in the library.
    let deferred: DeferredPhotoStore
    /// Whether photos whose proxies nobody saved are added to this library.
    let adoptsPhotos: Bool
    private let catalogue = Mutex<Catalogue?>(nil)

    init(folder: LibraryFolder, deferred: DeferredPhotoStore, adoptsPhotos: Bool) {
        self.folder = folder
        self.adoptsPhotos = adoptsPhotos
        self.deferred = deferred
    }

    /// Performs all of the changes, or none. Returns when they are on disk.
    func perform(_ changes: [AssetChange]) throws(PHPhotosError) {
        if changes.isEmpty { return }
        do {
            if let obstacle = folder.obstacle { throw obstacle }
            let catalogue = try open()
            var assets: [String: StagedAsset] = [:]
            defer { for asset in assets.values { asset.staging.remove() } }
            for case .create(let asset) in changes {
                assets[asset.uuid] = try StagedAsset(asset, incoming: folder.incoming, deferred: deferred)
            }
            let deleted = try makeFolderForDeleted(changes)
            let moves = FileMoves()
            do {
                for asset in assets.values {
                    try asset.takeMovedFiles(moves)
                    try asset.staging.sync()
                }
                claimDeferredPhotos(of: assets)
                try catalogue.write { access in
                    do {
                        try apply(changes, staged: assets, deleted: deleted, moves: moves, to: access)
                    } catch {
                        // Before anybody else can look at the folder.
                        moves.undo()
                        throw error
                    }
                }
            } catch {
                moves.undo()
                deleted?.removeIfEmpty()
                throw error
            }
            deleted?.remove()
            for asset in assets.values { asset.deferredID.map(deferred.handOver) }
            for asset in assets.values { asset.removeCopiedSources() }
        } catch {
            let isReserved = reserveDeferredPhotos(of: changes)
            throw isReserved ? photosError(error).whilePhotosWait : photosError(error)
        }
    }

    /// The matching assets, oldest first.
    ///
    /// - Parameter limit: the maximum number; 0 for all.
    func assets(
        where condition: String = "1", _ arguments: StatementArguments = [], limit: Int = 0
    ) throws(PHPhotosError) -> [AssetRecord] {
        try read([]) { try $0.assets(where: condition, arguments, limit: limit) }
    }

    func assets(uuids: [String]) throws(PHPhotosError) -> [AssetRecord] {
        try read([]) { try $0.assets(uuids: uuids) }
    }

    func resources(of uuid: String) throws(PHPhotosError) -> [ResourceRecord] {
        try read([]) { try $0.resources(of: uuid) }
    }

    /// Opens the library if it exists.
    func prepare() {
        if folder.exists { _ = try? open() }
    }

    /// Makes a place for a movie that will be recorded and then moved into the library.
    func makeStagingFolder() throws(PHPhotosError) -> StagingFolder {
        do {
            _ = try open()
            return try StagingFolder(in: folder.incoming)
        } catch {
            throw photosError(error)
        }
    }

    /// Opens the library, creates it if it is missing, and recovers what a crash left; only the first time, and when
    /// the folder has been replaced since.
    func open() throws -> Catalogue {
        try catalogue.withLock { catalogue in
            if let catalogue, catalogue.isInPlace { return catalogue }
            // Closed before the new one is created, because it would clean up by the names of its files.
            catalogue = nil
            try DurableFile.makeFolder(folder.incoming)
            let opened = try Catalogue(folder: folder)
            for staging in try StagingFolder.abandoned(in: folder.incoming) { recover(staging, in: opened) }
            catalogue = opened
            return opened
        }
    }

    /// Reads the catalogue after updating it from the folder.
    private func read<T: Sendable>(
        _ nothing: T, _ body: (CatalogueAccess) throws -> T
    ) throws(PHPhotosError) -> T {
        // Reading must not create a library.
        guard folder.exists else { return nothing }
        do {
            let catalogue = try open()
            if try catalogue.read({ try $0.seenTime() }) != folder.modificationTime {
                try reconcile(catalogue)
            }
            return try catalogue.read(body)
        } catch {
            throw photosError(error)
        }
    }

    /// Updates the catalogue; on a full disk, its present contents have to do.
    private func reconcile(_ catalogue: Catalogue) throws {
        do {
            try catalogue.write { try reconcile($0) }
        } catch  where photosError(error).code == .notEnoughSpace {
            return
        }
    }

    /// Where files wait until their deletion is in the catalogue; `nil` if nothing is to be deleted.
    private func makeFolderForDeleted(_ changes: [AssetChange]) throws(FileError) -> StagingFolder? {
        let deletes = changes.contains { if case .delete = $0 { true } else { false } }
        return deletes ? try StagingFolder(in: folder.incoming, uuid: StagingFolder.newDeletedName()) : nil
    }

    private func apply(
        _ changes: [AssetChange], staged: [String: StagedAsset], deleted: StagingFolder?, moves: FileMoves,
        to access: CatalogueAccess
    ) throws {
        let isUpToDate = try access.seenTime() == folder.modificationTime
        for change in changes {
            switch change {
            case .create(let asset): try publish(staged[asset.uuid]!, moves: moves, access)
            case .update(let uuid, let edits):
                guard try access.apply(edits, to: uuid, at: Date()) else { throw unknownAsset(uuid) }
            case .delete(let uuid):
                for name in try access.resources(of: uuid).map(\.filename) {
                    // A file that another program has deleted is as good as deleted.
                    _ = try moves.setAside(folder.path(of: name), to: deleted!.path(of: name))
                }
                try access.delete(uuid: uuid)
            }
        }
        try DurableFile.syncFolder(folder.path)
        // Otherwise the next reader checks what others did to the folder.
        if isUpToDate { try access.setSeenTime(folder.modificationTime) }
    }

    /// Gives an asset's files their names and adds it to the catalogue.
    func publish(_ asset: StagedAsset, moves: FileMoves, _ access: CatalogueAccess) throws {
        let mark = moves.count
        while true {
            let stem = try freeStem(access)
            try asset.staging.announce(stem: stem)
            let isPublished = try asset.filenames(stem: stem).allSatisfy { name in
                try moves.publish(asset.staging.path(of: name.staging), as: folder.path(of: name.final))
            }
            if isPublished { return try access.insert(asset.record(stem: stem)) }
            // Another program took one of the names.
            moves.undo(downTo: mark)
        }
    }

    /// A file name, without extension, that no file in the folder has: `IMG_0001`.
    private func freeStem(_ access: CatalogueAccess) throws -> String {
        while true {
            let number = String(try access.takeNumber())
            let stem = "IMG_" + String(repeating: "0", count: max(0, 4 - number.count)) + number
            let isFree = MediaFileFacts.Format.allCases.allSatisfy {
                Glibc.access(folder.path(of: stem + "." + $0.fileExtension), F_OK) != 0
            }
            if isFree { return stem }
        }
    }

    private func unknownAsset(_ uuid: String) -> PHPhotosError {
        PHPhotosError(.identifierNotFound, "There is no asset \(uuid) in the photo library \(folder.path).")
    }

    func photosError(_ error: any Error) -> PHPhotosError {
        switch error {
        case let error as PHPhotosError: return error
        case let error as FileError: return PHPhotosError(error, library: folder.path)
        case let error as DatabaseError: return PHPhotosError(fileError(error), library: folder.path)
        default:
            return PHPhotosError(.internalError, "The photo library in \(folder.path) failed: \(error).", cause: error)
        }
    }

    /// The error number that fits the database's error.
    private func fileError(_ error: DatabaseError) -> FileError {
        switch error.resultCode {
        case .SQLITE_FULL: return FileError(folder.catalogue, number: ENOSPC)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: return FileError(folder.catalogue, number: EACCES)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return FileError(folder.catalogue, number: EBUSY)
        case .SQLITE_IOERR:
            // SQLite reports "I/O error" if it cannot enlarge its shared memory file.
            var status = statvfs()
            let isFull = statvfs(folder.path, &status) == 0 && status.f_bavail * status.f_frsize < 1 << 20
            return FileError(folder.catalogue, number: isFull ? ENOSPC : EIO)
        default: return FileError(folder.catalogue, number: EIO)
        }
    }
}
