import AVCamCore
import AVCamLinux
import Foundation
import LockedCameraCapture

extension CameraModel {
    /// A camera that keeps what it captures in the session's folder. It begins with the app's settings, and never changes
    /// them.
    static func forLockScreen(_ session: LockedCameraCaptureSession) async -> CameraModel {
        let camera = CameraModel(lockedSession: session)
        session.beforeEnd { await camera.stop() }
        return camera
    }
}
