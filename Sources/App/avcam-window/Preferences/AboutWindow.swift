import AVCamCore
import GtkSupport

/// Who made the program, and under which terms.
enum AboutWindow {
    static func present(over parent: Window) {
        if parent.presentDialog() { return }
        let window: Window = Interface(App.resources + "/about-window.ui")["about"]
        window.version = Version.current
        window.transientFor = parent as Object?
        window.present()
    }
}
