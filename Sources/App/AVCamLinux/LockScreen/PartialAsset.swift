import AVCamCore
import Foundation
import Glibc
import LockedCameraCapture
import Locking
import Photos

/// A folder in which one asset of a locked session is assembled. The app does not get the session while this object
/// exists.
///
/// When the object is released before ``complete()``, the files stay, and the app saves what is usable.
final class PartialAsset: Sendable {
    private let session: SessionFolder
    private let url: URL
    private let taken = Mutex<[(from: URL, to: URL)]>([])

    init(in session: LockedCameraCaptureSession) throws {
        self.session = try session.folderForWriting()
        url = self.session.url.appendingPathComponent(
            UUID().uuidString + LockedMediaStore.partialSuffix, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    func file(_ type: PHAssetResourceType, _ fileExtension: String) -> URL {
        url.appendingPathComponent("\(type.rawValue).\(fileExtension)")
    }

    /// Moves a file into the asset.
    func take(_ source: URL, as file: URL) throws {
        try FileManager.default.moveItem(at: source, to: file)
        taken.withLock { $0.append((source, file)) }
    }

    /// Syncs all files, then gives the folder its final name.
    func complete() throws -> URL {
        for file in try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil) {
            try FileHandle(forUpdating: file).synchronize()
        }
        try SessionFolder.synchronize(url)
        let complete = url.deletingPathExtension().appendingPathExtension(
            String(LockedMediaStore.completeSuffix.dropFirst()))
        try FileManager.default.moveItem(at: url, to: complete)
        try SessionFolder.synchronize(session.url)
        return complete
    }

    /// Moves the files that were moved here back, and removes the rest; what cannot be moved back stays.
    func giveBack() {
        for move in taken.withLock({ $0 }) {
            guard (try? FileManager.default.moveItem(at: move.to, to: move.from)) != nil else { return }
        }
        try? FileManager.default.removeItem(at: url)
    }

    func removeIfEmpty() { rmdir(url.path) }
}
