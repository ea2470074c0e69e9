import Foundation
import PhotoCoding

/// A file in the library's folder that the catalogue did not know.
struct AdoptedFile {
    var name: FileName
    var facts: MediaFileFacts
    var date: Date
    var type = PHAssetResourceType.photo
}

/// What is known of an asset that is adopted again: its catalogue was damaged, or one of its files is gone.
///
/// An object, because a scan has as many places for one as there are files, nearly all of them empty.
final class FormerAsset: Sendable {
    let uuid: String
    /// `nil` if only the identifier and the files are known.
    let record: AssetRecord?
    /// Of the files that are left.
    let resources: [ResourceRecord]
    /// Of all files when the scan began; `nil` if the catalogue does not know it.
    let all: [ResourceRecord]?

    init(uuid: String, record: AssetRecord?, resources: [ResourceRecord], all: [ResourceRecord]? = nil) {
        (self.uuid, self.record, self.resources, self.all) = (uuid, record, resources, all)
    }

    func resource(of name: FileName) -> ResourceRecord? { resources.first { FileName($0.filename) == name } }
}

extension LibraryStore {
    /// The assets that these files are: a photo with its movie and its raw file is one.
    ///
    /// - Parameter old: the asset of which at least one of the files was a part.
    func assets(of names: [FileName], like old: FormerAsset? = nil) -> [AssetRecord] {
        var files = names.compactMap(file)
        let adjustments = names.filter(\.isAdjustments)
        var (assets, old) = ([AssetRecord](), old)
        while !files.isEmpty {
            let asset = old.flatMap { Self.takeFormer($0, from: &files) } ?? Self.takeAsset(from: &files)
            var record = AssetRecord(adopting: asset, like: old, deferred: deferred)
            let edited = asset.first(where: \.type.isEdited)?.name.stem.adjustments
            if let name = adjustments.first(where: { $0 == edited }) {
                record.resources.append(.adjustments(name.text))
            }
            assets.append(record)
            old = nil
        }
        return assets
    }

    /// - Returns: `nil` for a file that is not a picture or movie, or not yet.
    func file(_ name: FileName) -> AdoptedFile? {
        do throws(FileError) {
            let bytes = try FileBytes(path: folder.path(of: name.text))
            let facts = MediaFileFacts(bytes)
            if let facts { return AdoptedFile(name: name, facts: facts, date: bytes.modificationDate) }
            if let failure = bytes.failure { throw failure }
            return nil
        } catch {
            // A folder or a link to nothing is no file; one that has gone is none either.
            if [EACCES, EPERM, EIO].contains(error.number) { remember(error, of: name) }
            return nil
        }
    }

    /// The files with their former types, and a movie, raw file or edited version that came since; `nil` if its main
    /// picture is gone.
    private static func takeFormer(_ old: FormerAsset, from files: inout [AdoptedFile]) -> [AdoptedFile]? {
        let types = files.map { old.resource(of: $0.name)?.type }
        guard let primary = types.firstIndex(where: { $0?.isPrimary == true }),
            files[primary].facts.format.isMovie == (types[primary] == .video)
        else { return nil }
        if types[primary] == .video {
            // A picture that came makes a Live Photo of it.
            guard types.contains(where: { $0?.isOfEdit == true }), !files.contains(where: { !$0.facts.format.isMovie })
            else { return nil }
        }
        var asset = [files[primary]]
        asset[0].type = types[primary] == .video ? .video : .photo
        takeEdits(of: asset[0], types, from: files, into: &asset)
        if asset[0].type == .video {
            files.removeAll { file in asset.contains { $0.name == file.name } }
            return asset
        }
        for type in [PHAssetResourceType.alternatePhoto, .pairedVideo] {
            let index =
                types.firstIndex(of: type)
                ?? files.indices.first { index in
                    guard types[index] == nil, index != primary, files[index].name.originalStem == nil else {
                        return false
                    }
                    let format = files[index].facts.format
                    return type == .pairedVideo ? format.isMovie : format.isRaw
                }
            guard let index, files[index].facts.format.isMovie == type.isMovie else { continue }
            var file = files[index]
            file.type = type
            asset.append(file)
        }
        files.removeAll { file in asset.contains { $0.name == file.name } }
        return asset
    }

    /// What an asset has because it was edited, and an edited version that came since if it had none.
    private static func takeEdits(
        of original: AdoptedFile, _ types: [PHAssetResourceType?], from files: [AdoptedFile],
        into asset: inout [AdoptedFile]
    ) {
        // Without the last edit, the one that it began with is shown again.
        let isShown = types.contains { $0?.isEdited == true }
        for (file, type) in zip(files, types) {
            guard let type, type.isOfEdit, isShown || !type.isEarlierEdit, file.facts.format.isMovie == type.isMovie
            else { continue }
            var file = file
            file.type = type
            asset.append(file)
        }
        if !asset.contains(where: \.type.isEdited), let edited = edited(of: original, in: files) {
            asset.append(edited)
        }
    }

    /// The newest edited version of a file.
    private static func edited(of original: AdoptedFile, in files: [AdoptedFile]) -> AdoptedFile? {
        let isMovie = original.facts.format.isMovie
        let all = files.filter {
            $0.name.originalStem == original.name.stem && $0.facts.format.isMovie == isMovie
        }
        guard var file = all.max(by: { $0.date < $1.date }) else { return nil }
        file.type = isMovie ? .fullSizeVideo : .fullSizePhoto
        return file
    }

    private static func takeAsset(from files: inout [AdoptedFile]) -> [AdoptedFile] {
        let stems = Set(files.map(\.name.stem))
        func take(_ type: PHAssetResourceType, where fits: (MediaFileFacts) -> Bool) -> [AdoptedFile] {
            let index = files.firstIndex { file in
                fits(file.facts) && file.name.originalStem.map { !stems.contains($0) } ?? true
            }
            guard let index else { return [] }
            var file = files.remove(at: index)
            file.type = type
            return [file]
        }
        var asset = take(.photo) { !$0.format.isMovie && !$0.format.isRaw }
        if asset.isEmpty {
            asset = take(.photo) { $0.format.isRaw }
        } else {
            asset += take(.alternatePhoto) { $0.format.isRaw }
        }
        asset += take(asset.isEmpty ? .video : .pairedVideo) { $0.format.isMovie }
        if let main = asset.first, let edited = edited(of: main, in: files) {
            files.removeAll { $0.name == edited.name }
            asset.append(edited)
        }
        return asset
    }
}

extension AssetRecord {
    /// - Parameters:
    ///   - files: not empty; the asset's main file comes first.
    ///   - former: what was known about the asset before.
    fileprivate init(adopting files: [AdoptedFile], like former: FormerAsset?, deferred: DeferredPhotoStore) {
        let primary = files[0]
        let old = former?.record
        let shown = files.first(where: \.type.isEdited) ?? primary
        // A proxy whose catalogue was lost.
        let deferredID = primary.facts.deferredID.flatMap { deferred.contains($0) ? $0 : nil }
        let isVideo = primary.facts.format.isMovie
        self.init(
            uuid: former?.uuid ?? AssetRecord.newUUID(), mediaType: isVideo ? .video : .image,
            mediaSubtypes: shown.facts.subtypes(
                isLive: !shown.type.isEdited && files.contains { $0.type == .pairedVideo }),
            pixelWidth: shown.facts.pixelWidth, pixelHeight: shown.facts.pixelHeight,
            duration: isVideo ? shown.facts.duration : 0,
            creationDate: old?.creationDate ?? primary.facts.creationDate ?? primary.date,
            modificationDate: files.map(\.date).max() ?? primary.date, isFavorite: old?.isFavorite ?? false,
            isHidden: old?.isHidden ?? false,
            isEdited: shown.type.isEdited, place: old?.place ?? primary.facts.location.map(Place.init),
            burstIdentifier: primary.facts.burstIdentifier,
            deferredID: deferredID, deferredStore: deferredID == nil ? nil : deferred.place,
            resources: files.map { file in
                ResourceRecord(
                    type: file.type == .photo && deferredID != nil ? .photoProxy : file.type, filename: file.name.text,
                    originalFilename: former?.resource(of: file.name)?.originalFilename ?? file.name.text,
                    uniformTypeIdentifier: file.facts.format.uniformTypeIdentifier)
            })
    }
}
