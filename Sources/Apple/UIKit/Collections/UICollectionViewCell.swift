import Foundation
import GtkSupport

/// A view that a collection view shows more than once. Source: Apple, UICollectionReusableView.
open class UICollectionReusableView: UIView {
    open internal(set) var reuseIdentifier: String?

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { nil }

    /// Called before the view shows another element.
    open func prepareForReuse() {}

    /// Called before the view shows another element.
    func reuse() { prepareForReuse() }

    /// Called with what the layout says of the view.
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

    /// The size that the view wants, where the layout only estimates it: as its constraints say.
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
        let estimates = layoutAttributes.estimates
        guard estimates.isAny, let copy = layoutAttributes.copy() as? UICollectionViewLayoutAttributes else {
            return layoutAttributes
        }
        let given = layoutAttributes.size
        if !estimates.width, let height = ownHeight(width: given.width) {
            copy.frame.size.height = height
            return copy
        }
        let wanted = sized.systemLayoutSizeFitting(
            CGSize(width: estimates.width ? 0 : given.width, height: estimates.height ? 0 : given.height),
            withHorizontalFittingPriority: estimates.width ? .fittingSizeLevel : .required,
            verticalFittingPriority: estimates.height ? .fittingSizeLevel : .required)
        // Without constraints, it is as large as was thought.
        if estimates.width, wanted.width > 0 { copy.frame.size.width = wanted.width }
        if estimates.height, wanted.height > 0 { copy.frame.size.height = wanted.height }
        return copy
    }

    /// The height of what does without constraints.
    func ownHeight(width: CGFloat) -> CGFloat? { nil }

    /// What has the constraints that say how large the view is.
    var sized: UIView { self }

    /// Puts the view into its place.
    final func take(_ attributes: UICollectionViewLayoutAttributes) {
        transform = .identity
        frame = attributes.frame
        (transform, alpha, isHidden) = (attributes.transform, attributes.alpha, attributes.isHidden)
        layer.zPosition = CGFloat(attributes.zIndex)
        apply(attributes)
    }
}

/// An item of a collection view. Source: Apple, UICollectionViewCell.
open class UICollectionViewCell: UICollectionReusableView {
    /// The content; it fills the cell.
    public let contentView = UIView(frame: .zero)
    final var onPress: (@MainActor () -> Void)?
    final var onTouch: (@MainActor (_ isTouched: Bool) -> Void)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isAccessibilityElement = true
        addSubview(contentView)
        layOutParts()
    }

    public required init?(coder: NSCoder) { nil }

    /// A subclass shows in `didSet` whether the cell is selected.
    open var isSelected = false {
        didSet {
            layOutParts()
            presence?.update()
            if isSelected != oldValue { setNeedsUpdateConfiguration() }
        }
    }

    /// While a finger is on the cell.
    open var isHighlighted = false {
        didSet {
            layOutParts()
            if isHighlighted != oldValue { setNeedsUpdateConfiguration() }
        }
    }

    // MARK: Content as a value

    private var content = CellContent()

    /// What the cell shows in its ``contentView``; `nil` for what the program puts there.
    open var contentConfiguration: (any UIContentConfiguration)? {
        get { content.configuration }
        set {
            content.show(newValue, in: contentView, configurationState)
            presence?.update()
            setNeedsLayout()
        }
    }

    open var configurationState: UICellConfigurationState {
        var state = UICellConfigurationState(traitCollection: traitCollection)
        (state.isSelected, state.isHighlighted) = (isSelected, isHighlighted)
        return state
    }

    /// Whether the configuration follows the cell's state.
    open var automaticallyUpdatesContentConfiguration = true
    /// Called when the cell's state has changed.
    open var configurationUpdateHandler: (@MainActor (UICollectionViewCell, UICellConfigurationState) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// A subclass sets its content for a state.
    open func updateConfiguration(using state: UICellConfigurationState) { configurationUpdateHandler?(self, state) }

    /// Whether the cell is new, or shows another item than the last that it was configured for.
    private var isUnconfigured = true

    /// Linux: updates it at once; while the data source makes the cell, when it is done with it.
    open func setNeedsUpdateConfiguration() {
        if !isUnconfigured || !CellMaking.isUnderWay { updateConfiguration() }
    }

    private func updateConfiguration() {
        if automaticallyUpdatesContentConfiguration, let known = content.configuration { contentConfiguration = known }
        updateConfiguration(using: configurationState)
    }

    /// Called before the cell is shown, when its data source is done with it.
    final func configureForDisplay() {
        guard isUnconfigured else { return }
        isUnconfigured = false
        updateConfiguration()
    }

    override func reuse() {
        super.reuse()
        isUnconfigured = true
    }

    override func ownHeight(width: CGFloat) -> CGFloat? { content.height(width: width - contentEnd) }

    /// How much of the cell's end is not for its content.
    var contentEnd: CGFloat { 0 }

    override var sized: UIView { contentView }

    /// Behind the content.
    open var backgroundView: UIView? { didSet { replace(oldValue, backgroundView) } }
    /// Above ``backgroundView`` while the cell is selected or highlighted.
    open var selectedBackgroundView: UIView? { didSet { replace(oldValue, selectedBackgroundView) } }

    private func replace(_ old: UIView?, _ new: UIView?) {
        old?.removeFromSuperview()
        if let new { insertSubview(new, belowSubview: contentView) }
        layOutParts()
    }

    private func layOutParts() {
        contentView.frame = mirrored(
            CGRect(x: 0, y: 0, width: max(0, bounds.width - contentEnd), height: bounds.height))
        content.layOut(in: contentView)
        backgroundView?.frame = bounds
        selectedBackgroundView?.frame = bounds
        selectedBackgroundView?.isHidden = !isSelected && !isHighlighted
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutParts()
    }

    open override func prepareForReuse() {
        super.prepareForReuse()
        (isSelected, isHighlighted) = (false, false)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        onTouch?(true)
        super.touchesBegan(touches, with: event)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        onTouch?(false)
        super.touchesEnded(touches, with: event)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        onTouch?(false)
        super.touchesCancelled(touches, with: event)
    }

    // MARK: Screen readers

    /// The texts of its labels, unless something else is set.
    open override var accessibilityLabel: String? {
        get {
            func texts(_ view: UIView) -> [String] {
                ((view as? UILabel)?.text.map { [$0] } ?? []) + view.subviews.flatMap(texts)
            }
            let all = texts(contentView).filter { !$0.isEmpty }
            return super.accessibilityLabel ?? (all.isEmpty ? nil : all.joined(separator: ", "))
        }
        set { super.accessibilityLabel = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { isSelected ? super.accessibilityTraits.union(.selected) : super.accessibilityTraits }
        set { super.accessibilityTraits = newValue }
    }

    package override var role: AccessibleRole { .listItem }
    package override var isPressable: Bool { true }
    package override func pressed() { if !accessibilityActivate() { onPress?() } }
}
