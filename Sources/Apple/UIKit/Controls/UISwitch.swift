import Foundation
import GtkSupport

/// Something that is on or off. Source: Apple, UISwitch. Linux: GTK's switch.
open class UISwitch: UIControl {
    private final weak var content: Switch?
    private var isSetting = false
    private var current = false
    private final let looks = Looks()

    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: 51, height: 31)))
        accessibilityTraits = .toggleButton
    }

    public required init?(coder: NSCoder) { nil }

    /// Behind the knob while it is on; `nil` is the desktop's accent color.
    open var onTintColor: UIColor? { didSet { showLooks() } }
    open var thumbTintColor: UIColor? { didSet { showLooks() } }

    /// GTK's style sheet. Its switch moves its knob to the right in all directions, so that it is drawn in a mirror; GTK
    /// takes presses where they are seen.
    final var rules: [String: String] {
        var rules: [String: String] = [:]
        if isRightToLeft { rules[""] = "transform: scaleX(-1);" }
        rules[":checked"] = onTintColor.map { "background: \($0.look);" }
        rules[" > slider"] = thumbTintColor.map { "background: \($0.look);" }
        return rules
    }

    private func showLooks() { looks.apply(rules, to: content) }

    override func directionChanged() {
        super.directionChanged()
        showLooks()
    }

    open var isOn: Bool {
        get { current }
        set { setOn(newValue, animated: false) }
    }

    open func setOn(_ on: Bool, animated: Bool) {
        current = on
        isSetting = true
        content?.isOn = on
        isSetting = false
    }

    /// A person has toggled it.
    package func toggled(to isOn: Bool) {
        guard !isSetting, isOn != current else { return }
        current = isOn
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    package override func makeContent() -> Widget? {
        let content = Switch(isOn: current)
        content.horizontalAlignment = .center
        content.verticalAlignment = .center
        content.onToggle { [weak self, weak content] in
            if let content { self?.toggled(to: content.isOn) }
        }
        if let accessibilityLabel { content.setAccessibleLabel(accessibilityLabel) }
        self.content = content
        showLooks()
        return content
    }

    package override var isPressable: Bool { false }

    open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}
