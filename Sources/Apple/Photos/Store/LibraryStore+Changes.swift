import Foundation
import Glibc
import PhotoCoding

/// Changes of the library: files get their names, or are set aside, in the same transaction as their assets.
extension LibraryStore {
    /// Performs all of the changes, or none. Returns when they are on disk.
    ///
    /// Data that is nowhere else, and complete on the disk, is not thrown away because the catalogue cannot take it.
    /// The next change that succeeds, or the next start, adds it to the library. The error says where it is.
    func perform(_ changes: [AssetChange]) throws(PHPhotosError) {
        if changes.isEmpty { return }
        do {
            try performOnce(changes)
        } catch {
            guard error.code == .notEnoughSpace, let uuids = changes.deletedAlone else { throw error }
            try deleteAtOnce(uuids)
        }
        adoptKept()
    }

    /// Deletes assets although the catalogue has no room to note it: their files make that room.
    private func deleteAtOnce(_ uuids: [String]) throws(PHPhotosError) {
        for uuid in uuids {
            for file in try resources(of: uuid) {
                let path = folder.path(of: file.filename)
                if unlink(path) != 0, errno != ENOENT { throw photosError(FileError(path)) }
            }
        }
        // If there still is no room, the next reader notices what is gone.
        try? withCatalogue { catalogue in
            try catalogue.write { access in for uuid in uuids { try access.delete(uuid: uuid) } }
        }
    }

    /// Adds what an earlier change could not. What fails now is tried again by the next change, or the next start.
    private func adoptKept() {
        if kept.withLock(\.isEmpty) { return }
        try? withCatalogue { try adoptAbandoned(in: $0) }
        kept.withLock { paths in paths = paths.filter { access($0, F_OK) == 0 } }
    }

    private func performOnce(_ changes: [AssetChange]) throws(PHPhotosError) {
        var assets: [String: StagedAsset] = [:]
        var edits: [UUID: StagedEdit] = [:]
        // After the catalogue has them, nothing but the folders is left.
        defer { for edit in edits.values { edit.staging.remove() } }
        do {
            if let obstacle = folder.obstacle { throw obstacle }
            for case .edit(let edit) in changes.compactMap(\.content) {
                edits[edit.id] = try StagedEdit(edit, incoming: folder.incoming)
            }
            for case .create(let asset) in changes {
                assets[asset.uuid] = try StagedAsset(asset, incoming: folder.incoming, deferred: deferred)
            }
            try perform(changes, staged: assets, edits)
            for asset in assets.values { asset.staging.remove() }
            for asset in assets.values { asset.deferredID.map(deferred.handOver) }
            for asset in assets.values { asset.removeCopiedSources() }
        } catch {
            let isReserved = reserveDeferredPhotos(of: changes)
            let kept =
                keep(Array(assets.values), of: changes, after: error) + recordings(of: changes, after: error)
                + leaveLoose(changes, after: error)
            self.kept.withLock { $0.formUnion(kept) }
            let failure = photosError(error).whileKept(kept)
            throw isReserved ? failure.whilePhotosWait : failure
        }
    }

    /// - Parameter assets: by their identifiers.
    private func perform(
        _ changes: [AssetChange], staged assets: [String: StagedAsset], _ edits: [UUID: StagedEdit]
    ) throws {
        let deleted = try makeFolderForDeleted(changes)
        let changesContent = changes.contains { $0.content != nil }
        let replaced =
            try changesContent
            ? StagingFolder(in: folder.incoming, uuid: StagingFolder.newReplacedName()) : nil
        let moves = FileMoves()
        do {
            for asset in assets.values {
                try asset.takeMovedFiles(moves)
                try asset.staging.sync()
            }
            claimDeferredPhotos(of: assets)
            let mark = moves.count
            try withCatalogue { catalogue in
                do {
                    try catalogue.write { access in
                        do {
                            try apply(
                                changes, staged: assets, edits, deleted: deleted, replaced: replaced, moves: moves,
                                to: access)
                        } catch {
                            // Before anybody else can look at the folder.
                            moves.undo(downTo: mark)
                            throw error
                        }
                    }
                } catch {
                    moves.undo(downTo: mark)
                    throw error
                }
                // What fails now is made up for by the next start.
                if changes.contains(where: \.mayChangeAlbums) { try? reconcileAlbums(in: catalogue) }
            }
        } catch {
            // Data has no other place, and what was moved stays with it.
            if isKept(after: error) {
                for asset in assets.values where asset.hasData { moves.keep(in: asset.staging.path) }
            }
            moves.undo()
            deleted?.removeIfEmpty()
            replaced?.removeIfEmpty()
            throw error
        }
        if let deleted { discard(deleted) }
        replaced?.remove()
    }

    /// Removes a folder with files that are no longer in the library, by way of the trash where there is one.
    ///
    /// What the trash cannot take now stays for the next start. On a full disk the trash would be of no use.
    func discard(_ staging: StagingFolder) {
        guard let trash, staging.isForTrash, !folder.isFull else { return staging.remove() }
        var (waiting, removed) = ([String](), [String]())
        for name in (try? staging.files) ?? [] {
            do throws(FileError) {
                if try trash.take(staging.path(of: name), from: folder.path(of: name)) { continue }
                unlink(staging.path(of: name))
                removed.append(name)
            } catch {
                waiting.append("\(name) (\(String(cString: strerror(error.number))))")
            }
        }
        if !removed.isEmpty {
            PHPhotoLibrary.note(
                "There is no trash for \(folder.path): \(removed.joined(separator: ", ")) cannot be taken back.")
        }
        if waiting.isEmpty { return staging.remove() }
        PHPhotoLibrary.note(
            "The trash did not take \(waiting.joined(separator: ", ")); until it does, the next start tries again, and what"
                + " was deleted is in \(staging.path).")
    }

    /// Leaves what is nowhere else for the next start, if the catalogue was the obstacle, and removes the rest.
    ///
    /// - Returns: where the main files are.
    private func keep(_ assets: [StagedAsset], of changes: [AssetChange], after error: any Error) -> [String] {
        let isKept = isKept(after: error)
        for asset in assets {
            if isKept && asset.hasData { asset.keep(changes) } else { asset.staging.remove() }
        }
        return isKept ? assets.filter(\.hasData).compactMap(\.onlyCopy).sorted() : []
    }

    /// The recordings in the library's own folder that stay there for the next start, because nothing is wrong with them.
    private func recordings(of changes: [AssetChange], after error: any Error) -> [String] {
        guard isKept(after: error) || [.notEnoughSpace, .accessUserDenied].contains(photosError(error).code) else {
            return []
        }
        return changes.compactMap { change in
            guard case .create(let asset) = change,
                let path = asset.resources.first(where: \.type.isPrimary)?.movedPath
            else { return nil }
            guard path.hasPrefix(folder.incoming + "/"), access(path, F_OK) == 0 else { return nil }
            StagedDetails(of: asset, in: changes).write(in: (path as NSString).deletingLastPathComponent)
            return path
        }.sorted()
    }

    /// Whether files that are complete have to wait because of an error, which is none of theirs or of the disk's.
    private func isKept(after error: any Error) -> Bool {
        photosError(error).code == .internalError && (error as? FileError)?.number != ESTALE
    }

    /// Where files wait until their deletion is in the catalogue; `nil` if nothing is to be deleted.
    private func makeFolderForDeleted(_ changes: [AssetChange]) throws(FileError) -> StagingFolder? {
        let deletes = changes.contains { if case .delete = $0 { true } else { false } }
        return deletes ? try StagingFolder(in: folder.incoming, uuid: StagingFolder.newDeletedName()) : nil
    }

    private func apply(
        _ changes: [AssetChange], staged: [String: StagedAsset], _ stagedEdits: [UUID: StagedEdit],
        deleted: StagingFolder?, replaced: StagingFolder?, moves: FileMoves, to access: CatalogueAccess
    ) throws {
        let isUpToDate = try access.seenTime() == folder.modificationTime
        for change in changes {
            switch change {
            case .create(let asset):
                // Another process may have made it of what a dead one left: a deferred photo has the same identifier
                // each time.
                guard try access.assets(uuids: [asset.uuid]).isEmpty else { continue }
                _ = try publish(staged[asset.uuid]!, moves: moves, access)
            case .update(let uuid, let edits):
                guard try access.apply(edits, to: uuid, at: Date()) else { throw unknownAsset(uuid) }
                if let content = edits.content, let replaced {
                    try changeContent(of: uuid, content, staged: stagedEdits, replaced: replaced, moves: moves, access)
                }
            case .delete(let uuid):
                for name in try access.resources(of: uuid).map(\.filename) {
                    // A file that another program has deleted is as good as deleted.
                    _ = try moves.setAside(folder.path(of: name), to: deleted!.path(of: name))
                }
                try access.delete(uuid: uuid)
            case .createAlbum(let uuid, let title, let edits):
                try access.insertAlbum(uuid, title: title)
                try changeAlbum(uuid, title: nil, edits, access)
            case .fillAlbum(let uuid, let title, let edits):
                let known = try access.album(titled: title)
                if known == nil { try access.insertAlbum(uuid, title: title) }
                try changeAlbum(known ?? uuid, title: nil, edits, access)
            case .updateAlbum(let uuid, let title, let edits): try changeAlbum(uuid, title: title, edits, access)
            case .deleteAlbum(let uuid): try access.deleteAlbum(uuid)
            }
        }
        try DurableFile.syncFolder(folder.path)
        // Otherwise the next reader checks what others did to the folder.
        if isUpToDate { try access.setSeenTime(folder.modificationTime) }
    }

    private func changeAlbum(
        _ album: String, title: String?, _ edits: [AlbumEdit], _ access: CatalogueAccess
    ) throws {
        for case .add(let assets) in edits { try check(assets, access) }
        for case .place(let assets, _) in edits { try check(assets, access) }
        guard try access.changeAlbum(album, title: title, edits: edits) else {
            throw PHPhotosError(
                .identifierNotFound, "There is no album \(album) in the photo library \(folder.path).")
        }
    }

    private func check(_ assets: [String], _ access: CatalogueAccess) throws {
        for asset in assets where try !access.isAsset(asset) { throw unknownAsset(asset) }
    }

    /// Gives an asset's files their names and adds it to the catalogue.
    func publish(_ asset: StagedAsset, moves: FileMoves, _ access: CatalogueAccess) throws -> AssetRecord {
        let mark = moves.count
        while true {
            let stem = try freeStem(access)
            try asset.staging.announce(stem: stem)
            let isPublished = try asset.filenames(stem: stem).allSatisfy { name in
                try moves.publish(asset.staging.path(of: name.staging), as: folder.path(of: name.final))
            }
            if isPublished {
                let record = asset.record(stem: stem)
                try access.insert(record)
                return record
            }
            // Another program took one of the names.
            moves.undo(downTo: mark)
        }
    }

    /// A file name, without extension, that no file in the folder or the catalogue has: `IMG_0001`.
    private func freeStem(_ access: CatalogueAccess) throws -> String {
        while true {
            let stem = FileName.stem(ofNumber: try access.takeNumber()).text
            let isFree = try MediaFileFormat.all.allSatisfy { format in
                let name = stem + "." + format.fileExtension
                return try !folder.has(name) && access.owner(of: FileName(name)) == nil
            }
            if isFree { return stem }
        }
    }

    private func unknownAsset(_ uuid: String) -> PHPhotosError {
        PHPhotosError(.identifierNotFound, "There is no asset \(uuid) in the photo library \(folder.path).")
    }
}

extension [AssetChange] {
    /// The assets that are deleted, if nothing else happens.
    fileprivate var deletedAlone: [String]? {
        let uuids = compactMap { change in if case .delete(let uuid) = change { uuid } else { nil } }
        return uuids.count == count ? uuids : nil
    }
}
