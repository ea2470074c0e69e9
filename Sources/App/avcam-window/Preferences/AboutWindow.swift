import AVCamCore
import GtkSupport

/// The program's authors and license.
enum AboutWindow {
    static func present(over parent: Window) {
        if parent.presentDialog() { return }
        let window: Window = Interface(App.resources + "/about-window.ui")["about"]
        window.version = Version.current
        window.transientFor = parent as Object?
        nameParts(of: window)
        window.present()
    }

    /// For a screen reader, libadwaita gives names neither to the program's icon nor to the button with its version, which
    /// copies it, nor to those that lead back.
    private static func nameParts(of window: Window) {
        window.nameButtons()
        let version = window.firstPart { $0.hasClass("app-version") }
        version?.setAccessibleName(filled(gettext("%s, %s"), gettext("Copy the Version"), Version.current))
        window.firstPart { $0.hasClass("icon-dropshadow") }?.setAccessibleLabel(window.applicationName)
    }
}
