import AVCamCore
import GtkSupport

/// Settings that a user changes once; those changed often are in the window, and only there.
///
/// It has no values of its own: each control shows and changes one of the window's or the camera's settings.
final class PreferencesWindow {
    private let window: Window
    private let interface = Interface(App.resources + "/preferences-window.ui")
    private var controls: [Widget] = []
    private var observers: [Observer] = []

    init(_ camera: any Camera, _ settings: WindowSettings, over parent: Window) {
        window = interface["preferences"]
        window.transientFor = parent as Object?
        connect("sounds", { settings.playsSounds }, { settings.playsSounds = $0 })
        connect("deferred", { camera.photoFeatures.isDeferred }, { camera.photoFeatures.isDeferred = $0 })
    }

    func present() { window.present() }

    /// A switch.
    private func connect(_ id: String, _ get: @escaping () -> Bool, _ set: @escaping (Bool) -> Void) {
        let control = interface.widget(id)
        controls.append(control)
        observers.append(observe { [unowned control] in control.active = get() })
        control.on("notify::active") { [weak control] in
            if let control, control.active != get() { set(control.active) }
        }
    }
}
