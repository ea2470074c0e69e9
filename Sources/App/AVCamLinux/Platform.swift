import AVCamCore
import Foundation
import Photos

// The parts of the app, on Linux.

extension CaptureService {
    /// - Parameters:
    ///   - timeout: how long to wait for a camera that sends nothing. Some take seconds for the first frame.
    ///   - prefersFastCapture: whether photos may have less quality when presses come rapidly.
    package init(timeout: Duration = .seconds(10), prefersFastCapture: Bool = false) {
        self.init(platform: LinuxCapture(), timeout: timeout, prefersFastCapture: prefersFastCapture)
    }
}

extension DeviceLookup {
    package init() { self.init(platform: LinuxCapture()) }
}

extension MediaLibrary {
    package init(_ library: PHPhotoLibrary = .shared()) { self.init(platform: LinuxLibrary(library)) }
}

extension MediaBrowser {
    /// - Parameter undoPeriod: how long a deletion can be undone.
    package convenience init(_ library: PHPhotoLibrary = .shared(), undoPeriod: Duration = .seconds(8)) {
        self.init(platform: LinuxLibrary(library), undoPeriod: undoPeriod)
    }
}

extension CameraModel {
    /// The model of the app, with the user's library.
    package convenience init() {
        let library = MediaLibrary()
        self.init(
            platform: LinuxCapture(), store: library, storageURL: PHPhotoLibrary.shared().folderURL,
            lockedCaptures: LockedCaptures(library: library))
    }
}
