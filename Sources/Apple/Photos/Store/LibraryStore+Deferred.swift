import CaptureEngine
import Foundation
import Glibc
import PhotoCoding

/// Photos whose processing was deferred.
///
/// The proxy is in the library from the first moment; the frames wait in the ``DeferredPhotoStore``. The process that
/// works on a photo holds its lock there, so that only one of several does it. After a crash at any point:
///
/// | the process dies | what is left | the result |
/// | --- | --- | --- |
/// | before the frames are kept | the proxy | the proxy is the photo |
/// | before the proxy is saved | frames without an owner | an asset, made of the frames |
/// | nothing, but the library had no room for the proxy | frames for this library | an asset, when there is room |
/// | after the proxy is saved | proxy and frames | the final photo replaces the proxy |
/// | while the photo is made or written | the same | the same |
/// | after the file is replaced, before the catalogue says so | the same | the file is replaced again |
/// | after the catalogue says so | frames that are not needed | they are removed |
/// | while a photo without a proxy is saved | frames, and a hidden file | as ``LibraryStore`` says, while nobody has the frames |
///
/// Frames are removed only when the catalogue says that their asset was finished or deleted. Only the program whose
/// store had the frames makes a proxy final: programs with different stores may use one library, and a store or the
/// library may be on a disk that is not mounted at the moment.
extension LibraryStore {
    /// The result of a round of processing.
    struct ProcessingReport: Sendable {
        var processed: [AssetRecord] = []
        /// What remains pending, with the reasons.
        var failures: [PHPhotosError] = []
    }

    /// Makes this library's pending final photos, oldest first, until none is left that can be made now.
    ///
    /// - Parameter progress: called with the asset after each; returns whether to continue.
    func processDeferred(_ progress: (AssetRecord) -> Bool = { _ in true }) throws(PHPhotosError) -> ProcessingReport {
        var report = ProcessingReport()
        do {
            guard try folder.exists else { return report }
            // A folder that is no library yet does not become one if there is nothing to do.
            if access(folder.hidden, F_OK) != 0, !hasDeferredWork { return report }
            if folder.isReadOnly, !hasDeferredWork { return report }
            deferred.finishKeeping()
            // First, because it removes what dead processes left incomplete.
            let pending = deferred.pending()
            try settleOrphans()
            for id in pending {
                do {
                    guard let photo = try deferred.take(id) else { continue }
                    guard let asset = try finish(photo) else { continue }
                    report.processed.append(asset)
                    if !progress(asset) { break }
                } catch {
                    report.failures.append(photosError(error))
                }
            }
        } catch {
            throw photosError(error)
        }
        return report
    }

    /// The assets whose photos are not final.
    func waitingAssets() throws(PHPhotosError) -> [AssetRecord] {
        try assets(where: "deferred IS NOT NULL", scan: .whole)
    }

    /// Whether there is anything to process; costs a look into a folder.
    var hasDeferredWork: Bool { deferred.isKeeping || !deferred.pending().isEmpty }

    /// Makes one photo that this process holds.
    ///
    /// - Returns: the asset that now has it; `nil` if it was not wanted, or belongs to another library.
    private func finish(_ photo: DeferredPhoto) throws -> AssetRecord? {
        // Checked only now that no other process can be about to save the proxy.
        if let asset = try reading({ try $0.asset(waitingFor: photo.id) }) {
            return try replaceProxy(of: asset, with: photo)
        }
        let owner = try photo.owner()
        guard owner.map({ $0.library == folder.path }) ?? adoptsPhotos else { return nil }
        // A process that died while it saved the proxy or the photo may have named the file, without the catalogue
        // knowing.
        _ = try withCatalogue { try reconcile($0) }
        if let asset = try reading({ try $0.asset(waitingFor: photo.id) }) {
            return try replaceProxy(of: asset, with: photo)
        }
        guard let asset = owner?.asset else { return try saveWithoutProxy(photo) }
        if try isUnwanted(photo.id, by: asset) { try remove(photo) }
        return nil
    }

    /// Whether a photo's frames are not needed, according to the catalogue. A catalogue that does not know the asset
    /// proves nothing: it may be in an empty folder where a disk is mounted at other times.
    private func isUnwanted(_ id: DeferredPhotoID, by uuid: String) throws -> Bool {
        try reading { access in
            if try access.hasEnded(id) { return true }
            return try access.assets(uuids: [uuid]).contains { $0.deferredID == nil }
        }
    }

    private func remove(_ photo: DeferredPhoto) throws {
        photo.remove()
        try writing { try $0.forgetEnded(photo.id) }
    }

    private func replaceProxy(
        of asset: AssetRecord, with photo: DeferredPhoto
    ) throws -> AssetRecord? {
        do {
            let file = try photo.render()
            // The frames do not name an adopted proxy as their owner, and once the photo is final nothing else links
            // the two.
            if try photo.owner()?.asset == nil {
                try deferred.setOwner(DeferredPhoto.Owner(library: folder.path, asset: asset.uuid), of: photo.id)
            }
            try replace(asset, with: file)
        } catch let error as CaptureError where error.code == .fileDamaged {
            // Damaged frames stay damaged, so the proxy becomes the photo.
            try writing { try $0.settle(asset.uuid, at: Date()) }
            try remove(photo)
            throw PHPhotosError(
                .invalidResource, "The frames of a photo are damaged (\(error)); its first version is kept.",
                cause: error
            )
        }
        try remove(photo)
        return try reading { try $0.assets(uuids: [asset.uuid]).first }
    }

    /// Replaces an asset's proxy by the final file, in one step.
    private func replace(_ asset: AssetRecord, with data: Data) throws {
        guard let facts = MediaFileFacts(data) else { throw FileError(folder.path, number: EIO) }
        let staging = try StagingFolder(in: folder.incoming, uuid: StagingFolder.newReplacementName())
        defer { staging.remove() }
        let file = staging.path(of: "photo." + facts.format.fileExtension)
        try withCatalogue { catalogue in
            // Not there for the second time if a rebuilt catalogue begins again.
            if access(file, F_OK) != 0 { try DurableFile.write(data, to: file) }
            try staging.sync()
            try exchange(asset, for: file, facts, in: staging, catalogue)
        }
    }

    private func exchange(
        _ asset: AssetRecord, for file: String, _ facts: MediaFileFacts, in staging: StagingFolder,
        _ catalogue: Catalogue
    ) throws {
        try catalogue.write { access in
            let resources = try access.resources(of: asset.uuid)
            // Deleted while the photo was being made.
            guard let proxy = resources.first(where: { $0.type == .photoProxy }) else { return }
            let isUpToDate = try access.seenTime() == folder.modificationTime
            let name = try exchange(proxy.filename, for: file, facts.format, in: staging)
            try DurableFile.syncFolder(folder.path)
            try access.settle(asset.uuid, facts: facts, filename: name, at: Date())
            if isUpToDate { try access.setSeenTime(folder.modificationTime) }
        }
    }

    /// - Returns: the name of the final file: the proxy's own, unless its format differs.
    private func exchange(
        _ name: String, for file: String, _ format: MediaFileFormat, in staging: StagingFolder
    ) throws(FileError) -> String {
        if MediaFileFormat.all.format(ofName: name) == format {
            guard rename(file, folder.path(of: name)) == 0 else { throw FileError(folder.path(of: name)) }
            return name
        }
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        var newName = stem + "." + format.fileExtension
        if try !DurableFile.publish(file, as: folder.path(of: newName)) {
            newName = stem + "_photo." + format.fileExtension
            guard try DurableFile.publish(file, as: folder.path(of: newName)) else {
                throw FileError(folder.path(of: newName), number: EEXIST)
            }
        }
        rename(folder.path(of: name), staging.path(of: name))
        return newName
    }

    /// Saves a photo whose process died before it could save the proxy.
    private func saveWithoutProxy(_ photo: DeferredPhoto) throws -> AssetRecord? {
        // The same identifier each time, so that a crash after saving does not create a second asset.
        let uuid = photo.id.assetUUID
        if try reading({ try $0.assets(uuids: [uuid]).isEmpty }) {
            let resource = NewResource(type: .photo, content: .data(try photo.render()))
            // A process may have died since this one opened the library.
            try StagingFolder.removeAbandoned(uuid, in: folder.incoming)
            try perform([.create(NewAsset(uuid: uuid, resources: [resource]))])
        }
        try remove(photo)
        return try reading { try $0.assets(uuids: [uuid]).first }
    }

    /// Makes proxies final whose frames are gone, if the frames would have been in this store.
    private func settleOrphans() throws {
        guard let store = deferred.place else { return }
        try noteStore(store)
        let waiting = try reading { try $0.assets(where: "deferredStore = ? AND deferred IS NOT NULL", [store]) }
        let orphans = waiting.filter { asset in asset.deferredID.map { !deferred.contains($0) } ?? false }
        if orphans.isEmpty { return }
        try writing { access in
            for asset in orphans {
                try access.settle(asset.uuid, at: Date())
                if let id = asset.deferredID { try access.forgetEnded(id) }
            }
        }
    }

    /// Records where frames are, for assets from before catalogues stored it: a user then had one store.
    private func noteStore(_ store: String) throws {
        let isMissing = "deferredStore IS NULL AND deferred IS NOT NULL"
        guard try reading({ try !$0.assets(where: isMissing, limit: 1).isEmpty }) else { return }
        try writing { try $0.setDeferredStore(store, where: isMissing) }
    }

    // MARK: Saving proxies

    /// Records which assets these frames belong to. If that fails, the catalogue still says so.
    func claimDeferredPhotos(of assets: [String: StagedAsset]) {
        for (uuid, asset) in assets {
            guard let id = asset.deferredID else { continue }
            try? deferred.setOwner(DeferredPhoto.Owner(library: folder.path, asset: uuid), of: id)
        }
    }

    /// Records that the photos of these proxies, which could not be saved, are for this library and no other. The app
    /// may try again, here or elsewhere.
    ///
    /// - Returns: whether every photo that was to be saved will follow later.
    func reserveDeferredPhotos(of changes: [AssetChange]) -> Bool {
        var photos: [DeferredPhotoID?] = []
        for case .create(let asset) in changes { photos.append(asset.deferredID) }
        let ids = photos.compactMap(\.self)
        if ids.isEmpty { return false }
        // After this, a photo that cannot be kept either has been given up.
        deferred.finishKeeping()
        let owner = DeferredPhoto.Owner(library: folder.path, asset: nil)
        let reserved = ids.filter { deferred.contains($0) && (try? deferred.setOwner(owner, of: $0)) != nil }
        return reserved.count == photos.count
    }
}

extension DeferredPhotoID {
    /// The identifier in the form of an asset's: groups of 8, 4, 4, 4 and 12 digits.
    var assetUUID: String {
        var uuid = ""
        for (index, digit) in description.enumerated() {
            if [8, 12, 16, 20].contains(index) { uuid += "-" }
            uuid.append(digit)
        }
        return uuid
    }
}
