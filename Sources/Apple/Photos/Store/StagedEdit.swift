import Foundation

/// An edited version whose files are complete and synced, but still hidden.
final class StagedEdit {
    private static let stagingStem = "edited"

    let staging: StagingFolder
    let facts: MediaFileFacts
    let base: EditBase

    /// - Throws: ``PHPhotosError`` without the result or the adjustment data; ``FileError``. Nothing is left behind
    ///   then.
    init(_ edit: NewEdit, incoming: String) throws {
        guard let adjustmentData = edit.adjustmentData else {
            throw PHPhotosError(.invalidResource, "An edit without adjustment data cannot be saved.")
        }
        let rendered = edit.content.url.path
        do throws(FileError) {
            guard let facts = MediaFileFacts(try FileBytes(path: rendered)) else {
                throw FileError(rendered, number: EILSEQ)
            }
            self.facts = facts
        } catch {
            let code: PHPhotosError.Code = error.number == ENOENT ? .missingResource : .invalidResource
            throw PHPhotosError(code, "The result of the edit is no picture or movie (\(error)).", cause: error)
        }
        base = edit.base
        staging = try StagingFolder(in: incoming, uuid: StagingFolder.newEditName())
        do {
            try DurableFile.copy(rendered, to: staging.path(of: mediaName))
            try DurableFile.write(AdjustmentFile(adjustmentData).encoded, to: staging.path(of: Self.adjustmentsName))
            try staging.sync()
        } catch {
            staging.remove()
            throw error
        }
    }

    private var mediaName: String { Self.stagingStem + "." + facts.format.fileExtension }

    private static var adjustmentsName: String { stagingStem + "." + AdjustmentFile.fileExtension }

    /// Gives the files their names beside the original.
    ///
    /// The adjustment data come first: a picture that a crash leaves with them is known as an edit.
    ///
    /// - Returns: the records of the files.
    func publish(besides original: ResourceRecord, in folder: LibraryFolder, _ moves: FileMoves) throws
        -> [ResourceRecord]
    {
        let mark = moves.count
        for stem in FileName(original.filename).editedStems {
            let name = stem + "." + facts.format.fileExtension
            let adjustments = stem + "." + AdjustmentFile.fileExtension
            try staging.announce(stem: name, of: try staging.files)
            if try moves.publish(staging.path(of: Self.adjustmentsName), as: folder.path(of: adjustments)),
                try moves.publish(staging.path(of: mediaName), as: folder.path(of: name))
            {
                return [
                    ResourceRecord(
                        type: facts.format.isMovie ? .fullSizeVideo : .fullSizePhoto, filename: name,
                        originalFilename: name, uniformTypeIdentifier: facts.format.uniformTypeIdentifier),
                    .adjustments(adjustments),
                ]
            }
            // Another program, or an earlier edit, has one of the names.
            moves.undo(downTo: mark)
        }
        throw FileError(folder.path(of: original.filename), number: EEXIST)
    }

    /// Takes back the names that a dead process gave to an edit that the catalogue does not know.
    static func withdraw(_ staging: StagingFolder, in folder: LibraryFolder, _ access: CatalogueAccess) throws {
        guard let name = try staging.stem.map({ FileName($0) }), try access.owner(of: name) == nil else { return }
        for name in [name, name.stem.adjustments] {
            // A person's file may have the name by now.
            let path = folder.path(of: name.text)
            if try staging.announced(fileAt: path) { unlink(path) }
        }
    }
}

extension ResourceRecord {
    /// The adjustment data of an edit.
    static func adjustments(_ filename: String) -> ResourceRecord {
        ResourceRecord(
            type: .adjustmentData, filename: filename, originalFilename: "Adjustments.plist",
            uniformTypeIdentifier: "com.apple.property-list")
    }
}

/// Edits of assets. The original keeps its name and is never touched; the edited version lies beside it.
extension LibraryStore {
    /// - Parameter replaced: where the files of an edit go that is not needed anymore.
    func changeContent(
        of uuid: String, _ content: ContentChange, staged: [UUID: StagedEdit], replaced: StagingFolder,
        moves: FileMoves, _ access: CatalogueAccess
    ) throws {
        let resources = try access.resources(of: uuid)
        guard let original = resources.first(where: \.type.isPrimary) else {
            throw PHPhotosError(.identifierNotFound, "There is no asset \(uuid) in the photo library \(folder.path).")
        }
        var edited: [ResourceRecord] = []
        let facts: MediaFileFacts
        switch content {
        case .edit(let edit):
            let staged = staged[edit.id]!
            guard staged.facts.format.isMovie == original.type.isMovie else {
                throw PHPhotosError(
                    .invalidResource,
                    "The result of an edit of \(original.filename) has to be a \(original.type.isMovie ? "movie" : "picture")."
                )
            }
            edited = try staged.publish(besides: original, in: folder, moves) + resources.kept(for: staged.base)
            facts = staged.facts
        case .revert:
            if !resources.contains(where: \.type.isOfEdit) { return }
            guard let known = MediaFileFacts(try FileBytes(path: folder.path(of: original.filename))) else {
                throw PHPhotosError(.invalidResource, "\(folder.path(of: original.filename)) cannot be read.")
            }
            facts = known
        }
        let kept = Set(edited.map { FileName($0.filename) })
        for old in resources where old.type.isOfEdit && !kept.contains(FileName(old.filename)) {
            _ = try moves.setAside(folder.path(of: old.filename), to: replaced.path(of: old.filename))
        }
        let isLive = edited.isEmpty && resources.contains { $0.type == .pairedVideo }
        try access.setEdit(edited, of: uuid, shown: facts, isLive: isLive, at: Date())
    }
}

extension [ResourceRecord] {
    /// What of an asset's earlier edits is still needed by an edit that began with this version.
    fileprivate func kept(for base: EditBase) -> [ResourceRecord] {
        switch base {
        case .original: return []
        case .earlier: return filter(\.type.isEarlierEdit)
        case .current:
            return filter(\.type.isEdited).map { record in
                var record = record
                record.type = record.type == .fullSizeVideo ? .adjustmentBaseVideo : .adjustmentBasePhoto
                return record
            }
        }
    }
}
