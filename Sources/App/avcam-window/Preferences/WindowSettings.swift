import GtkSupport
import Observation

/// How the window looks, as the desktop keeps it; what belongs to the camera is remembered by the camera.
@Observable
final class WindowSettings {
    /// Whether lines divide the preview into thirds.
    var showsGrid: Bool { didSet { write(showsGrid, "show-grid") } }
    /// Whether the whole picture is shown, with bars beside it, instead of filling the window.
    var fitsPreview: Bool { didSet { write(fitsPreview, "fit-preview") } }

    /// `nil` where the schema is not installed: what a person chooses then lasts as long as the program.
    @ObservationIgnored private let settings: Settings?

    init(_ settings: Settings? = .open(App.id)) {
        self.settings = settings
        showsGrid = settings?[key: "show-grid"] ?? false
        fitsPreview = settings?[key: "fit-preview"] ?? false
        follow("show-grid", \.showsGrid)
        follow("fit-preview", \.fitsPreview)
    }

    /// Opens the window as it was closed last.
    func remember(sizeOf window: Window) {
        settings?.bind("window-width", to: "default-width", of: window)
        settings?.bind("window-height", to: "default-height", of: window)
        settings?.bind("window-maximized", to: "maximized", of: window)
    }

    private func write(_ value: Bool, _ key: String) {
        guard let settings, settings[key: key] != value else { return }
        settings[key: key] = value
    }

    /// Another program may change it as well.
    private func follow(_ key: String, _ value: ReferenceWritableKeyPath<WindowSettings, Bool>) {
        settings?.onSetting(key) { [weak self] in
            guard let self, let new = settings?[key: key], new != self[keyPath: value] else { return }
            self[keyPath: value] = new
        }
    }
}
