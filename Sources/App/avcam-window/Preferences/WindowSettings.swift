import GtkSupport
import Observation

/// The window's appearance, stored by the desktop; the camera remembers its own settings.
@Observable
final class WindowSettings {
    /// Whether lines divide the preview into thirds.
    var showsGrid: Bool { didSet { write(showsGrid, "show-grid") } }
    /// Whether a histogram and the overexposed parts are shown over the preview.
    var showsExposure: Bool { didSet { write(showsExposure, "show-exposure") } }
    /// Whether the whole picture is shown, with bars beside it. Otherwise its edges are cut off, so that it fills the
    /// space.
    var fitsPreview: Bool { didSet { write(fitsPreview, "fit-preview") } }
    /// Whether the shutter and the self-timer are heard.
    var playsSounds: Bool { didSet { write(playsSounds, "play-sounds") } }

    /// `nil` if the schema is not installed: choices then last only as long as the program runs.
    @ObservationIgnored private let settings: Settings?

    init(_ settings: Settings? = .open(App.id)) {
        self.settings = settings
        showsGrid = settings?[key: "show-grid"] ?? false
        showsExposure = settings?[key: "show-exposure"] ?? false
        fitsPreview = settings?[key: "fit-preview"] ?? true
        playsSounds = settings?[key: "play-sounds"] ?? true
        follow("show-grid", \.showsGrid)
        follow("show-exposure", \.showsExposure)
        follow("fit-preview", \.fitsPreview)
        follow("play-sounds", \.playsSounds)
    }

    /// Opens the window at the size at which it was closed.
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
