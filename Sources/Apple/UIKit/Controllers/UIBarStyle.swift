/// Whether a bar is light or dark. Source: Apple, UIBarStyle.
public enum UIBarStyle: Int, Sendable {
    case `default` = 0
    case black = 1
    /// Linux: as ``black``; whether something shines through is the bar's `isTranslucent`.
    @available(iOS, deprecated: 13.0, message: "Use black, and set isTranslucent.")
    case blackTranslucent = 2

    /// Whether its bars are black with white letters.
    var isBlack: Bool { self != .default }
}
