import Foundation
import GtkSupport

/// What a person has set for all programs. Source: Apple, UIAccessibility.
@MainActor @preconcurrency
public enum UIAccessibility {
    /// Linux: the desktop's animations are off. Read anew each time; no notification tells of a change.
    public static var isReduceMotionEnabled: Bool { UIApplication.isRunning && !Display.hasAnimations }

    /// Linux: the desktop's setting for a screen reader (GNOME's). Read anew each time, as those below.
    public static var isVoiceOverRunning: Bool { isSet("org.gnome.desktop.a11y.applications", "screen-reader-enabled") }

    /// Linux: whether the desktop wants high contrast, which has opaque surfaces.
    public static var isReduceTransparencyEnabled: Bool { isDarkerSystemColorsEnabled }

    /// Linux: whether the desktop wants high contrast.
    public static var isDarkerSystemColorsEnabled: Bool { isSet("org.gnome.desktop.a11y.interface", "high-contrast") }

    /// Linux: always `false`; a desktop has no such setting, as for the two below.
    public static var isBoldTextEnabled: Bool { false }
    public static var isInvertColorsEnabled: Bool { false }
    public static var isGrayscaleEnabled: Bool { false }

    private static func isSet(_ schema: String, _ key: String) -> Bool {
        guard UIApplication.isRunning, let settings = Settings.open(schema, having: key) else { return false }
        return settings[key: key]
    }

    /// What screen readers are told. Source: Apple, UIAccessibility.Notification.
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public var rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// A text is to be spoken.
        public static let announcement = Notification(rawValue: 1008)
        /// A part of the screen is new; the argument is a text, or the view that gets the focus.
        public static let layoutChanged = Notification(rawValue: 1001)
        /// The screen is new; the argument is a text, or the view that gets the focus.
        public static let screenChanged = Notification(rawValue: 1000)
        /// Linux: its text is spoken.
        public static let pageScrolled = Notification(rawValue: 1009)
    }

    /// Tells screen readers something.
    ///
    /// Linux: a view gets the keyboard's focus if it can have it.
    public static func post(notification: Notification, argument: Any?) {
        let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows)
        guard let window = windows.first(where: \.isKeyWindow) ?? windows.first else { return }
        let text = argument as? String ?? (argument as? NSAttributedString)?.string
        if let text { window.presence?.widget.announce(text) }
        if let view = argument as? UIView { view.presence?.widget.grabFocus() }
    }
}
