import Foundation
import GtkSupport

/// A row of a table. Source: Apple, UITableViewCell.
open class UITableViewCell: UIView {
    /// Source: Apple, UITableViewCell.CellStyle.
    public enum CellStyle: Int, Sendable {
        case `default` = 0
        case value1 = 1
        case value2 = 2
        case subtitle = 3
    }

    /// Source: Apple, UITableViewCell.AccessoryType.
    public enum AccessoryType: Int, Sendable {
        case none = 0
        case disclosureIndicator = 1
        case detailDisclosureButton = 2
        case checkmark = 3
        case detailButton = 4
    }

    /// What a person does with a row in edit mode. Source: Apple, UITableViewCell.EditingStyle.
    public enum EditingStyle: Int, Sendable {
        case none = 0
        case delete = 1
        case insert = 2
    }

    /// Source: Apple, UITableViewCell.SelectionStyle. Linux: any but `none` is gray.
    public enum SelectionStyle: Int, Sendable {
        case none = 0
        case blue = 1
        case gray = 2
        case `default` = 3
    }

    public let contentView = UIView(frame: .zero)
    private(set) final var style = CellStyle.default
    open private(set) var reuseIdentifier: String?
    private let labels: CellLabels
    private let mark = UIImageView(image: nil)
    private lazy var detailButton = makeDetailButton()
    /// What shows that the cell is selected: the content keeps its own color.
    private let shade = UIView()
    final var onPress: (@MainActor () -> Void)?
    final var onTouch: (@MainActor (_ isTouched: Bool) -> Void)?
    /// Called when the button of its accessory is pressed.
    final var onDetail: (@MainActor (UITableViewCell) -> Void)?

    public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        (self.style, self.reuseIdentifier) = (style, reuseIdentifier)
        labels = CellLabels(style)
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        setUp()
    }

    public override convenience init(frame: CGRect) {
        self.init(style: .default, reuseIdentifier: nil)
        self.frame = frame
    }

    public required init?(coder: NSCoder) { nil }

    private func setUp() {
        isAccessibilityElement = true
        backgroundColor = .systemBackground
        if style == .value2 {
            labels.title.textColor = tintColor
            alignTitle()
        }
        shade.backgroundColor = .systemGray4
        shade.isHidden = true
        addSubview(shade)
        addSubview(contentView)
        for view in labels.views { contentView.addSubview(view) }
        mark.isAccessibilityElement = false
        mark.tintColor = .systemGray
        addSubview(mark)
    }

    /// A title of the style `value2` ends beside its value.
    private func alignTitle() { labels.title.textAlignment = isRightToLeft ? .left : .right }

    override func directionChanged() {
        super.directionChanged()
        if style == .value2 { alignTitle() }
    }

    open var textLabel: UILabel? { labels.title }
    /// `nil` in a cell of the default style.
    open var detailTextLabel: UILabel? { style == .default ? nil : labels.detail }
    open var imageView: UIImageView? { labels.picture }

    open var accessoryType = AccessoryType.none {
        didSet {
            switch accessoryType {
            case .disclosureIndicator, .detailDisclosureButton: mark.image = UIImage(systemName: "chevron.forward")
            case .checkmark: mark.image = UIImage(systemName: "checkmark")
            case .none, .detailButton: mark.image = nil
            }
            mark.tintColor = accessoryType == .checkmark ? nil : .systemGray
            let hasButton = accessoryType == .detailButton || accessoryType == .detailDisclosureButton
            if hasButton { addSubview(detailButton) } else if oldValue != .none { detailButton.removeFromSuperview() }
            presence?.update()
            setNeedsLayout()
        }
    }

    private func makeDetailButton() -> UIButton {
        let button = UIButton(type: .detailDisclosure)
        button.accessibilityLabel = "More Info"
        button.addAction(
            UIAction { [weak self] _ in
                if let self { onDetail?(self) }
            }, for: .touchUpInside)
        return button
    }

    /// Instead of the ``accessoryType``.
    open var accessoryView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let accessoryView { addSubview(accessoryView) }
            setNeedsLayout()
        }
    }

    open var selectionStyle = SelectionStyle.default { didSet { showSelection() } }
    private var isSelectedNow = false

    /// Linux: setting it is ``setSelected(_:animated:)``.
    open var isSelected: Bool {
        get { isSelectedNow }
        set { setSelected(newValue, animated: false) }
    }

    /// Linux: not animated.
    open func setSelected(_ selected: Bool, animated: Bool) {
        let changes = isSelectedNow != selected
        isSelectedNow = selected
        showSelection()
        if changes { setNeedsUpdateConfiguration() }
        presence?.update()
    }

    private var isHighlightedNow = false

    /// While a finger is on the cell. Linux: setting it is ``setHighlighted(_:animated:)``.
    open var isHighlighted: Bool {
        get { isHighlightedNow }
        set { setHighlighted(newValue, animated: false) }
    }

    /// Linux: not animated.
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {
        let changes = isHighlightedNow != highlighted
        isHighlightedNow = highlighted
        showSelection()
        if changes { setNeedsUpdateConfiguration() }
    }

    private func showSelection() {
        shade.isHidden = !isSelected && !isHighlighted || selectionStyle == .none
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

    /// Called before the cell shows another row.
    open func prepareForReuse() {
        setSelected(false, animated: false)
        setHighlighted(false, animated: false)
    }

    // MARK: Content as a value

    private var content = CellContent()

    /// What the cell shows in its ``contentView``; `nil` for what the program puts there.
    open var contentConfiguration: (any UIContentConfiguration)? {
        get { content.configuration }
        set {
            content.show(newValue, in: contentView, configurationState)
            for view in labels.views { view.isHidden = newValue != nil }
            presence?.update()
            setNeedsLayout()
        }
    }

    open var configurationState: UICellConfigurationState {
        var state = UICellConfigurationState(traitCollection: traitCollection)
        (state.isSelected, state.isHighlighted, state.isEditing) = (isSelected, isHighlighted, isEditing)
        return state
    }

    /// Whether the configuration follows the cell's state.
    open var automaticallyUpdatesContentConfiguration = true
    /// Called when the cell's state has changed.
    open var configurationUpdateHandler: (@MainActor (UITableViewCell, UICellConfigurationState) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }

    /// A subclass sets its content for a state.
    open func updateConfiguration(using state: UICellConfigurationState) { configurationUpdateHandler?(self, state) }

    /// Whether the cell is new, or shows another row than the last that it was configured for.
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

    /// Called before the cell shows another row.
    final func reuse() {
        prepareForReuse()
        isUnconfigured = true
    }

    /// What a cell of this style shows.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        switch style {
        case .value1, .value2: .valueCell()
        case .subtitle: .subtitleCell()
        case .default: .cell()
        }
    }

    // MARK: Editing

    /// What the button at its start does, in edit mode.
    open private(set) var editingStyle = EditingStyle.none
    open var isEditing: Bool { editingStyle != .none }
    private var editButton: UIButton?

    final func show(_ style: EditingStyle, _ press: @escaping @MainActor (UITableViewCell) -> Void) {
        guard style != editingStyle || style != .none else { return }
        let wasEditing = isEditing
        editingStyle = style
        editButton?.removeFromSuperview()
        editButton = nil
        if style != .none {
            let button = UIButton(type: .custom)
            let isDelete = style == .delete
            button.setImage(UIImage(systemName: isDelete ? "minus.circle.fill" : "plus.circle.fill"), for: .normal)
            button.tintColor = isDelete ? .systemRed : .systemGreen
            let row = accessibilityLabel.map { " \($0)" } ?? ""
            button.accessibilityLabel = (isDelete ? "Delete" : "Insert") + row
            button.handle(.primaryActionTriggered, key: "edit") { [weak self] _ in if let self { press(self) } }
            addSubview(button)
            editButton = button
        }
        if isEditing != wasEditing { setNeedsUpdateConfiguration() }
        setNeedsLayout()
    }

    // MARK: Layout

    private static let margin = CellLabels.margin
    /// Of the button in edit mode.
    private static let editWidth: CGFloat = 40
    private static let accessoryGap: CGFloat = 8

    open override func layoutSubviews() {
        super.layoutSubviews()
        shade.frame = bounds
        let end = layOutAccessories()
        editButton?.frame = mirrored(CGRect(x: 0, y: 0, width: Self.editWidth, height: bounds.height))
        let extent = contentExtent(in: bounds.width)
        contentView.frame = mirrored(CGRect(x: extent.start, y: 0, width: extent.width, height: bounds.height))
        content.layOut(in: contentView)
        labels.layOut(in: bounds, to: end - extent.start)
        if isRightToLeft { labels.mirror(width: contentView.bounds.width) }
    }

    /// - Returns: where the content has to end, with a margin before the accessories or the cell's edge.
    private func layOutAccessories() -> CGFloat {
        mark.isHidden = accessoryView != nil || mark.image == nil
        if detailButton.superview === self { detailButton.isHidden = !hasDetailButton }
        var end = bounds.maxX - Self.margin
        for view in accessories {
            let size = size(of: view)
            end -= size.width
            view.frame = mirrored(CGRect(origin: CGPoint(x: end, y: bounds.midY - size.height / 2), size: size))
            end -= Self.accessoryGap
        }
        return end
    }

    private var hasDetailButton: Bool {
        accessoryView == nil && (accessoryType == .detailButton || accessoryType == .detailDisclosureButton)
    }

    /// What stands at the cell's end, from there on.
    private var accessories: [UIView] {
        let first = accessoryView ?? (mark.image == nil ? nil : mark)
        return [first, hasDetailButton ? detailButton : nil].compactMap { $0 }
    }

    private func size(of accessory: UIView) -> CGSize {
        accessory === accessoryView ? accessory.bounds.size : accessory.intrinsicContentSize
    }

    /// Where the content is, between the button of edit mode and the accessories.
    private func contentExtent(in width: CGFloat) -> (start: CGFloat, width: CGFloat) {
        let start = editButton == nil ? 0 : Self.editWidth
        let used = accessories.reduce(0) { $0 + size(of: $1).width + Self.accessoryGap }
        return (start, max(0, width - start - (used > 0 ? Self.margin + used : 0)))
    }

    /// As high as its labels, or its content's constraints, and at least 44 points.
    ///
    /// - Parameter cellWidth: the cell's; its accessories take some of it.
    final func fittingHeight(width cellWidth: CGFloat) -> CGFloat {
        let width = contentExtent(in: cellWidth).width
        if let height = content.height(width: width) { return max(44, height) }
        if contentView.subviews.contains(where: { !labels.views.contains($0) }) {
            let target = CGSize(width: width, height: 0)
            let size = contentView.systemLayoutSizeFitting(
                target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
            return max(44, size.height)
        }
        let end = accessories.isEmpty ? Self.margin : 0
        return max(44, (labels.height(width: max(0, width - Self.margin - end)) + 22).rounded(.up))
    }

    // MARK: Screen readers

    open override var accessibilityLabel: String? {
        get {
            let texts = (content.view as? UIListContentView)?.texts ?? labels.texts
            return super.accessibilityLabel ?? (texts.isEmpty ? nil : texts.joined(separator: ", "))
        }
        set { super.accessibilityLabel = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get {
            let isMarked = isSelected || accessoryType == .checkmark
            return isMarked ? super.accessibilityTraits.union(.selected) : super.accessibilityTraits
        }
        set { super.accessibilityTraits = newValue }
    }

    package override var role: AccessibleRole { .listItem }
    package override var isPressable: Bool { true }
    package override func pressed() { if !accessibilityActivate() { onPress?() } }
}
