import AVCamCore
import GtkSupport

/// The program's authors and license.
enum AboutWindow {
    static func present(over parent: Window) {
        if parent.presentDialog() { return }
        let window: Window = Interface(App.resources + "/about-window.ui")["about"]
        window.version = Version.current
        window.transientFor = parent as Object?
        window.present()
    }
}
