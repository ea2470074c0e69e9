import AVCamCore
@_spi(Linux) import AVFoundation
import Foundation

/// How a person gets permission to use the camera.
package struct PermissionHelp: Sendable, Equatable {
    /// What to do, in English; it is translated where it is shown.
    package let sentence: String
    /// The command to copy into a terminal; `nil` if the permission is a setting of the desktop.
    package let command: String?

    /// For cameras, in the environment in which the program runs.
    package static var forCamera: PermissionHelp {
        PermissionHelp(isSandboxed: AVCaptureDevice.isCameraPortalUsed || access("/.flatpak-info", F_OK) == 0)
    }

    /// - Parameter isSandboxed: whether the desktop, not the device's node, grants the permission.
    init(isSandboxed: Bool) {
        if isSandboxed {
            sentence = translatable("Open the desktop's settings, Apps, AVCam, and allow the camera; then try again.")
            command = nil
        } else {
            sentence = translatable("Join the group video, which may use cameras, and log in again.")
            command = "sudo usermod -aG video $USER"
        }
    }
}
