import Foundation

/// What a view knows of constraints. Most views have none.
@MainActor
package final class LayoutState {
    var translates = true
    var constraints: [NSLayoutConstraint] = []
    var guides: [UILayoutGuide] = []
    var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    var resistance: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    var needsUpdate = false
    /// Of the root of a tree: whether something in it has constraints.
    var wantsEngine = false
    /// Of the root of a tree, once it was laid out.
    var engine: LayoutEngine?
    /// The guides that every view has, once they were asked for.
    fileprivate var own: [LayoutGuideRole: UILayoutGuide] = [:]
}

extension UIView: LayoutItem {
    var layoutView: UIView? { self }

    private var state: LayoutState {
        if let layoutState { return layoutState }
        let state = LayoutState()
        layoutState = state
        return state
    }

    /// The uppermost view.
    var layoutRoot: UIView {
        var view = self
        while let superview = view.superview { view = superview }
        return view
    }

    /// Of a root: the engine, made when it is first needed, and anew after views came or went.
    var currentEngine: LayoutEngine? {
        guard let layoutState, layoutState.wantsEngine else { return nil }
        if layoutState.engine?.isStale != false { layoutState.engine = LayoutEngine(root: self) }
        return layoutState.engine
    }

    /// The engine of the tree that the view is in, if it is up to date.
    var engine: LayoutEngine? { layoutRoot.layoutState?.engine.flatMap { $0.isStale ? nil : $0 } }

    func constraintChanged() { layoutRoot.setNeedsLayoutOfTree() }

    /// A change of one constraint can move any view of the tree.
    private func setNeedsLayoutOfTree() {
        setNeedsLayout()
        for subview in subviews where !subview.subviews.isEmpty { subview.setNeedsLayoutOfTree() }
    }

    // MARK: Constraints

    /// The constraints that the view holds: those between it and what it contains.
    public var constraints: [NSLayoutConstraint] { layoutState?.constraints ?? [] }

    public func addConstraint(_ constraint: NSLayoutConstraint) {
        guard constraint.holder !== self else { return }
        constraint.holder?.removeConstraint(constraint)
        constraint.holder = self
        state.constraints.append(constraint)
        layoutRoot.state.wantsEngine = true
        engine?.add(constraint)
        constraintChanged()
    }

    public func addConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { addConstraint(constraint) }
    }

    public func removeConstraint(_ constraint: NSLayoutConstraint) {
        guard constraint.holder === self else { return }
        engine?.remove(constraint)
        constraint.holder = nil
        layoutState?.constraints.removeAll { $0 === constraint }
        constraintChanged()
    }

    public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { removeConstraint(constraint) }
    }

    /// Whether the view's frame is as it was set, not as constraints make it; `true` by default.
    public var translatesAutoresizingMaskIntoConstraints: Bool {
        get { layoutState?.translates ?? true }
        set {
            guard newValue != translatesAutoresizingMaskIntoConstraints else { return }
            state.translates = newValue
            layoutRoot.state.wantsEngine = true
            engine?.makeStale()
            constraintChanged()
        }
    }

    /// How strongly the view refuses to be larger than its content; 250 by default.
    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        layoutState?.hugging[axis] ?? .defaultLow
    }

    public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        state.hugging[axis] = priority
        engine?.forgetIntrinsicSize(of: self)
        constraintChanged()
    }

    /// How strongly the view refuses to be smaller than its content; 750 by default.
    public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        layoutState?.resistance[axis] ?? .defaultHigh
    }

    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {
        state.resistance[axis] = priority
        engine?.forgetIntrinsicSize(of: self)
        constraintChanged()
    }

    /// Whether the constraints leave more than one frame possible.
    public var hasAmbiguousLayout: Bool {
        let engine = layoutRoot.currentEngine
        engine?.update()
        return engine?.isAmbiguous(self) ?? false
    }

    // MARK: Guides

    public var layoutGuides: [UILayoutGuide] { layoutState?.guides ?? [] }

    public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
        layoutGuide.owningView?.removeLayoutGuide(layoutGuide)
        layoutGuide.owningView = self
        state.guides.append(layoutGuide)
    }

    /// Its constraints become inactive.
    public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
        guard layoutGuide.owningView === self else { return }
        for view in sequence(first: self, next: \.superview) {
            view.removeConstraints(
                view.constraints.filter { $0.firstItem === layoutGuide || $0.secondItem === layoutGuide })
        }
        layoutState?.guides.removeAll { $0 === layoutGuide }
        layoutGuide.owningView = nil
        layoutRoot.layoutState?.engine?.makeStale()
    }

    public var safeAreaLayoutGuide: UILayoutGuide { ownGuide(.safeArea) }
    public var layoutMarginsGuide: UILayoutGuide { ownGuide(.margins) }
    /// As wide as is good to read: at most 672 points.
    public var readableContentGuide: UILayoutGuide { ownGuide(.readable) }

    func ownGuide(_ role: LayoutGuideRole) -> UILayoutGuide { ownGuide(role) { UILayoutGuide(role, in: self) } }

    func barGuide(_ role: LayoutGuideRole) -> BarGuide { ownGuide(role) { BarGuide(role, in: self) } }

    /// What the keyboard covers, with the edge below the safe area.
    public var keyboardLayoutGuide: UIKeyboardLayoutGuide {
        ownGuide(.keyboard) { UIKeyboardLayoutGuide(.keyboard, in: self) }
    }

    /// Each role is of one class.
    private func ownGuide<Guide: UILayoutGuide>(_ role: LayoutGuideRole, _ make: () -> Guide) -> Guide {
        if let guide = layoutState?.own[role] as? Guide { return guide }
        let guide = make()
        state.own[role] = guide
        return guide
    }

    // MARK: Sizes

    public static var layoutFittingCompressedSize: CGSize { .zero }
    public static var layoutFittingExpandedSize: CGSize { CGSize(width: 10_000, height: 10_000) }

    /// The size that the constraints in the view make, as near to `targetSize` as they allow.
    public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
    }

    public func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        updateConstraintsOfTree()
        let fitting = LayoutEngine.Fitting(
            size: targetSize, horizontal: horizontalFittingPriority, vertical: verticalFittingPriority)
        let engine = LayoutEngine(root: self, fitting: fitting)
        engine.include(self)
        engine.update()
        return engine.frame(of: self)?.size ?? targetSize
    }

    // MARK: Updating

    public func setNeedsUpdateConstraints() {
        state.needsUpdate = true
        setNeedsLayout()
    }

    public func needsUpdateConstraints() -> Bool { layoutState?.needsUpdate ?? false }

    public func updateConstraintsIfNeeded() { updateConstraintsOfTree() }

    /// From the innermost view outward.
    private func updateConstraintsOfTree() {
        for subview in subviews { subview.updateConstraintsOfTree() }
        (self as? UIStackView)?.noticeHiddenViews()
        guard layoutState?.needsUpdate == true else { return }
        layoutState?.needsUpdate = false
        if let controller = controller as? UIViewController {
            controller.updateViewConstraints()
        } else {
            updateConstraints()
        }
    }

    /// Gives the subviews that have constraints their frames.
    package func solveConstraints() {
        updateConstraintsOfTree()
        guard let engine = layoutRoot.currentEngine else { return }
        engine.update()
        let scale = max(1, UITraitCollection.current.displayScale)
        func round(_ value: CGFloat) -> CGFloat { (value * scale).rounded() / scale }
        for subview in subviews where subview.layoutState?.translates == false {
            guard let frame = engine.frame(of: subview) else { continue }
            let (left, top) = (round(frame.minX), round(frame.minY))
            let shown = CGRect(x: left, y: top, width: round(frame.maxX) - left, height: round(frame.maxY) - top)
            if subview.bounds.size != shown.size {
                subview.bounds = CGRect(origin: subview.bounds.origin, size: shown.size)
            }
            let center = CGPoint(x: shown.midX, y: shown.midY)
            if subview.center != center { subview.center = center }
        }
        if let scroll = self as? UIScrollView, let content = layoutState?.own[.scrolledContent],
            let size = engine.frame(of: content)?.size, engine.includes(content)
        {
            scroll.contentSize = size
        }
    }

    /// The view's content has another size.
    package func intrinsicSizeChanged() {
        guard layoutState?.translates == false else { return }
        engine?.forgetIntrinsicSize(of: self)
        constraintChanged()
    }

    /// The view came into another tree, or left one.
    ///
    /// - Parameter oldRoot: the uppermost view before.
    package func treeChanged(from oldRoot: UIView?) {
        if let oldRoot, oldRoot.layoutState?.wantsEngine == true {
            oldRoot.layoutState?.engine?.makeStale()
            oldRoot.dropConstraintsOfOthers()
        }
        let root = layoutRoot
        guard root.layoutState?.wantsEngine == true || hasConstraintsInside else { return }
        if root !== self { layoutState?.engine = nil }
        root.state.wantsEngine = true
        root.layoutState?.engine?.makeStale()
        constraintChanged()
    }

    /// Drops the constraints with what left the view.
    private func dropConstraintsOfOthers() {
        removeConstraints(constraints.filter { !$0.isInside(self) })
        for subview in subviews { subview.dropConstraintsOfOthers() }
    }

    private var hasConstraintsInside: Bool {
        layoutState.map { !$0.constraints.isEmpty || !$0.translates } == true
            || subviews.contains(where: \.hasConstraintsInside)
    }
}
