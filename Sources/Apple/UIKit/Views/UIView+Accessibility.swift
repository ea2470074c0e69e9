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
}
