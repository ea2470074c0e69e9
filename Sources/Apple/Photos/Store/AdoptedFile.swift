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
struct FormerAsset {
    var uuid: String
    /// `nil` if only the identifier and the files are known.
    var record: AssetRecord?
    /// Of the files that are left.
    var resources: [ResourceRecord]

    func resource(of name: FileName) -> ResourceRecord? { resources.first { FileName($0.filename) == name } }
}

extension LibraryStore {
    /// The assets that these files are: a photo with its movie and its raw file is one.
    ///
    /// - Parameter old: the asset of which at least one of the files was a part.
    func assets(of names: [FileName], like old: FormerAsset? = nil) -> [AssetRecord] {
        var files = names.compactMap(file)
        var (assets, old) = ([AssetRecord](), old)
        while !files.isEmpty {
            let asset = old.flatMap { Self.takeFormer($0, from: &files) } ?? Self.takeAsset(from: &files)
            assets.append(AssetRecord(adopting: asset, like: old, deferred: deferred))
            old = nil
        }
        return assets
    }

    /// - Returns: `nil` for a file that is not a picture or movie, or not yet.
    func file(_ name: FileName) -> AdoptedFile? {
        guard let bytes = try? FileBytes(path: folder.path(of: name.text)), let facts = MediaFileFacts(bytes) else {
            return nil
        }
        return AdoptedFile(name: name, facts: facts, date: bytes.modificationDate)
    }

    /// The files with their former types, and a movie or raw file that came since; `nil` if its main picture is gone.
    private static func takeFormer(_ old: FormerAsset, from files: inout [AdoptedFile]) -> [AdoptedFile]? {
        let types = files.map { old.resource(of: $0.name)?.type }
        guard let primary = types.firstIndex(where: { $0 == .photo || $0 == .photoProxy }),
            !files[primary].facts.format.isMovie
        else { return nil }
        var asset = [files[primary]]
        for type in [PHAssetResourceType.alternatePhoto, .pairedVideo] {
            let index =
                types.firstIndex(of: type)
                ?? files.indices.first { index in
                    guard types[index] == nil, index != primary else { return false }
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

    private static func takeAsset(from files: inout [AdoptedFile]) -> [AdoptedFile] {
        func take(_ type: PHAssetResourceType, where fits: (MediaFileFacts) -> Bool) -> [AdoptedFile] {
            guard let index = files.firstIndex(where: { fits($0.facts) }) else { return [] }
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
        // A proxy whose catalogue was lost.
        let deferredID = primary.facts.deferredID.flatMap { deferred.contains($0) ? $0 : nil }
        let isVideo = primary.facts.format.isMovie
        self.init(
            uuid: former?.uuid ?? AssetRecord.newUUID(), mediaType: isVideo ? .video : .image,
            mediaSubtypes: primary.facts.subtypes(isLive: files.contains { $0.type == .pairedVideo }),
            pixelWidth: primary.facts.pixelWidth, pixelHeight: primary.facts.pixelHeight,
            duration: isVideo ? primary.facts.duration : 0,
            creationDate: old?.creationDate ?? primary.facts.creationDate ?? primary.date,
            modificationDate: primary.date, isFavorite: old?.isFavorite ?? false, isHidden: old?.isHidden ?? false,
            place: old?.place ?? primary.facts.location.map(Place.init), burstIdentifier: primary.facts.burstIdentifier,
            deferredID: deferredID, deferredStore: deferredID == nil ? nil : deferred.place,
            resources: files.map { file in
                ResourceRecord(
                    type: file.type == .photo && deferredID != nil ? .photoProxy : file.type, filename: file.name.text,
                    originalFilename: former?.resource(of: file.name)?.originalFilename ?? file.name.text,
                    uniformTypeIdentifier: file.facts.format.uniformTypeIdentifier)
            })
    }
}
