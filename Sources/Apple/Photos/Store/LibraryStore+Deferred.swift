import CaptureEngine
import Foundation
import MediaCoding

/// Photos whose processing was put off.
///
/// The proxy is in the library from the first moment; the frames wait in the ``DeferredPhotoStore``. Whoever processes a
/// photo holds its lock there, so that of several processes one does it. After a crash at any point:
///
/// | what dies | what is left | what comes of it |
/// | --- | --- | --- |
/// | before the frames are kept | the proxy | the proxy is the photo |
/// | before the proxy is saved | frames without an owner | an asset, made of the frames |
/// | nothing, but the library had no room for the proxy | frames for this library | an asset, when there is room |
/// | after the proxy is saved | proxy and frames | the final photo replaces the proxy |
/// | while the photo is made or written | the same | the same |
/// | after the file is replaced, before the catalogue says so | the same | the file is replaced once more |
/// | after the catalogue says so | frames that nobody waits for | they are removed |
///
/// Frames are removed only when the catalogue says that their asset was finished or deleted, and a proxy becomes final
/// only by the program whose store had its frames: a library may be used by programs with several stores, and either may
/// be on a disk that is not there at the moment.
extension LibraryStore {
    /// How a round of processing went.
    struct ProcessingReport: Sendable {
        var processed: [AssetRecord] = []
        /// What stays as it is for now, with the reason.
        var failures: [PHPhotosError] = []
    }

    /// Makes the final photos that this library waits for, the oldest first, until none is left that can be made now.
    ///
    /// - Parameter progress: called after each with the asset; returns whether to go on.
    func processDeferred(_ progress: (AssetRecord) -> Bool = { _ in true }) throws(PHPhotosError) -> ProcessingReport {
        var report = ProcessingReport()
        guard folder.exists else { return report }
        do {
            let catalogue = try open()
            deferred.finishKeeping()
            // First, for it sweeps away what dead processes have not kept to the end.
            let pending = deferred.pending()
            try settleOrphans(in: catalogue)
            for id in pending {
                do {
                    guard let photo = try deferred.take(id) else { continue }
                    guard let asset = try finish(photo, catalogue) else { continue }
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
        try assets(where: "deferred IS NOT NULL")
    }

    /// Whether there is anything to process; costs a look into a folder.
    var hasDeferredWork: Bool { deferred.isKeeping || !deferred.pending().isEmpty }

    /// Makes one photo that this process holds.
    ///
    /// - Returns: the asset that has it now; `nil` when it was not wanted, or belongs to somebody else.
    private func finish(_ photo: DeferredPhoto, _ catalogue: Catalogue) throws -> AssetRecord? {
        // Asked only now that nobody else can be about to save the proxy.
        if let asset = try catalogue.read({ try $0.asset(waitingFor: photo.id) }) {
            return try replaceProxy(of: asset, with: photo, catalogue)
        }
        if let owner = try photo.owner() {
            guard owner.library == folder.path else { return nil }
            guard let asset = owner.asset else { return try saveWithoutProxy(photo, catalogue) }
            if try isUnwanted(photo.id, by: asset, catalogue) { try remove(photo, catalogue) }
            return nil
        }
        return adoptsPhotos ? try saveWithoutProxy(photo, catalogue) : nil
    }

    /// Whether nobody needs a photo's frames: only the catalogue's word counts. One that knows nothing of the asset may
    /// be that of an empty folder in whose place a disk is mounted at other times.
    private func isUnwanted(_ id: DeferredPhotoID, by uuid: String, _ catalogue: Catalogue) throws -> Bool {
        try catalogue.read { access in
            if try access.hasEnded(id) { return true }
            return try access.assets(uuids: [uuid]).contains { $0.deferredID == nil }
        }
    }

    private func remove(_ photo: DeferredPhoto, _ catalogue: Catalogue) throws {
        photo.remove()
        try catalogue.write { try $0.forgetEnded(photo.id) }
    }

    private func replaceProxy(
        of asset: AssetRecord, with photo: DeferredPhoto, _ catalogue: Catalogue
    ) throws -> AssetRecord? {
        do {
            let file = try photo.render()
            // A proxy that was adopted is not known by name; once it is final nothing else leads from the frames to it.
            if try photo.owner()?.asset == nil {
                try deferred.setOwner(DeferredPhoto.Owner(library: folder.path, asset: asset.uuid), of: photo.id)
            }
            try replace(asset, with: file, catalogue)
        } catch let error as CaptureError where error.code == .fileDamaged {
            // What is damaged today is damaged tomorrow; the proxy is what there is.
            try catalogue.write { try $0.settle(asset.uuid, at: Date()) }
            try remove(photo, catalogue)
            throw PHPhotosError(
                .invalidResource, "The frames of a photo are damaged (\(error)); its first version is kept.",
                cause: error
            )
        }
        try remove(photo, catalogue)
        return try catalogue.read { try $0.assets(uuids: [asset.uuid]).first }
    }

    /// Puts the final file in the place of an asset's proxy, in one step.
    private func replace(_ asset: AssetRecord, with data: Data, _ catalogue: Catalogue) throws {
        guard let facts = MediaFileFacts(data) else { throw FileError(folder.path, number: EIO) }
        let staging = try StagingFolder(in: folder.incoming, uuid: StagingFolder.newReplacementName())
        defer { staging.remove() }
        let file = staging.path(of: "photo." + facts.format.fileExtension)
        try DurableFile.write(data, to: file)
        try staging.sync()
        try catalogue.write { access in
            let resources = try access.resources(of: asset.uuid)
            // Deleted while the photo was made.
            guard let proxy = resources.first(where: { $0.type == .photoProxy }) else { return }
            let isUpToDate = try access.seenTime() == folder.modificationTime
            let name = try exchange(proxy.filename, for: file, facts.format, in: staging)
            try DurableFile.syncFolder(folder.path)
            try access.settle(asset.uuid, facts: facts, filename: name, at: Date())
            if isUpToDate { try access.setSeenTime(folder.modificationTime) }
        }
    }

    /// - Returns: the name of the final file: the proxy's own unless its format is another one.
    private func exchange(
        _ name: String, for file: String, _ format: MediaFileFacts.Format, in staging: StagingFolder
    ) throws(FileError) -> String {
        if MediaFileFacts.Format(filename: name) == format {
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
    private func saveWithoutProxy(_ photo: DeferredPhoto, _ catalogue: Catalogue) throws -> AssetRecord? {
        // The same identifier each time, so that a crash after the saving makes no second asset.
        let uuid = photo.id.assetUUID
        // A process that died while it saved this photo has given the file its name, and the catalogue does not know.
        try catalogue.write { try reconcile($0) }
        if let asset = try catalogue.read({ try $0.asset(waitingFor: photo.id) }) {
            return try replaceProxy(of: asset, with: photo, catalogue)
        }
        if try catalogue.read({ try $0.assets(uuids: [uuid]).isEmpty }) {
            let resource = NewResource(type: .photo, content: .data(try photo.render()))
            try perform([.create(NewAsset(uuid: uuid, resources: [resource]))])
        }
        try remove(photo, catalogue)
        return try catalogue.read { try $0.assets(uuids: [uuid]).first }
    }

    /// Lets proxies stay whose frames are gone; only those whose frames would be in this store.
    private func settleOrphans(in catalogue: Catalogue) throws {
        guard let store = deferred.place else { return }
        try noteStore(store, in: catalogue)
        let waiting = try catalogue.read { try $0.assets(where: "deferredStore = ? AND deferred IS NOT NULL", [store]) }
        let orphans = waiting.filter { asset in asset.deferredID.map { !deferred.contains($0) } ?? false }
        if orphans.isEmpty { return }
        try catalogue.write { access in
            for asset in orphans {
                try access.settle(asset.uuid, at: Date())
                if let id = asset.deferredID { try access.forgetEnded(id) }
            }
        }
    }

    /// Notes where the frames are of assets from before catalogues said so: a user had one store then.
    private func noteStore(_ store: String, in catalogue: Catalogue) throws {
        let isMissing = "deferredStore IS NULL AND deferred IS NOT NULL"
        guard try catalogue.read({ try !$0.assets(where: isMissing, limit: 1).isEmpty }) else { return }
        try catalogue.write { try $0.setDeferredStore(store, where: isMissing) }
    }

    // MARK: Saving proxies

    /// Writes down whose the frames of these assets are. When that fails the catalogue says it all the same.
    func claimDeferredPhotos(of assets: [String: StagedAsset]) {
        for (uuid, asset) in assets {
            guard let id = asset.deferredID else { continue }
            try? deferred.setOwner(DeferredPhoto.Owner(library: folder.path, asset: uuid), of: id)
        }
    }

    /// Writes down that the photos of these proxies, which could not be saved, are for this library and no other. The app
    /// may try again, here or elsewhere.
    ///
    /// - Returns: whether every photo that was to be saved comes later.
    func reserveDeferredPhotos(of changes: [AssetChange]) -> Bool {
        var photos: [DeferredPhotoID?] = []
        for case .create(let asset) in changes { photos.append(asset.deferredID) }
        let ids = photos.compactMap(\.self)
        if ids.isEmpty { return false }
        // A photo that cannot be kept either is given up by then.
        deferred.finishKeeping()
        let owner = DeferredPhoto.Owner(library: folder.path, asset: nil)
        let reserved = ids.filter { deferred.contains($0) && (try? deferred.setOwner(owner, of: $0)) != nil }
        return reserved.count == photos.count
    }
}

extension DeferredPhotoID {
    /// The identifier as that of an asset: groups of 8, 4, 4, 4 and 12 digits.
    fileprivate var assetUUID: String {
        var uuid = ""
        for (index, digit) in description.enumerated() {
            if [8, 12, 16, 20].contains(index) { uuid += "-" }
            uuid.append(digit)
        }
        return uuid
    }
}
