import AVCamCore
import Foundation
import LockedCameraCapture

extension CameraModel {
    /// A camera that keeps what it captures in the session's folder, and begins with the settings that the app shared.
    static func forLockScreen(_ session: LockedCameraCaptureSession) async -> CameraModel {
        let state = FileManager.default.temporaryDirectory.appendingPathComponent("camera.json")
        // Without the app's settings, the camera begins with its own.
        if let shared = try? await AVCamCaptureIntent.appContext { try? shared.save(to: state) }
        return CameraModel(
            platform: PhoneCapture(), store: SessionStore(session), storageURL: session.sessionContentURL,
            stateURL: state)
    }
}
