import Foundation

/// Places views in a row or a column, by constraints of its own.
///
/// Source: Apple, UIStackView.
open class UIStackView: UIView {
    /// How the views fill the length. Source: Apple, UIStackView.Distribution.
    public enum Distribution: Int, Sendable {
        case fill = 0
        case fillEqually = 1
        case fillProportionally = 2
        case equalSpacing = 3
        case equalCentering = 4
    }

    /// Where the views are across the length. Source: Apple, UIStackView.Alignment.
    public enum Alignment: Int, Sendable {
        case fill = 0
        /// ``top`` in a row.
        case leading = 1
        case firstBaseline = 2
        case center = 3
        /// ``bottom`` in a row.
        case trailing = 4
        case lastBaseline = 5

        public static let top = Alignment.leading
        public static let bottom = Alignment.trailing
    }

    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
    public static let spacingUseSystem = CGFloat.infinity

    open private(set) var arrangedSubviews: [UIView] = []
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsUpdateConstraints() } }
    open var distribution = Distribution.fill { didSet { setNeedsUpdateConstraints() } }
    open var alignment = Alignment.fill { didSet { setNeedsUpdateConstraints() } }
    open var spacing: CGFloat = 0 { didSet { setNeedsUpdateConstraints() } }
    /// Whether the views keep away from the edges by the margins.
    open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsUpdateConstraints() } }

    private var customSpacing: [ObjectIdentifier: CGFloat] = [:]
    private var made: [NSLayoutConstraint] = []
    private var gaps: [UILayoutGuide] = []
    /// The views for which the constraints were made.
    private var shown: [ObjectIdentifier] = []

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.insert(view, at: min(stackIndex, arrangedSubviews.count))
        view.translatesAutoresizingMaskIntoConstraints = false
        if view.superview !== self { addSubview(view) }
        setNeedsUpdateConstraints()
    }

    /// The view stays a subview.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        customSpacing[ObjectIdentifier(view)] = nil
        setNeedsUpdateConstraints()
    }

    /// - `spacing`: ``spacingUseDefault`` for the stack's own.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        let isDefault = spacing == Self.spacingUseDefault
        customSpacing[ObjectIdentifier(arrangedSubview)] = isDefault ? nil : spacing
        setNeedsUpdateConstraints()
    }

    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacing[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    /// Views that were hidden or removed need other constraints.
    func noticeHiddenViews() {
        arrangedSubviews.removeAll { $0.superview !== self }
        if shown != visible.map({ ObjectIdentifier($0) }) { setNeedsUpdateConstraints() }
    }

    private var visible: [UIView] { arrangedSubviews.filter { !$0.isHidden && $0.superview === self } }

    open override func updateConstraints() {
        NSLayoutConstraint.deactivate(made)
        for gap in gaps { removeLayoutGuide(gap) }
        (made, gaps) = ([], [])
        let views = visible
        shown = views.map { ObjectIdentifier($0) }
        if let first = views.first, let last = views.last {
            pin(first, .start)
            pin(last, .end)
            for (one, next) in zip(views, views.dropFirst()) { separate(one, next) }
            distribute(views)
            for view in views { align(view) }
            alignBaselines(views)
            // As short across as its views allow.
            let across = axis == .horizontal ? heightAnchor : widthAnchor
            add(across.constraint(equalToConstant: 0), priority: 49)
        }
        // What is hidden has no size.
        for view in arrangedSubviews where view.isHidden && view.superview === self {
            add((axis == .horizontal ? view.widthAnchor : view.heightAnchor).constraint(equalToConstant: 0))
        }
        NSLayoutConstraint.activate(made)
        super.updateConstraints()
    }

    // MARK: Its constraints

    private enum End {
        case start, end
    }

    private func attribute(_ end: End, along: Bool) -> NSLayoutConstraint.Attribute {
        if (axis == .horizontal) == along { return end == .start ? .leading : .trailing }
        return end == .start ? .top : .bottom
    }

    private func ownAttribute(_ end: End, along: Bool) -> NSLayoutConstraint.Attribute {
        guard isLayoutMarginsRelativeArrangement else { return attribute(end, along: along) }
        if (axis == .horizontal) == along { return end == .start ? .leadingMargin : .trailingMargin }
        return end == .start ? .topMargin : .bottomMargin
    }

    private func add(_ constraint: NSLayoutConstraint, priority: Float = 1000) {
        constraint.priority = UILayoutPriority(priority)
        made.append(constraint)
    }

    private func relate(
        _ item: Any, _ attribute: NSLayoutConstraint.Attribute, _ relation: NSLayoutConstraint.Relation, _ other: Any?,
        _ otherAttribute: NSLayoutConstraint.Attribute, multiplier: CGFloat = 1, constant: CGFloat = 0,
        priority: Float = 1000
    ) {
        add(
            NSLayoutConstraint(
                item: item, attribute: attribute, relatedBy: relation, toItem: other, attribute: otherAttribute,
                multiplier: multiplier, constant: constant), priority: priority)
    }

    private func pin(_ view: UIView, _ end: End) {
        relate(view, attribute(end, along: true), .equal, self, ownAttribute(end, along: true))
    }

    private func space(after view: UIView) -> CGFloat {
        let space = customSpacing[ObjectIdentifier(view)] ?? spacing
        return space == Self.spacingUseSystem ? 8 : space
    }

    private func separate(_ one: UIView, _ next: UIView) {
        let isFlexible = distribution == .equalSpacing || distribution == .equalCentering
        relate(
            next, attribute(.start, along: true), isFlexible ? .greaterThanOrEqual : .equal, one,
            attribute(.end, along: true), constant: space(after: one))
    }

    private func distribute(_ views: [UIView]) {
        let length: NSLayoutConstraint.Attribute = axis == .horizontal ? .width : .height
        switch distribution {
        case .fill: break
        case .fillEqually: for view in views.dropFirst() { relate(view, length, .equal, views[0], length) }
        case .fillProportionally:
            let lengths = views.map { view in
                let size = view.intrinsicContentSize
                return max(axis == .horizontal ? size.width : size.height, 1)
            }
            for (view, own) in zip(views, lengths).dropFirst() {
                relate(view, length, .equal, views[0], length, multiplier: own / lengths[0], priority: 999)
            }
        case .equalSpacing, .equalCentering:
            let isCentered = distribution == .equalCentering
            let center: NSLayoutConstraint.Attribute = axis == .horizontal ? .centerX : .centerY
            for (one, next) in zip(views, views.dropFirst()) {
                let gap = UILayoutGuide()
                addLayoutGuide(gap)
                let (start, end) = (attribute(.start, along: true), attribute(.end, along: true))
                relate(gap, start, .equal, one, isCentered ? center : end)
                relate(gap, end, .equal, next, isCentered ? center : start)
                if let first = gaps.first {
                    relate(gap, length, .equal, first, length, priority: isCentered ? 149 : 1000)
                }
                gaps.append(gap)
            }
            // As close together as the rest allows.
            add((axis == .horizontal ? widthAnchor : heightAnchor).constraint(equalToConstant: 0), priority: 49)
        }
    }

    private func align(_ view: UIView) {
        let (start, end) = (attribute(.start, along: false), attribute(.end, along: false))
        let (ownStart, ownEnd) = (ownAttribute(.start, along: false), ownAttribute(.end, along: false))
        let (atStart, atEnd) = (
            alignment == .fill || alignment == .leading, alignment == .fill || alignment == .trailing
        )
        relate(view, start, atStart ? .equal : .greaterThanOrEqual, self, ownStart)
        relate(view, end, atEnd ? .equal : .lessThanOrEqual, self, ownEnd)
        if alignment == .center {
            let isRow = axis == .horizontal
            let own: NSLayoutConstraint.Attribute =
                isLayoutMarginsRelativeArrangement
                ? (isRow ? .centerYWithinMargins : .centerXWithinMargins) : (isRow ? .centerY : .centerX)
            relate(view, isRow ? .centerY : .centerX, .equal, self, own)
        }
    }

    private func alignBaselines(_ views: [UIView]) {
        guard axis == .horizontal, alignment == .firstBaseline || alignment == .lastBaseline else { return }
        let baseline: NSLayoutConstraint.Attribute = alignment == .firstBaseline ? .firstBaseline : .lastBaseline
        for view in views.dropFirst() { relate(view, baseline, .equal, views[0], baseline) }
    }
}
