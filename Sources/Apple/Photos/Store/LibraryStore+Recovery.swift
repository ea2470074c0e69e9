import Foundation
import Glibc
import PhotoCoding

extension LibraryStore {
    /// Turns what a dead process left into an asset, or removes it if it is incomplete.
    ///
    /// If that fails (the disk is full, a file cannot be read), it stays for the next start.
    func recover(_ staging: StagingFolder, in catalogue: Catalogue) {
        let moves = FileMoves()
        do {
            try catalogue.write { access in
                // A replacement for a proxy is made again.
                if staging.holdsReplacement { return }
                try dropPublished(staging)
                if staging.holdsDeleted { return try putBack(staging, access) }
                // The process may have died between its commit and its cleanup.
                guard try access.assets(uuids: [staging.uuid]).isEmpty else { return }
                if let stem = try staging.stem { try finishNaming(staging, stem: stem) }
                guard let asset = try StagedAsset(recovering: staging, deferred: deferred) else { return }
                try staging.sync()
                try publish(asset, moves: moves, access)
                try DurableFile.syncFolder(folder.path)
            }
            staging.remove()
        } catch {
            moves.undo()
        }
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
        for name in try staging.files where known[name] != nil {
            let path = folder.path(of: name)
            guard try DurableFile.publish(staging.path(of: name), as: path) else {
                throw FileError(path, number: EEXIST)
            }
        }
    }

    /// Finishes the naming of files whose companions already have their names; all of them are then adopted together.
    private func finishNaming(_ staging: StagingFolder, stem: String) throws(FileError) {
        let hasBegun = MediaFileFacts.Format.allCases.contains {
            access(folder.path(of: stem + "." + $0.fileExtension), F_OK) == 0
        }
        guard hasBegun else { return }
        for name in try staging.files {
            guard let dot = name.lastIndex(of: ".") else { continue }
            _ = try DurableFile.publish(staging.path(of: name), as: folder.path(of: stem + name[dot...]))
        }
    }

    /// Makes the catalogue agree with the folder: forgets files that are gone, adopts files that it does not know.
    ///
    /// A file that cannot be read and is quite new may still be being copied, and the folder's own time does not show
    /// when it is complete. So the folder is then scanned again on each request.
    func reconcile(_ access: CatalogueAccess) throws {
        let time = folder.modificationTime
        let known = try access.filenames()
        let present = Set(
            try DurableFile.names(in: folder.path).filter {
                !$0.hasPrefix(".") && MediaFileFacts.Format(filename: $0) != nil
            })
        var unknown = present.subtracting(known.keys)
        var forgotten: [String: AssetRecord] = [:]
        let arrived = Dictionary(grouping: unknown, by: Self.stem)
        let names = Dictionary(grouping: known.keys) { known[$0] }
        let changed = known.filter { name, uuid in
            guard present.contains(name) else { return true }
            let isHalf = Set(names[uuid, default: []].map(Self.isMovie)).count == 1
            return isHalf
                && arrived[Self.stem(of: name), default: []].contains {
                    Self.isMovie($0) != Self.isMovie(name) && file($0) != nil
                }
        }
        for uuid in Set(changed.values) {
            // What is left of an asset that lost one of its files is adopted again, with what was known about it. So is
            // half of a Live Photo when its other half is copied here.
            let names = try access.resources(of: uuid).map(\.filename).filter(present.contains)
            unknown.formUnion(names)
            for record in try access.assets(uuids: [uuid]) {
                for name in names { forgotten[Self.stem(of: name)] = record }
            }
            try access.delete(uuid: uuid)
        }
        for (stem, names) in Dictionary(grouping: unknown, by: Self.stem).sorted(by: { $0.key < $1.key }) {
            try adopt(names.sorted(), like: forgotten[stem], access)
            if let number = Self.number(of: stem) { try access.skipNumbers(through: number) }
        }
        let left = unknown.subtracting(try access.filenames().keys)
        if !left.contains(where: folder.isArriving) { try access.setSeenTime(time) }
    }

    /// Adds files with one stem to the catalogue: a photo with its movie and its raw file is one asset.
    private func adopt(_ names: [String], like old: AssetRecord?, _ access: CatalogueAccess) throws {
        var files = names.compactMap(file)
        func take(_ type: PHAssetResourceType, where fits: (MediaFileFacts) -> Bool) -> [AdoptedFile] {
            guard let index = files.firstIndex(where: { fits($0.facts) }) else { return [] }
            var file = files.remove(at: index)
            file.type = type
            return [file]
        }
        var old = old
        while !files.isEmpty {
            var asset = take(.photo) { !$0.format.isMovie && $0.format != .tiff }
            if asset.isEmpty {
                asset = take(.photo) { $0.format == .tiff }
            } else {
                asset += take(.alternatePhoto) { $0.format == .tiff }
            }
            asset += take(asset.isEmpty ? .video : .pairedVideo) { $0.format.isMovie }
            try access.insert(AssetRecord(adopting: asset, like: old, deferred: deferred))
            old = nil
        }
    }

    /// - Returns: `nil` for a file that is not a picture or movie, or not yet.
    private func file(_ name: String) -> AdoptedFile? {
        guard let bytes = try? FileBytes(path: folder.path(of: name)), let facts = MediaFileFacts(bytes) else {
            return nil
        }
        return AdoptedFile(name: name, facts: facts, date: bytes.modificationDate)
    }

    private static func isMovie(_ name: String) -> Bool { MediaFileFacts.Format(filename: name)?.isMovie == true }

    private static func stem(of name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    private static func number(of stem: String) -> Int? {
        // More than nine digits are not a camera's number, and must not determine the next one.
        stem.hasPrefix("IMG_") ? Int(stem.dropFirst(4).prefix(9).prefix { $0.isASCII && $0.isNumber }) : nil
    }
}

/// A file in the library's folder that the catalogue did not know.
private struct AdoptedFile {
    var name: String
    var facts: MediaFileFacts
    var date: Date
    var type = PHAssetResourceType.photo
}

extension AssetRecord {
    /// - Parameters:
    ///   - files: not empty; the asset's main file comes first.
    ///   - old: what was known about the asset before it lost a file.
    fileprivate init(adopting files: [AdoptedFile], like old: AssetRecord?, deferred: DeferredPhotoStore) {
        let primary = files[0]
        // A proxy whose catalogue was lost.
        let deferredID = primary.facts.deferredID.flatMap { deferred.contains($0) ? $0 : nil }
        let isVideo = primary.facts.format.isMovie
        let originals = Dictionary(
            (old?.resources ?? []).map { ($0.filename, $0.originalFilename) }, uniquingKeysWith: { first, _ in first })
        self.init(
            uuid: old?.uuid ?? UUID().uuidString, mediaType: isVideo ? .video : .image,
            mediaSubtypes: primary.facts.subtypes(isLive: files.contains { $0.type == .pairedVideo }),
            pixelWidth: primary.facts.pixelWidth, pixelHeight: primary.facts.pixelHeight,
            duration: isVideo ? primary.facts.duration : 0,
            creationDate: old?.creationDate ?? primary.facts.creationDate ?? primary.date,
            modificationDate: primary.date, isFavorite: old?.isFavorite ?? false, isHidden: old?.isHidden ?? false,
            place: old?.place ?? primary.facts.location.map(Place.init), burstIdentifier: primary.facts.burstIdentifier,
            deferredID: deferredID, deferredStore: deferredID == nil ? nil : deferred.place,
            resources: files.map {
                ResourceRecord(
                    type: $0.type == .photo && deferredID != nil ? .photoProxy : $0.type, filename: $0.name,
                    originalFilename: originals[$0.name] ?? $0.name,
                    uniformTypeIdentifier: $0.facts.format.uniformTypeIdentifier)
            })
    }
}
