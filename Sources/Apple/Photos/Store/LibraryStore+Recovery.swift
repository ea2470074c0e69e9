import Foundation
import Glibc
import PhotoCoding
import SQLite

extension LibraryStore {
    /// Turns what a dead process left into an asset, or removes it if it is incomplete.
    ///
    /// If that fails (the disk is full, a file cannot be read), it stays for the next start. So does a photo whose frames
    /// another process has: it is making the same photo, and there would be two.
    ///
    /// - Returns: the asset that was made of it.
    /// - Throws: if other programs kept the catalogue for as long as this one waits for them.
    func recover(_ staging: StagingFolder, in catalogue: Catalogue) throws(SQLiteError) -> AssetRecord? {
        let moves = FileMoves()
        do {
            let id = try pendingPhoto(in: staging)
            let photo = try id.flatMap { try deferred.take($0) }
            if id != nil && photo == nil { return nil }
            // Until its asset is in the catalogue.
            defer { withExtendedLifetime(photo) {} }
            let record = try catalogue.write { access -> AssetRecord? in
                // A replacement for a proxy is made again.
                if staging.holdsReplacement { return nil }
                if staging.holdsEdit {
                    try StagedEdit.withdraw(staging, in: folder, access)
                    return nil
                }
                try dropPublished(staging)
                if staging.holdsDeleted {
                    try putBack(staging, access)
                    return nil
                }
                // The process may have died between its commit and its cleanup.
                guard try access.assets(uuids: [staging.uuid]).isEmpty else { return nil }
                if let stem = try staging.stem { try finishNaming(staging, stem: stem) }
                try setAsideDamaged(staging)
                guard let asset = try StagedAsset(recovering: staging, deferred: deferred) else { return nil }
                try staging.sync()
                let record = try publish(asset, moves: moves, access)
                try StagedDetails(in: staging.path).map { try fillAlbums(of: $0, with: record.uuid, access) }
                try DurableFile.syncFolder(folder.path)
                return record
            }
            discard(staging)
            return record
        } catch {
            moves.undo()
            if let error = error as? SQLiteError, error.isAboutOthers { throw error }
            return nil
        }
    }

    /// Restores the files that a program took away and died before the catalogue knew, so that a scan does not forget them.
    func takeBackMoves(in catalogue: Catalogue) throws {
        guard !catalogue.isInMemory, access(folder.incoming, F_OK) == 0 else { return }
        for staging in try StagingFolder.abandoned(in: folder.incoming) where staging.holdsDeleted {
            _ = try recover(staging, in: catalogue)
        }
    }

    /// Keeps files that are complete but cannot be read, for a program that repairs them: a bad block of the disk may be
    /// all that is wrong with an hour of video.
    private func setAsideDamaged(_ staging: StagingFolder) throws(FileError) {
        for name in try staging.files where try StagedAsset.isDamaged(staging.path(of: name)) {
            try folder.makeInside(folder.damaged)
            let path = folder.damaged + "/" + staging.uuid + "-" + name
            guard rename(staging.path(of: name), path) == 0 else { throw FileError(path) }
            PHPhotoLibrary.note(
                "A file that an earlier run could not save is damaged, and is in no photo library; it is kept as \(path)."
            )
        }
    }

    /// The photo whose proxy or final file would get a name, if all of its frames are still there.
    private func pendingPhoto(in staging: StagingFolder) throws(FileError) -> DeferredPhotoID? {
        if staging.holdsReplacement || staging.holdsDeleted || staging.holdsEdit { return nil }
        for name in try staging.files {
            let id = MediaFileFacts(try FileBytes(path: staging.path(of: name)))?.deferredID
            if let id, deferred.pending().contains(id) { return id }
        }
        return nil
    }

    /// Removes second names of files in the library: after a power cut, a file that was being renamed may have both
    /// names.
    private func dropPublished(_ staging: StagingFolder) throws(FileError) {
        let names = try staging.files
        if names.isEmpty { return }
        let published = Set(
            try DurableFile.names(in: folder.path).compactMap { try? FileIdentity(of: folder.path(of: $0)) })
        for name in names where published.contains(try FileIdentity(of: staging.path(of: name))) {
            unlink(staging.path(of: name))
        }
    }

    /// Restores the names of files whose deletion is not in the catalogue.
    private func putBack(_ staging: StagingFolder, _ access: CatalogueAccess) throws {
        let known = try access.filenames()
        for name in try staging.files where known[FileName(name)] != nil {
            let path = folder.path(of: name)
            guard try DurableFile.publish(staging.path(of: name), as: path) else {
                throw FileError(path, number: EEXIST)
            }
        }
    }

    /// Finishes the naming of files whose companions already have their names; all of them are then adopted together.
    private func finishNaming(_ staging: StagingFolder, stem: String) throws(FileError) {
        let hasBegun = MediaFileFormat.all.contains {
            access(folder.path(of: stem + "." + $0.fileExtension), F_OK) == 0
        }
        guard hasBegun else { return }
        for name in try staging.files {
            guard let dot = name.lastIndex(of: ".") else { continue }
            _ = try DurableFile.publish(staging.path(of: name), as: folder.path(of: stem + name[dot...]))
        }
    }
}
