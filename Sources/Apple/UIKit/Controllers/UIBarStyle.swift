import UIKitCore

/// Whether a bar is light or dark. Source: Apple, UIBarStyle.
public enum UIBarStyle: Int, Sendable {
    case `default` = 0
    case black = 1
    /// Linux: as ``black``; whether something shines through is the bar's `isTranslucent`.
    @available(iOS, deprecated: 13.0, message: "Use black, and set isTranslucent.")
    case blackTranslucent = 2

    /// Whether its bars are black with white letters.
    var isBlack: Bool { self != .default }

    /// The color of a bar's background.
    ///
    /// - Parameters:
    ///   - tint: the bar's own color, which is used as it is.
    ///   - isTranslucent: whether what is behind a black bar shines through.
    @MainActor func background(_ tint: UIColor?, isTranslucent: Bool) -> UIColor {
        if let tint { return tint }
        guard isBlack else { return .systemBackground }
        return isTranslucent ? .black.withAlphaComponent(0.8) : .black
    }
}
