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

    /// A value beside the name: `200`.
    func text(_ value: Double) -> String { LocalText.decimals(MediaText.value(value, of: self)) }

    /// A value that is shown alone: `ISO 200`.
    func briefly(_ value: Double) -> String {
        let text = text(value)
        return switch self {
        case .shutter, .whiteBalance: text
        case .iso: filled(gettext("ISO %s"), text)
        // Manual focus.
        case .focus: filled(gettext("MF %s"), text)
        }
    }
}
