import Foundation
import MediaCoding

/// What the library offers beyond Apple's API, for our own app.
extension PHPhotoLibrary {
    /// A library in another folder than the user's.
    ///
    /// - Parameter folderURL: the folder, which need not exist.
    /// - Parameter deferred: where photos wait that this library is to take when nobody else has; `nil`: it takes only
    ///   those that it waits for itself.
    package convenience init(folderURL: URL, deferred: DeferredPhotoStore? = nil) {
        self.init(
            folder: LibraryFolder(path: folderURL.path), deferred: deferred ?? .shared, adoptsPhotos: deferred != nil)
    }

    /// The folder of the user whose environment this is: `AVCAM_LIBRARY`, else `AVCam` in the Pictures folder.
    package static func folderURL(environment: [String: String]) -> URL {
        URL(fileURLWithPath: LibraryFolder.standard(environment: environment).path, isDirectory: true)
    }

    /// The folder of the library, whether it is there yet or not.
    package var folderURL: URL { URL(fileURLWithPath: store.folder.path, isDirectory: true) }

    /// Why the library cannot be written, as one sentence; `nil` when it can.
    package var obstacle: PHPhotosError? {
        store.folder.obstacle.map { PHPhotosError($0, library: store.folder.path) }
    }

    /// Every asset that is not hidden, oldest first.
    ///
    /// - Throws: ``PHPhotosError``, where Apple's fetches give nothing.
    package func assets() throws(PHPhotosError) -> [PHAsset] {
        noteUse()
        return try store.assets(where: "isHidden = 0").map { PHAsset($0, in: store) }
    }

    /// Opens the library if it is there, and takes over what a crash left, so that the first change finds it ready.
    ///
    /// What goes wrong is told by the change.
    package func prepare() {
        store.prepare()
        noteUse()
    }

    /// How many assets still show a first version while the final photo is to be made.
    package func countOfUnprocessedPhotos() throws(PHPhotosError) -> Int { try store.waitingAssets().count }

    /// Makes the final photos that wait now. Blocks; photos that another process is working on are left to it.
    ///
    /// - Parameter progress: called after each; returns whether to go on.
    /// - Returns: what could not be made, and stays for the next time.
    package func processDeferredPhotos(_ progress: (PHAsset) -> Bool) throws(PHPhotosError) -> [PHPhotosError] {
        try store.processDeferred { progress(PHAsset($0, in: store)) }.failures
    }

    /// A place for a movie that is being recorded, to be moved into the library at the end.
    ///
    /// It is on the library's file system, so that moving costs nothing, and hidden. When the process dies the
    /// library's next user makes an asset of what was recorded.
    package func makeRecordingPlace() throws(PHPhotosError) -> RecordingPlace {
        RecordingPlace(staging: try store.makeStagingFolder())
    }
}

/// A hidden place for one movie.
///
/// A movie that is still in it when this object goes (because it could not be saved) stays, and the library's next user
/// makes an asset of it.
package final class RecordingPlace: Sendable {
    private let staging: StagingFolder
    /// Where to record to. There is no such file yet.
    package let url: URL

    init(staging: StagingFolder) {
        self.staging = staging
        url = URL(fileURLWithPath: staging.path(of: PHAssetResourceType.video.stagingName + ".mov"))
    }

    deinit { staging.removeIfEmpty() }

    /// Removes the movie, which nobody wants to keep.
    package func discard() { staging.remove() }
}

extension PHPhotosError {
    /// Whether the library cannot be where it is wanted, whoever asks: a file is in the way, or no folder can be made.
    package var isAboutPlace: Bool { [ENOTDIR, ENOTSUP].contains((cause as? FileError)?.number) }
}
