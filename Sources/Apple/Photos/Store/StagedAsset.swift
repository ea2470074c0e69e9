import Foundation
import Glibc
import PhotoCoding

/// An asset whose files are complete and synced, but still hidden.
final class StagedAsset {
    private struct File {
        var type: PHAssetResourceType
        var facts: MediaFileFacts
        var originalFilename: String?
        var uniformTypeIdentifier: String
        /// The file to move here, or to remove after it was copied here.
        var source: String?
        var isInPlace: Bool

        var stagingName: String { type.stagingName + "." + facts.format.fileExtension }
    }

    let staging: StagingFolder
    private let asset: NewAsset
    private let store: DeferredPhotoStore
    private var files: [File] = []

    /// Writes the asset's data and copies its files; those that will be moved wait for ``takeMovedFiles(_:)``.
    ///
    /// - Throws: `PHPhotosError` for files that do not form an asset; ``FileError``. Nothing is left behind then.
    init(_ asset: NewAsset, incoming: String, deferred store: DeferredPhotoStore) throws {
        self.asset = asset
        self.store = store
        try Self.checkTypes(asset.resources.map(\.type))
        let files = try asset.resources.map(Self.inspect)
        staging = try StagingFolder(in: incoming, uuid: asset.uuid)
        self.files = files
        // Without the albums: if the process dies, other assets of the same change block may be missing, and an album gets
        // all of a block or nothing.
        StagedDetails(of: asset).write(in: staging.path)
        do {
            for (index, resource) in asset.resources.enumerated() { try fill(index, with: resource.content) }
        } catch {
            staging.remove()
            throw error
        }
    }

    /// Makes an asset from the complete files that a dead process left.
    ///
    /// - Returns: `nil` if there is nothing worth keeping.
    /// - Throws: ``FileError`` if a file cannot be read, which says nothing about its worth.
    init?(recovering staging: StagingFolder, deferred store: DeferredPhotoStore) throws(FileError) {
        self.staging = staging
        self.store = store
        let details = StagedDetails(in: staging.path)
        asset = NewAsset(
            uuid: staging.uuid, resources: [], creationDate: details?.creationDate,
            isFavorite: details?.isFavorite ?? false, isHidden: details?.isHidden ?? false,
            place: details?.place.map(\.place))
        for name in try staging.files {
            guard let type = PHAssetResourceType(stagingName: name.prefix { $0 != "." }) else { continue }
            let bytes = try FileBytes(path: staging.path(of: name))
            let facts = MediaFileFacts(bytes)
            if let failure = bytes.failure { throw failure }
            // A recording that ended before its first fragment is empty.
            guard let facts, !facts.format.isMovie || facts.duration > 0 else { continue }
            files.append(
                File(
                    type: type, facts: facts, originalFilename: details?.originalFilenames[type.stagingName],
                    uniformTypeIdentifier: facts.format.uniformTypeIdentifier, isInPlace: true))
        }
        // A paired video alone is a video, an alternate photo alone is a photo.
        if files.count == 1, [.pairedVideo, .alternatePhoto].contains(files[0].type) {
            let type: PHAssetResourceType = files[0].type == .pairedVideo ? .video : .photo
            let old = files[0].stagingName
            files[0].type = type
            rename(staging.path(of: old), staging.path(of: files[0].stagingName))
        }
        if files.isEmpty { return nil }
    }

    /// Less than this is no recording that anybody would miss: the head of a file, and perhaps a few frames.
    private static let leastMovie = 1 << 16

    /// Whether a complete file that a dead process left cannot be read. A recording without any picture is not damaged.
    ///
    /// - Throws: ``FileError`` if the file itself cannot be read, which says nothing about its worth.
    static func isDamaged(_ path: String) throws(FileError) -> Bool {
        let name = (path as NSString).lastPathComponent
        guard let type = PHAssetResourceType(stagingName: name.prefix { $0 != "." }) else { return false }
        let bytes = try FileBytes(path: path)
        let facts = MediaFileFacts(bytes)
        if let failure = bytes.failure { throw failure }
        guard type.isMovie else { return facts == nil && bytes.count > 0 }
        if bytes.count < leastMovie || (facts?.duration ?? 0) > 0 { return false }
        return facts == nil || MovieHeader(bytes)?.hasFragments == true
    }

    /// The photo for which the asset's proxy stands in; `nil` if there is no proxy, or no photo is pending.
    var deferredID: DeferredPhotoID? {
        let id = files.first { $0.type == .photoProxy }?.facts.deferredID
        return id.flatMap { store.contains($0) ? $0 : nil }
    }

    /// Moves the files that the app handed over. This comes last: until here, a crash leaves them where they were.
    func takeMovedFiles(_ moves: FileMoves) throws {
        for index in files.indices where !files[index].isInPlace {
            let source = files[index].source!
            let target = staging.path(of: files[index].stagingName)
            if try moves.move(source, to: target) {
                files[index].source = nil
            } else {
                try DurableFile.copy(source, to: target)
            }
            files[index].isInPlace = true
        }
    }

    /// Leaves the asset for the next start, with what was said of it.
    func keep(_ changes: [AssetChange]) {
        StagedDetails(of: asset, in: changes).write(in: staging.path)
        try? staging.withdrawStem()
    }

    /// Where the asset's main file is, if it is here.
    var onlyCopy: String? {
        guard let main = files.first(where: \.type.isPrimary), main.isInPlace else { return nil }
        return staging.path(of: main.stagingName)
    }

    /// Whether part of it is in no file of the app's.
    var hasData: Bool { asset.hasData }

    /// Removes files that were to be moved but are on another file system.
    func removeCopiedSources() {
        for file in files { if let source = file.source { unlink(source) } }
    }

    /// The names of the files, here and in the library.
    func filenames(stem: String) -> [(staging: String, final: String)] {
        var names: Set<String> = []
        return files.map { file in
            let suffix = "." + file.facts.format.fileExtension
            var name = stem + suffix
            // A second file with the same format, such as a photo and an alternate photo that are both JPEG.
            if !names.insert(name).inserted { name = stem + "_" + file.type.stagingName + suffix }
            return (file.stagingName, name)
        }
    }

    /// The asset's catalogue entry.
    func record(stem: String) -> AssetRecord {
        let names = filenames(stem: stem).map(\.final)
        let primary = files.first { $0.type.isPrimary } ?? files[0]
        let isVideo = primary.facts.format.isMovie
        let now = Date()
        let deferredID = self.deferredID
        return AssetRecord(
            uuid: asset.uuid, mediaType: isVideo ? .video : .image,
            mediaSubtypes: primary.facts.subtypes(isLive: files.contains { $0.type == .pairedVideo }),
            pixelWidth: primary.facts.pixelWidth, pixelHeight: primary.facts.pixelHeight,
            duration: isVideo ? primary.facts.duration : 0,
            creationDate: asset.creationDate ?? primary.facts.creationDate ?? now, modificationDate: now,
            isFavorite: asset.isFavorite, isHidden: asset.isHidden,
            place: asset.place ?? primary.facts.location.map(AssetRecord.Place.init),
            burstIdentifier: primary.facts.burstIdentifier, deferredID: deferredID,
            deferredStore: deferredID == nil ? nil : store.place,
            resources: zip(files, names).map { file, name in
                ResourceRecord(
                    // If no final photo will follow, the proxy is the photo.
                    type: file.type == .photoProxy && deferredID == nil ? .photo : file.type, filename: name,
                    originalFilename: file.originalFilename ?? name,
                    uniformTypeIdentifier: file.uniformTypeIdentifier)
            })
    }

    /// Which resources form an asset. Source: Apple, supportsAssetResourceTypes(_:).
    static func isAsset(_ types: [PHAssetResourceType]) -> Bool {
        guard Set(types).count == types.count, types.allSatisfy(PHAssetResourceType.supported.contains) else {
            return false
        }
        let primary = types.filter(\.isPrimary)
        guard primary.count == 1 else { return false }
        return types.count == 1 || primary[0] != .video
    }

    private static func checkTypes(_ types: [PHAssetResourceType]) throws {
        if types.isEmpty {
            throw PHPhotosError(.missingResource, "An asset without any resource cannot be saved.")
        }
        guard isAsset(types) else {
            let names = types.map(\.stagingName).joined(separator: ", ")
            throw PHPhotosError(.invalidResource, "These resources do not form one asset: \(names).")
        }
    }

    /// Examines one resource without changing anything.
    private static func inspect(_ resource: NewResource) throws -> File {
        let facts: MediaFileFacts?
        var source: String?
        var name = resource.originalFilename
        switch resource.content {
        case .data(let data): facts = MediaFileFacts(data)
        case .file(let url, let moves):
            do throws(FileError) {
                facts = MediaFileFacts(try FileBytes(path: url.path))
            } catch {
                // The file is as good as any other.
                if [EMFILE, ENFILE].contains(error.number) { throw error }
                let code: PHPhotosError.Code = error.number == ENOENT ? .missingResource : .invalidResource
                throw PHPhotosError(code, "The file to save cannot be read (\(error)).", cause: error)
            }
            if moves { source = url.path }
            name = name ?? url.lastPathComponent
        }
        guard let facts, facts.format.isMovie == resource.type.isMovie else {
            let kind = resource.type.isMovie ? "movie" : "picture"
            throw PHPhotosError(
                .invalidResource, "\(name ?? "The data") is not a \(kind) that the photo library can keep.")
        }
        return File(
            type: resource.type, facts: facts, originalFilename: name,
            uniformTypeIdentifier: resource.uniformTypeIdentifier ?? facts.format.uniformTypeIdentifier,
            source: source, isInPlace: false)
    }

    private func fill(_ index: Int, with content: NewResource.Content) throws(FileError) {
        let path = staging.path(of: files[index].stagingName)
        switch content {
        case .data(let data): try DurableFile.write(data, to: path)
        case .file(let url, moves: false): try DurableFile.copy(url.path, to: path)
        case .file: return
        }
        files[index].isInPlace = true
    }
}

extension PHAssetResourceType {
    /// Whether it is an asset's main file rather than a companion.
    var isPrimary: Bool { self == .photo || self == .video || self == .photoProxy }

    var isMovie: Bool { [.video, .pairedVideo, .fullSizeVideo, .adjustmentBaseVideo].contains(self) }
}
