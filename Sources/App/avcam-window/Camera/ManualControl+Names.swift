import AVCamCore
import GtkSupport

extension ManualControl {
    /// For screen readers, and wherever there is room.
    var name: String {
        switch self {
        case .shutter: gettext("Shutter")
        case .iso: gettext("Sensitivity")
        case .focus: gettext("Focus")
        case .whiteBalance: gettext("White Balance")
        }
    }

    /// A value that is shown alone: `ISO 200`.
    func briefly(_ value: Double) -> String {
        let text = MediaText.value(value, of: self)
        return switch self {
        case .shutter, .whiteBalance: text
        case .iso: filled(gettext("ISO %s"), text)
        // Manual focus.
        case .focus: filled(gettext("MF %s"), text)
        }
    }
}
