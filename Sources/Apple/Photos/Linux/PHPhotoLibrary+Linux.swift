import Foundation
import PhotoCoding

/// What the library offers our own app in addition to Apple's API.
extension PHPhotoLibrary {
    /// A library in another folder than the user's.
    ///
    /// - Parameter folderURL: the folder, which need not exist.
    /// - Parameter deferred: the store from which this library takes photos that no library has saved; with `nil` it
    ///   takes only those of its own proxies.
    package convenience init(folderURL: URL, deferred: DeferredPhotoStore? = nil) {
        self.init(
            folder: LibraryFolder(path: folderURL.path), deferred: deferred ?? .shared, adoptsPhotos: deferred != nil)
    }

    /// The library folder for a user's environment: `AVCAM_LIBRARY`, otherwise `AVCam` in the Pictures folder.
    package static func folderURL(environment: [String: String]) -> URL {
        URL(fileURLWithPath: LibraryFolder.standard(environment: environment).path, isDirectory: true)
    }

    /// The folder of the library, whether it exists yet or not.
    package var folderURL: URL { URL(fileURLWithPath: store.folder.path, isDirectory: true) }

    /// - Throws: ``PHPhotosError`` if that cannot be told, because a folder on the way may not be entered, or is a link to
    ///   nothing.
    package var folderExists: Bool {
        get throws(PHPhotosError) {
            do {
                return try store.folder.exists
            } catch {
                throw PHPhotosError(error, library: store.folder.path)
            }
        }
    }

    /// Why the library cannot be written, as one sentence; `nil` if it can.
    package var obstacle: PHPhotosError? {
        store.folder.obstacle.map { PHPhotosError($0, library: store.folder.path) }
    }

    /// Every asset that is not hidden, oldest first.
    ///
    /// - Throws: ``PHPhotosError``, where Apple's fetches return nothing.
    package func assets() throws(PHPhotosError) -> [PHAsset] {
        noteUse()
        // What is neither hidden nor shown is damage, which is noticed only in what is read.
        return try store.assets(where: "isHidden IS NOT 1", scan: .whole).map { PHAsset($0, in: store) }
    }

    /// What is in an album and not hidden, in its order.
    ///
    /// - Throws: ``PHPhotosError``, where Apple's fetches return nothing.
    package func assets(in album: PHAssetCollection) throws(PHPhotosError) -> [PHAsset] {
        guard let uuid = album.album?.uuid else { return [] }
        let condition = "isHidden IS NOT 1 AND \(CatalogueAccess.isInAlbum)"
        return try store.assets(where: condition, [uuid], album: uuid, scan: .whole).map { PHAsset($0, in: store) }
    }

    /// Calls `body` with each of ``assets()`` and its files, the main one first. However many there are, few are in memory
    /// at a time, and other programs can change the library meanwhile.
    ///
    /// - Throws: ``PHPhotosError``, and what `body` throws.
    package func forEachAsset(_ body: (PHAsset, [PHAssetResource]) throws -> Void) throws {
        noteUse()
        try store.forEachAsset(where: "isHidden IS NOT 1") { record in
            let asset = PHAsset(record, in: store)
            try body(asset, PHAssetResource.resources(record.resources, of: asset))
        }
    }

    /// Rebuilds the catalogue from the files and from what can be read of the old one. The old one is kept beside it.
    ///
    /// - Returns: the number of assets, hidden ones too.
    package func rebuildCatalogue() throws(PHPhotosError) -> Int { try store.rebuild() }

    /// How many assets are not hidden.
    package func countOfAssets() throws(PHPhotosError) -> Int { try store.count(where: "isHidden IS NOT 1") }

    /// Opens the library if it exists, and recovers what a crash left, so that the first change finds it ready.
    ///
    /// The change reports what goes wrong.
    package func prepare() {
        store.prepare()
        noteUse()
    }

    /// Why no photo can be kept to be finished later, in a few words, and where; `nil` if one can.
    package var obstacleToDeferring: (reason: String, folder: String)? {
        store.deferred.obstacle.map { ($0.message, store.deferred.folder.path) }
    }

    /// How many assets still show a first version while the final photo is pending.
    package func countOfUnprocessedPhotos() throws(PHPhotosError) -> Int { try store.waitingAssets().count }

    /// Makes all pending final photos. Blocks; skips photos that another process is working on.
    ///
    /// - Parameter progress: called after each; returns whether to continue.
    /// - Returns: the errors of those that could not be made and stay pending.
    package func processDeferredPhotos(_ progress: (PHAsset) -> Bool) throws(PHPhotosError) -> [PHPhotosError] {
        try store.processDeferred { progress(PHAsset($0, in: store)) }.failures
    }

    /// A place for a movie that is being recorded, to be moved into the library at the end.
    ///
    /// It is hidden and on the library's file system, so that moving costs nothing. If the process dies, the next
    /// program that uses the library turns the recording into an asset.
    package func makeRecordingPlace() throws(PHPhotosError) -> RecordingPlace {
        RecordingPlace(staging: try store.makeStagingFolder())
    }
}

/// A hidden place for one movie.
///
/// If the movie could not be saved, it is still in the folder when this object is released. Then it stays there, and
/// the next program that uses the library turns it into an asset.
package final class RecordingPlace: Sendable {
    private let staging: StagingFolder
    /// Where to record to. The file does not exist yet.
    package let url: URL

    init(staging: StagingFolder) {
        self.staging = staging
        url = URL(fileURLWithPath: staging.path(of: PHAssetResourceType.video.stagingName + ".mov"))
    }

    deinit { staging.removeIfEmpty() }

    /// Removes a movie that is not wanted.
    package func discard() { staging.remove() }
}

extension PHPhotosError {
    /// Whether the library's place itself is unusable, for any user: a file is in the way, no folder can be made, or a link
    /// leads to nothing.
    package var isAboutPlace: Bool { [ENOTDIR, ENOTSUP, ENOLINK].contains((cause as? FileError)?.number) }
}
