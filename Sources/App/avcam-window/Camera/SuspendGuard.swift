import AVCamCore
import GtkSupport

/// Keeps the computer from suspending during a series and during a recording, when no key is pressed for long.
final class SuspendGuard {
    private let camera: any Camera
    private let window: Window
    private unowned let application: Application
    /// What the desktop was asked for; `nil` when it may suspend.
    private var cookie: UInt32?
    private var observer: Observer?

    init(_ window: Window, of camera: any Camera, in application: Application) {
        self.camera = camera
        self.window = window
        self.application = application
        observer = observe { [unowned self] in follow() }
    }

    private func follow() {
        let isWanted = camera.series != nil || camera.captureActivity.isRecording
        guard isWanted != (cookie != nil) else { return }
        if let cookie {
            application.allowSuspend(cookie)
            self.cookie = nil
        } else {
            cookie = application.inhibitSuspend(of: window, gettext("The camera is recording"))
        }
    }
}
