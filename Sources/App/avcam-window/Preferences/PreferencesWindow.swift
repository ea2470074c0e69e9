import AVCamCore
import GtkSupport

/// Settings that a user changes once; those changed often are next to the shutter.
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
        connect("fit-preview", { settings.fitsPreview }, { settings.fitsPreview = $0 })
        connect("show-grid", { settings.showsGrid }, { settings.showsGrid = $0 })
        connect("show-level", { camera.isLevelEnabled }, { camera.isLevelEnabled = $0 })
        connect("deferred", { camera.photoFeatures.isDeferred }, { camera.photoFeatures.isDeferred = $0 })
        connect("hdr-video", { camera.isHDRVideoEnabled }, { camera.isHDRVideoEnabled = $0 })
        connect(
            "format", PhotoFormat.all.map { ($0, $0.label) }, { camera.photoFeatures.format },
            { camera.photoFeatures.format = $0 })
        connect(
            "quality", PhotoFeatures.Quality.allCases.map { ($0, $0.label) }, { camera.photoFeatures.quality },
            { camera.photoFeatures.quality = $0 })
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

    /// A row with a list of choices.
    private func connect<Value: Equatable>(
        _ id: String, _ choices: [(value: Value, label: String)], _ get: @escaping () -> Value,
        _ set: @escaping (Value) -> Void
    ) {
        let control = interface.widget(id)
        let values = choices.map(\.value)
        control.model = TextList(choices.map(\.label)) as Object?
        controls.append(control)
        observers.append(
            observe { [unowned control] in control.selected = values.firstIndex(of: get()) ?? TextList.noIndex })
        control.on("notify::selected") { [weak control] in
            guard let control else { return }
            let index: Int = control.selected
            if values.indices.contains(index), values[index] != get() { set(values[index]) }
        }
    }
}

extension PhotoFeatures.Quality {
    fileprivate var label: String {
        switch self {
        case .speed: pgettext("quality", "Fast")
        case .balanced: pgettext("quality", "Balanced")
        case .quality: pgettext("quality", "Best")
        }
    }
}
