import GtkSupport

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
