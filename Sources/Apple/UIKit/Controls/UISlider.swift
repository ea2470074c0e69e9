import Foundation
import GtkSupport

/// A number that a person chooses by sliding. Source: Apple, UISlider. Linux: GTK's scale.
open class UISlider: UIControl {
    private final weak var scale: Scale?
    private var isSetting = false
    private var current: Float = 0
    private final let looks = Looks()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        accessibilityTraits = .adjustable
    }

    public required init?(coder: NSCoder) { nil }

    /// Between both limits.
    open var value: Float {
        get { current }
        set { setValue(newValue, animated: false) }
    }

    open func setValue(_ value: Float, animated: Bool) {
        current = min(max(value, minimumValue), max(minimumValue, maximumValue))
        show()
    }

    open var minimumValue: Float = 0 { didSet { limitsChanged() } }
    open var maximumValue: Float = 1 { didSet { limitsChanged() } }

    /// Whether the actions come while a person slides, and not only at the end.
    open var isContinuous = true
    /// Whether the actions are due when a person lets the slider go.
    private var isWaiting = false

    /// The part below the value; `nil` is the desktop's accent color.
    open var minimumTrackTintColor: UIColor? { didSet { showLooks() } }
    /// The part above the value.
    open var maximumTrackTintColor: UIColor? { didSet { showLooks() } }
    open var thumbTintColor: UIColor? { didSet { showLooks() } }

    private func showLooks() {
        var rules: [String: String] = [:]
        rules[" > trough > highlight"] = minimumTrackTintColor.map { "background: \($0.look);" }
        rules[" > trough"] = maximumTrackTintColor.map { "background: \($0.look);" }
        rules[" > trough > slider"] = thumbTintColor.map { "background: \($0.look);" }
        looks.apply(rules, to: scale)
    }

    private func limitsChanged() {
        isSetting = true
        scale?.setRange(from: Double(minimumValue), to: Double(maximumValue))
        isSetting = false
        value = current
    }

    private func show() {
        isSetting = true
        scale?.value = Double(current)
        isSetting = false
    }

    /// A person has moved it.
    package func moved(to value: Float) {
        guard !isSetting, value != current else { return }
        current = min(max(value, minimumValue), maximumValue)
        // A key moves it without holding it.
        if !isContinuous, scale?.isPressed == true { return isWaiting = true }
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    /// A person has let it go.
    package func letGo() {
        guard isWaiting else { return }
        isWaiting = false
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    package override func makeContent() -> Widget? {
        let scale = Scale(from: Double(minimumValue), to: Double(maximumValue))
        scale.value = Double(current)
        scale.onMove { [weak self, weak scale] in
            if let scale { self?.moved(to: Float(scale.value)) }
        }
        scale.onRelease { [weak self] in self?.letGo() }
        if let accessibilityLabel { scale.setAccessibleLabel(accessibilityLabel) }
        self.scale = scale
        showLooks()
        return scale
    }

    package override var isPressable: Bool { false }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 34) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 34) }
}
