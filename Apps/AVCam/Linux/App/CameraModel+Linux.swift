import AVCamCore
import AVCamLinux
import Photos

extension CameraModel {
    /// The model of the app, with the user's library.
    static func forApp() -> CameraModel { CameraModel(screens: .app) }
}

extension MediaBrowser {
    static func forApp() -> MediaBrowser { MediaBrowser() }
}
