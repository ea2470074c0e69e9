import Foundation
import GtkSupport

/// What something is for screen readers. Source: Apple, UIAccessibilityTraits.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let none: UIAccessibilityTraits = []
    public static let button = UIAccessibilityTraits(rawValue: 1)
    public static let link = UIAccessibilityTraits(rawValue: 2)
    public static let image = UIAccessibilityTraits(rawValue: 4)
    public static let selected = UIAccessibilityTraits(rawValue: 8)
    public static let notEnabled = UIAccessibilityTraits(rawValue: 0x100)
    public static let staticText = UIAccessibilityTraits(rawValue: 0x40)
    public static let header = UIAccessibilityTraits(rawValue: 0x1_0000)
    public static let searchField = UIAccessibilityTraits(rawValue: 0x400)
    public static let adjustable = UIAccessibilityTraits(rawValue: 0x1000)
    public static let toggleButton = UIAccessibilityTraits(rawValue: 0x20_0000_0000_0000)
}

/// What a program says about a view for screen readers.
@MainActor
struct AccessibilityValues {
    var label: String?
    var value: String?
    var hint: String?
    var identifier: String?
    var traits: UIAccessibilityTraits = .none
    var isElement = false
    var hidesElements = false

    var role: AccessibleRole {
        let roles: [(UIAccessibilityTraits, AccessibleRole)] = [
            (.toggleButton, .toggle), (.button, .button), (.link, .link), (.searchField, .searchField),
            (.adjustable, .slider), (.header, .heading), (.image, .image), (.staticText, .label),
        ]
        guard isElement else { return .generic }
        return roles.first { traits.contains($0.0) }?.1 ?? .group
    }

    func apply(to widget: Widget, _ view: UIView) {
        if let identifier { widget.name = identifier }
        widget.setAccessibleHidden(hidesElements)
        guard isElement || label != nil else { return }
        let name = view.accessibilityLabel ?? ""
        // GTK 4.8 tells nobody the value's text.
        widget.setAccessibleLabel([name, view.accessibilityValue ?? ""].filter { !$0.isEmpty }.joined(separator: ": "))
        if let value = view.accessibilityValue { widget.setAccessibleValue(value) }
        widget.setAccessibleDescription(hint)
        let isDisabled = (view as? UIControl)?.isEnabled == false
        widget.setAccessibleDisabled(isDisabled || view.accessibilityTraits.contains(.notEnabled))
        let isSelected = view.accessibilityTraits.contains(.selected)
        // Not every role has this state.
        if isSelected || view.wasSaidSelected { widget.setAccessibleSelected(isSelected) }
        view.wasSaidSelected = isSelected
    }
}

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
