import Foundation
import Glibc
import Locking
import SQLite

/// A catalogue that is damaged is replaced by one that is made of what can still be read of it, and of the files.
extension LibraryStore {
    /// Runs `body` on the catalogue.
    ///
    /// If the catalogue turns out to be damaged it is rebuilt, if another process replaced it the new one is opened, if its
    /// locks could not be taken it is opened again, and `body` runs again, once.
    func withCatalogue<T>(for purpose: Purpose = .writing, _ body: (Catalogue) throws -> T) throws -> T {
        do {
            return try body(try open(for: purpose))
        } catch let damage as DamagedCatalogue {
            do {
                try rebuild(damage)
            } catch {
                throw damage
            }
            return try body(try open(for: purpose))
        } catch let error as SQLiteError where error.code == .lockingProtocol {
            // Not the time for which it waits for one that writes: SQLite gave up after many attempts, in which others may
            // have been faster by chance, and a connection that begins anew has as many again.
            close()
            return try body(try open(for: purpose))
        } catch let error as FileError where error.number == ESTALE && error.path == folder.catalogue {
            do {
                return try body(try open(for: purpose))
            } catch is FileError {
                // The whole folder was replaced, with what was to be saved.
                throw error
            }
        }
    }

    func reading<T: Sendable>(_ body: (CatalogueAccess) throws -> T) throws -> T {
        try withCatalogue(for: .preparing) { try $0.read(body) }
    }

    func writing<T: Sendable>(_ body: (CatalogueAccess) throws -> T) throws -> T {
        try withCatalogue(for: .preparing) { try $0.write(body) }
    }

    /// Rebuilds the catalogue because a person asks for it, and reads the folder.
    ///
    /// One of a newer version stays: the new one would lack what only that version knows, and the newer program would find
    /// it gone. Who wants that nevertheless can move it away.
    ///
    /// - Returns: the number of assets.
    func rebuild() throws(PHPhotosError) -> Int {
        do {
            try DurableFile.makeFolder(folder.incoming)
            try replaceCatalogue(isFree: true)
            _ = try withCatalogue { try reconcile($0) }
            return try reading { try $0.count() }
        } catch {
            throw photosError(error)
        }
    }

    /// Replaces a damaged catalogue, unless another process has done that.
    private func rebuild(_ damage: DamagedCatalogue) throws {
        guard try replaceCatalogue(if: { (try? FileIdentity(of: folder.catalogue)) == damage.file }) else { return }
        PHPhotoLibrary.note(
            "The catalogue of the photo library in \(folder.path) was damaged (\(damage.reason)); it was rebuilt from the"
                + " files, and the old one is kept as \(folder.catalogue).damaged.")
    }

    /// - Parameter isFree: whether no other program may be writing to it, or be newer: what that program says it has saved
    ///   would be in the old one only. A damaged catalogue is replaced in any case.
    /// - Returns: whether the condition held.
    @discardableResult
    private func replaceCatalogue(isFree: Bool = false, if condition: () -> Bool = { true }) throws -> Bool {
        close()
        let turn = try CatalogueTurn(in: folder)
        defer { turn.end() }
        guard condition() else { return false }
        // Until the new one is in place: what others write now must not count as saved.
        folder.removePipesBesideCatalogue()
        let isFile = (try? folder.checkCatalogueIsAFile()) != nil
        let hold = isFile ? try CatalogueHold(folder.catalogue, timeout: timeout, isNeeded: isFree) : nil
        defer { hold?.end() }
        if isFree, hold?.isNewer == true {
            throw PHPhotosError(
                .internalError,
                "\(folder.catalogue) was made by a newer version of this program, and this one would lose what only that one"
                    + " knows; update this one, or move that file away first, with those beside it (-wal, -shm).")
        }
        let salvage = CatalogueSalvage(path: isFile ? folder.catalogue : nil)
        let present = Set(try DurableFile.names(in: folder.path).map(FileName.init))
        try CatalogueReplacement.replace(in: folder, with: contents(from: salvage, present)) { add in
            try forEachAsset(of: salvage, present, add)
        }
        return true
    }

    /// What of a damaged catalogue, besides the assets, fits to the files that there are.
    private func contents(from salvage: CatalogueSalvage, _ present: Set<FileName>) -> CatalogueContents {
        CatalogueContents(
            nextNumber: salvage.nextNumber, ended: salvage.ended, albums: albums(from: salvage, present),
            deletedAlbums: salvage.deletedAlbums)
    }

    /// Calls `body` with each asset that fits to the files that there are.
    private func forEachAsset(
        of salvage: CatalogueSalvage, _ present: Set<FileName>, _ body: (AssetRecord) throws -> Void
    ) throws {
        var known: Set<FileName> = []
        salvage.forEachAsset { for resource in $0.resources { known.insert(FileName(resource.filename)) } }
        try salvage.forEachAsset { asset in
            let resources = asset.resources.filter { present.contains(FileName($0.filename)) }
            if resources.isEmpty { return }
            if var record = asset.record, resources.count == asset.resources.count,
                StagedAsset.isAsset(resources.map(\.type).filter { !$0.isOfEdit })
            {
                record.resources = resources
                // The column may be lost.
                record.isEdited = resources.contains { $0.type.isEdited }
                try body(record)
            } else {
                var old = asset.record
                old?.resources = asset.resources
                let names = resources.map { FileName($0.filename) }
                let found = assets(
                    of: names + Self.originals(of: names, among: present.subtracting(known)),
                    like: FormerAsset(uuid: asset.uuid, record: old, resources: resources))
                for asset in found { try body(asset) }
            }
        }
    }

    /// The files to which edited versions belong, if the catalogue has lost them: an edit must not become a photo of its own.
    private static func originals(of names: [FileName], among files: Set<FileName>) -> [FileName] {
        let stems = Set(names.filter { !$0.isAdjustments }.compactMap(\.originalStem))
        if stems.isEmpty { return [] }
        let others = files.filter {
            $0.isMedia && (stems.contains($0.stem) || $0.originalStem.map(stems.contains) == true)
        }
        return others.sorted(by: <)
    }

    /// Of a damaged catalogue's albums, what is not in their own files. ``reconcileAlbums(in:)`` takes the others.
    private func albums(from salvage: CatalogueSalvage, _ present: Set<FileName>) -> [SavedAlbum] {
        let files = AlbumFiles(folder: folder)
        let revisions = files.revisions
        var known: Set<String> = []
        return salvage.albums.compactMap { album in
            guard known.insert(album.uuid).inserted else { return nil }
            var album = album
            if let saved = files.newest(of: album.uuid, revisions[album.uuid] ?? []), saved.revision >= album.revision {
                album = saved
            }
            for index in album.contents.assets.indices {
                guard let file = album.contents.assets[index].file, !present.contains(FileName(file)) else { continue }
                album.contents.assets[index].file = nil
            }
            return album
        }
    }
}
