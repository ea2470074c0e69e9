import AVFoundation

/// The overall state of the camera.
package enum CameraStatus: Sendable, Equatable {
    /// Not started yet.
    case unknown
    /// This user may not use the camera. Starting again asks for permission again.
    case unauthorized
    /// There is no camera. It starts by itself when one is plugged in.
    case noCamera
    /// It could not be started, or it failed. The message says why, and what to do.
    case failed(Message)
    /// It is running.
    case running
    /// Something else has taken the camera for a while.
    case interrupted(AVCaptureSession.InterruptionReason?)

    /// Whether this camera cannot be used, while another one may be usable.
    package var allowsAnotherCamera: Bool {
        switch self {
        case .failed, .interrupted: true
        default: false
        }
    }
}

extension AVCaptureSession.InterruptionReason {
    /// Says who has the camera. The sentence is English, and is translated where it is shown.
    package var sentence: String {
        switch self {
        case .videoDeviceNotAvailableInBackground:
            translatable("The camera is paused while the app is in the background.")
        case .audioDeviceInUseByAnotherClient: translatable("A call is using the microphone.")
        case .videoDeviceInUseByAnotherClient: translatable("Another app is using the camera.")
        case .videoDeviceNotAvailableWithMultipleForegroundApps:
            translatable("The camera is paused while another app shares the screen.")
        case .videoDeviceNotAvailableDueToSystemPressure:
            translatable("The camera is paused until the device has cooled down.")
        }
    }
}
