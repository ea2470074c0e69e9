import AVCamCore
import GtkSupport

/// What a window calls the speeds of movies.
extension MovieSpeed {
    var label: String {
        switch self {
        case .normal: pgettext("speed", "Normal")
        case .slowMotion: gettext("Slow Motion")
        case .timeLapse: filled(gettext("%s, %s"), gettext("Time-Lapse"), interval)
        }
    }

    /// Shorter, for a badge.
    var brief: String {
        switch self {
        case .normal, .slowMotion: label
        case .timeLapse: filled(gettext("Time-Lapse · %s"), interval)
        }
    }

    private var interval: String { filled(gettext("every %s s"), LocalText.decimals(rawValue)) }
}
