import AVCamCore
import Foundation

extension CameraModel {
    /// The model of the app, with the person's library.
    static func forApp() -> CameraModel {
        let library = MediaLibrary(platform: PhoneLibrary())
        Task { await library.prepare() }
        return CameraModel(
            platform: PhoneCapture(), store: library, storageURL: FileManager.default.temporaryDirectory,
            lockedCaptures: SessionImport(library: library))
    }
}

extension MediaBrowser {
    static func forApp() -> MediaBrowser { MediaBrowser(platform: PhoneLibrary()) }
}
