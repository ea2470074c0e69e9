import AVCamCore
import Foundation
import LockedCameraCapture
import Photos

// The app's parts with their Linux implementations.

extension CaptureService {
    /// - Parameters:
    ///   - timeout: how long to wait for a camera that sends no frames. Some take seconds to send the first one.
    ///   - prefersFastCapture: whether rapid presses may lower the quality of photos.
    package init(timeout: Duration = .seconds(10), prefersFastCapture: Bool = false) {
        self.init(platform: LinuxCapture(), timeout: timeout, prefersFastCapture: prefersFastCapture)
    }
}

extension DeviceLookup {
    package init() { self.init(platform: LinuxCapture()) }
}

extension MediaLibrary {
    package init(_ library: PHPhotoLibrary = .shared(), album: String? = nil) {
        self.init(platform: LinuxLibrary(library), album: album)
    }
}

extension MediaBrowser {
    /// - Parameter undoPeriod: how long a deletion can be undone.
    package convenience init(_ library: PHPhotoLibrary = .shared(), undoPeriod: Duration = .seconds(8)) {
        self.init(platform: LinuxLibrary(library), undoPeriod: undoPeriod)
    }
}

extension CameraModel {
    /// The model of the app, with the user's library.
    ///
    /// - Parameter screens: what of the remembered state the program shows.
    package convenience init(screens: CameraScreens = .window) {
        let library = MediaLibrary()
        self.init(
            platform: LinuxCapture(), store: library, storageURL: PHPhotoLibrary.shared().folderURL,
            screens: screens, lockedCaptures: LockedCaptures(library: library))
    }

    /// The model of the lock screen: what it captures stays in the session's folder. It begins with the app's settings;
    /// what is changed here is forgotten with the session.
    package convenience init(lockedSession session: LockedCameraCaptureSession) {
        let folder = session.sessionContentURL
        let state = folder.appendingPathComponent(LockedMediaStore.stateName)
        // Without the app's settings, the camera begins with its own.
        try? CameraState.load().save(to: state)
        self.init(
            platform: LinuxCapture(), store: LockedMediaStore(session), storageURL: folder, stateURL: state,
            screens: .app)
    }
}
