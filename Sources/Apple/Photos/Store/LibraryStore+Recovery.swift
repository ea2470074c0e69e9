import Foundation
import Glibc

extension LibraryStore {
    /// Makes an asset of what a dead process left, or removes it when it is not complete.
    ///
    /// When that fails (the disk is full, a file cannot be read) it stays for the next start.
    func recover(_ staging: StagingFolder, in catalogue: Catalogue) {
        let moves = FileMoves()
        do {
            try catalogue.write { access in
                if staging.holdsDeleted { return try putBack(staging, access) }
                // The process may have died between its commit and its tidying up.
                guard try access.assets(uuids: [staging.uuid]).isEmpty else { return }
                if let stem = try staging.stem { try finishNaming(staging, stem: stem) }
                guard let asset = try StagedAsset(recovering: staging) else { return }
                try publish(asset, moves: moves, access)
                try DurableFile.syncFolder(folder.path)
            }
            staging.remove()
        } catch {
            moves.undo()
        }
    }

    /// Gives files their names back whose deletion the catalogue does not know of.
    private func putBack(_ staging: StagingFolder, _ access: CatalogueAccess) throws {
        let known = try access.filenames()
        for name in try staging.files where known[name] != nil {
            let path = folder.path(of: name)
            guard try DurableFile.publish(staging.path(of: name), as: path) else {
                throw FileError(path, number: EEXIST)
            }
        }
    }

    /// Gives files their names whose sisters have theirs already; all of them are adopted together then.
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
    func reconcile(_ access: CatalogueAccess) throws {
        let time = folder.modificationTime
        let known = try access.filenames()
        let present = Set(
            try DurableFile.names(in: folder.path).filter {
                !$0.hasPrefix(".") && MediaFileFacts.Format(filename: $0) != nil
            })
        var unknown = present.subtracting(known.keys)
        var forgotten: [String: AssetRecord] = [:]
        for uuid in Set(known.filter { !present.contains($0.key) }.values) {
            // What is left of an asset that lost one of its files is adopted again, with what was known of it.
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
        try access.setSeenTime(time)
    }

    /// Writes files of one stem into the catalogue: a photo with its movie and its raw file is one asset.
    private func adopt(_ names: [String], like old: AssetRecord?, _ access: CatalogueAccess) throws {
        var files = names.compactMap { name -> AdoptedFile? in
            guard let bytes = try? FileBytes(path: folder.path(of: name)), let facts = MediaFileFacts(bytes) else {
                return nil
            }
            return AdoptedFile(name: name, facts: facts, date: bytes.modificationDate)
        }
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
            try access.insert(AssetRecord(adopting: asset, like: old))
            old = nil
        }
    }

    private static func stem(of name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    private static func number(of stem: String) -> Int? {
        // More than nine digits are no number of a camera, and must not become the next one.
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
    ///   - files: not empty, the one that the asset is about first.
    ///   - old: what was known of the asset before it lost a file.
    fileprivate init(adopting files: [AdoptedFile], like old: AssetRecord?) {
        let primary = files[0]
        let isVideo = primary.facts.format.isMovie
        self.init(
            uuid: old?.uuid ?? UUID().uuidString, mediaType: isVideo ? .video : .image,
            mediaSubtypes: files.contains { $0.type == .pairedVideo } ? .photoLive : [],
            pixelWidth: primary.facts.pixelWidth, pixelHeight: primary.facts.pixelHeight,
            duration: isVideo ? primary.facts.duration : 0,
            creationDate: old?.creationDate ?? primary.facts.creationDate ?? primary.date,
            modificationDate: primary.date, isFavorite: old?.isFavorite ?? false, isHidden: old?.isHidden ?? false,
            resources: files.map {
                ResourceRecord(
                    type: $0.type, filename: $0.name, originalFilename: $0.name,
                    uniformTypeIdentifier: $0.facts.format.uniformTypeIdentifier)
            })
    }
}
