import Foundation
import GtkSupport
import UIKitCore

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

    // MARK: Colors

    /// The part below the value; `nil` is the desktop's accent color. A color takes the place of images.
    open var minimumTrackTintColor: UIColor? {
        didSet {
            if minimumTrackTintColor != nil { minimumTrackImages = StateImages() }
            imagesChanged()
        }
    }
    /// The part above the value. A color takes the place of images.
    open var maximumTrackTintColor: UIColor? {
        didSet {
            if maximumTrackTintColor != nil { maximumTrackImages = StateImages() }
            imagesChanged()
        }
    }
    /// A color takes the place of images.
    open var thumbTintColor: UIColor? {
        didSet {
            if thumbTintColor != nil { thumbImages = StateImages() }
            imagesChanged()
        }
    }

    // MARK: Images

    private var thumbImages = StateImages()
    private var minimumTrackImages = StateImages()
    private var maximumTrackImages = StateImages()

    /// What a person slides; a state without an image shows the normal one's. An image takes the place of the color.
    open func setThumbImage(_ image: UIImage?, for state: UIControl.State) {
        if image != nil { thumbTintColor = nil }
        thumbImages[state] = image
        imagesChanged()
    }

    /// The track below the value, as long as that part; corners of a resizable image keep their size. An image takes the
    /// place of the color.
    open func setMinimumTrackImage(_ image: UIImage?, for state: UIControl.State) {
        if image != nil { minimumTrackTintColor = nil }
        minimumTrackImages[state] = image
        imagesChanged()
    }

    /// The track above the value. Linux: as long as the whole track, behind the part below the value.
    open func setMaximumTrackImage(_ image: UIImage?, for state: UIControl.State) {
        if image != nil { maximumTrackTintColor = nil }
        maximumTrackImages[state] = image
        imagesChanged()
    }

    /// - Returns: `nil` if that very state has none.
    open func thumbImage(for state: UIControl.State) -> UIImage? { thumbImages[state] }
    open func minimumTrackImage(for state: UIControl.State) -> UIImage? { minimumTrackImages[state] }
    open func maximumTrackImage(for state: UIControl.State) -> UIImage? { maximumTrackImages[state] }

    /// The one that shows; `nil` for the desktop's own looks.
    open var currentThumbImage: UIImage? { thumbImages.current(in: state) }
    open var currentMinimumTrackImage: UIImage? { minimumTrackImages.current(in: state) }
    open var currentMaximumTrackImage: UIImage? { maximumTrackImages.current(in: state) }

    private final let minimumPicture = UIImageView(image: nil)
    private final let maximumPicture = UIImageView(image: nil)

    /// Before the track, at the right if the slider goes from right to left.
    open var minimumValueImage: UIImage? { didSet { show(minimumValueImage, in: minimumPicture) } }
    /// Behind the track.
    open var maximumValueImage: UIImage? { didSet { show(maximumValueImage, in: maximumPicture) } }

    private func show(_ image: UIImage?, in picture: UIImageView) {
        picture.image = image
        picture.isAccessibilityElement = false
        if image == nil { picture.removeFromSuperview() } else if picture.superview == nil { addSubview(picture) }
        imagesChanged()
        setNeedsLayout()
    }

    /// The pictures beside the track, from the left.
    private var sides: [UIImageView] {
        isRightToLeft ? [maximumPicture, minimumPicture] : [minimumPicture, maximumPicture]
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        for (index, picture) in sides.enumerated() {
            let size = picture.image?.size ?? .zero
            picture.frame = CGRect(
                x: index == 0 ? 0 : bounds.width - size.width, y: (bounds.height - size.height) / 2, width: size.width,
                height: size.height)
        }
    }

    /// Between a picture and the track, in points.
    private static let gap: CGFloat = 10

    /// GTK's style sheet.
    final var rules: [String: String] {
        var rules: [String: String] = [:]
        rules[" > trough > highlight"] = minimumTrackTintColor.map { "background: \($0.look);" }
        rules[" > trough"] = maximumTrackTintColor.map { "background: \($0.look);" }
        rules[" > trough > slider"] = thumbTintColor.map { "background: \($0.look);" }
        if let image = currentMinimumTrackImage, let look = look(image) {
            rules[" > trough > highlight"] = "\(look) margin: 0;"
        }
        if let image = currentMaximumTrackImage, let look = look(image) { rules[" > trough"] = look }
        if trackHeight > 0 { rules[" > trough", default: ""] += " min-height: \(trackHeight)px;" }
        if let image = currentThumbImage, let look = look(image) {
            let size = image.size
            // A margin of less than nothing lets it be higher than the track.
            rules[" > trough > slider"] =
                "\(look) min-width: \(size.width)px; min-height: \(size.height)px; margin: \(-size.height / 2)px 0;"
        }
        let insets = zip(["left", "right"], sides).compactMap { side, picture in
            picture.image.map { "padding-\(side): \($0.size.width + Self.gap)px;" }
        }
        if !insets.isEmpty { rules[""] = insets.joined(separator: " ") }
        return rules
    }

    private func look(_ image: UIImage) -> String? {
        image.look(tint: tintColor.resolvedColor(with: traitCollection))
    }

    private func showLooks() { looks.apply(scale == nil ? [:] : rules, to: scale) }

    private func imagesChanged() {
        showLooks()
        invalidateIntrinsicContentSize()
    }

    /// Other states, colors and directions have other pictures.
    private func showImages() {
        if !(thumbImages.isEmpty && minimumTrackImages.isEmpty && maximumTrackImages.isEmpty) { showLooks() }
    }

    package override func stateDidChange() { showImages() }

    open override func tintColorDidChange() { showImages() }

    override func directionChanged() {
        super.directionChanged()
        showLooks()
    }

    /// Of the images for the track; 0 without any.
    private var trackHeight: CGFloat { max(minimumTrackImages.height, maximumTrackImages.height) }

    // MARK: Moving it

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

    /// A person has taken hold of it, or has let it go.
    package func held(_ isHeld: Bool) {
        isHighlighted = isHeld
        if !isHeld { letGo() }
    }

    private func letGo() {
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
        scale.onGrab { [weak self] isHeld in self?.held(isHeld) }
        if let accessibilityLabel { scale.setAccessibleLabel(accessibilityLabel) }
        self.scale = scale
        showLooks()
        return scale
    }

    package override var isPressable: Bool { false }

    /// The desktop's own is 34 points high, of which the track has 10.
    private var height: CGFloat {
        let pictures = sides.compactMap { $0.image?.size.height }
        return ([34, thumbImages.height, trackHeight + 24] + pictures).max() ?? 34
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: height) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: height) }
}
