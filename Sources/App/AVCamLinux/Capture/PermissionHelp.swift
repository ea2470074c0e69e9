import AVCamCore
import Foundation

/// How a person gets the right to use the camera.
package struct PermissionHelp: Sendable, Equatable {
    /// What to do; in English, to be translated where it is shown.
    package let sentence: String
    /// What to type in a terminal for that, to be copied; `nil` where it is a setting of the desktop.
    package let command: String?

    /// For cameras, where the program runs now.
    package static var forCamera: PermissionHelp {
        PermissionHelp(isSandboxed: access("/.flatpak-info", F_OK) == 0)
    }

    /// - Parameter isSandboxed: whether the desktop, and not the device's node, gives the right.
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
