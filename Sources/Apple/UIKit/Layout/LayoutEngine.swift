import Foundation

/// The constraints of a tree of views, and the frames that follow.
///
/// Each view and guide that a constraint names has four variables. Places are counted from the root's corner, and leave
/// out how far scroll views are scrolled.
@MainActor
final class LayoutEngine {
    private struct Box {
        var left, top, width, height: ConstraintSolver.Variable
    }

    /// A relation whose constant follows something else.
    private struct Followed {
        var handle: ConstraintSolver.Handle
        var value: CGFloat
    }

    private struct Part {
        weak var item: (any LayoutItem)?
        var box: Box
        /// By what they are for.
        var followed: [String: Followed] = [:]
    }

    private unowned let root: UIView
    private var solver = ConstraintSolver()
    private var parts: [ObjectIdentifier: Part] = [:]
    private var order: [ObjectIdentifier] = []
    private var constraints: [ObjectIdentifier: (constraint: NSLayoutConstraint, followed: Followed)] = [:]
    /// Those that contradict others, which are reported once.
    private var broken: Set<ObjectIdentifier> = []
    /// The size that the root is given instead of its own, with priorities.
    private let fitting: Fitting?
    private(set) var isStale = false

    struct Fitting {
        var size: CGSize
        var horizontal: UILayoutPriority
        var vertical: UILayoutPriority
    }

    init(root: UIView, fitting: Fitting? = nil) {
        self.root = root
        self.fitting = fitting
        addAll(in: root)
    }

    /// After views came or went.
    func makeStale() { isStale = true }

    private func addAll(in view: UIView) {
        for constraint in view.constraints { add(constraint) }
        if view.layoutState?.translates == false { _ = box(of: view) }
        for subview in view.subviews { addAll(in: subview) }
    }

    // MARK: Constraints

    func add(_ constraint: NSLayoutConstraint) {
        guard let holder = constraint.holder, let first = constraint.firstItem as? any LayoutItem,
            constraints[ObjectIdentifier(constraint)] == nil, !broken.contains(ObjectIdentifier(constraint))
        else { return }
        let second = constraint.secondItem as? any LayoutItem
        let origin = box(of: holder)
        let isDirectional = constraint.firstAttribute.isDirectional || constraint.secondAttribute.isDirectional
        let isMirrored = isDirectional && holder.isRightToLeft
        var expression = ConstraintSolver.Expression(constant: -Double(constraint.constant))
        add(constraint.firstAttribute, of: content(first, beside: second), 1, origin, isMirrored, to: &expression)
        if constraint.secondAttribute != .notAnAttribute, let second {
            let factor = -Double(constraint.multiplier)
            add(
                constraint.secondAttribute, of: content(second, beside: first), factor, origin, isMirrored,
                to: &expression)
        }
        let relation: ConstraintSolver.Relation =
            switch constraint.relation {
            case .equal: .equal
            case .lessThanOrEqual: .lessThanOrEqual
            case .greaterThanOrEqual: .greaterThanOrEqual
            }
        do {
            let handle = try solver.add(expression, relation, priority: Double(constraint.priority.rawValue))
            constraints[ObjectIdentifier(constraint)] = (
                constraint, Followed(handle: handle, value: constraint.constant)
            )
        } catch {
            broken.insert(ObjectIdentifier(constraint))
            FileHandle.standardError.write(
                Data("Unable to simultaneously satisfy constraints. Left out: \(constraint)\n".utf8))
        }
    }

    /// Gives a view or guide variables, even if no constraint names it.
    func include(_ item: any LayoutItem) { _ = box(of: item) }

    /// Whether constraints name a view or guide.
    func includes(_ item: any LayoutItem) -> Bool { parts[ObjectIdentifier(item)] != nil }

    func remove(_ constraint: NSLayoutConstraint) {
        broken.remove(ObjectIdentifier(constraint))
        if let known = constraints.removeValue(forKey: ObjectIdentifier(constraint)) {
            solver.remove(known.followed.handle)
        }
    }

    /// Of a scroll view, what it scrolls, for those that are in it.
    private func content(_ item: any LayoutItem, beside other: (any LayoutItem)?) -> any LayoutItem {
        guard let scroll = item as? UIScrollView, let view = other?.layoutView, other !== item,
            view !== scroll, view.isDescendant(of: scroll)
        else { return item }
        return scroll.contentLayoutGuide
    }

    /// - Parameter isMirrored: whether horizontal places count from the right edge of the origin, to the left.
    private func add(
        _ attribute: NSLayoutConstraint.Attribute, of item: any LayoutItem, _ factor: Double, _ origin: Box,
        _ isMirrored: Bool, to expression: inout ConstraintSolver.Expression
    ) {
        let box = box(of: item)
        let margins = (item as? UIView)?.layoutMargins ?? .zero
        func place(
            _ start: ConstraintSolver.Variable, _ length: ConstraintSolver.Variable, _ part: Double,
            _ shift: CGFloat, from zero: ConstraintSolver.Variable
        ) {
            expression.terms.append((start, factor))
            if part != 0 { expression.terms.append((length, factor * part)) }
            expression.terms.append((zero, -factor))
            expression.constant += factor * Double(shift)
        }
        func across(_ part: Double, _ shift: CGFloat = 0) {
            guard isMirrored else { return place(box.left, box.width, part, shift, from: origin.left) }
            expression.terms += [(origin.left, factor), (origin.width, factor), (box.left, -factor)]
            if part != 0 { expression.terms.append((box.width, -factor * part)) }
            expression.constant -= factor * Double(shift)
        }
        func down(_ part: Double, _ shift: CGFloat = 0) { place(box.top, box.height, part, shift, from: origin.top) }
        switch attribute {
        case .left: across(0)
        case .right: across(1)
        case .leading: across(isMirrored ? 1 : 0)
        case .trailing: across(isMirrored ? 0 : 1)
        case .centerX: across(0.5)
        case .top: down(0)
        case .bottom: down(1)
        case .centerY: down(0.5)
        case .width: expression.terms.append((box.width, factor))
        case .height: expression.terms.append((box.height, factor))
        case .firstBaseline:
            if let text = item as? any HasBaselines { down(0, text.baselineFromTop) } else { down(1) }
        case .lastBaseline: down(1, -((item as? any HasBaselines)?.baselineFromBottom ?? 0))
        case .leftMargin: across(0, margins.left)
        case .rightMargin: across(1, -margins.right)
        case .leadingMargin: isMirrored ? across(1, -margins.right) : across(0, margins.left)
        case .trailingMargin: isMirrored ? across(0, margins.left) : across(1, -margins.right)
        case .topMargin: down(0, margins.top)
        case .bottomMargin: down(1, -margins.bottom)
        case .centerXWithinMargins: across(0.5, (margins.left - margins.right) / 2)
        case .centerYWithinMargins: down(0.5, (margins.top - margins.bottom) / 2)
        case .notAnAttribute: break
        }
    }

    private func box(of item: any LayoutItem) -> Box {
        let key = ObjectIdentifier(item)
        if let part = parts[key] { return part.box }
        let box = Box(
            left: solver.variable(), top: solver.variable(), width: solver.variable(), height: solver.variable())
        parts[key] = Part(item: item, box: box)
        order.append(key)
        for length in [box.width, box.height] {
            _ = try? solver.add(
                .init(terms: [(length, 1)]), .greaterThanOrEqual, priority: ConstraintSolver.required)
        }
        // Places of views count from those of the view around them.
        if let view = item as? UIView {
            if view !== root, let around = view.superview { _ = self.box(of: around) }
        } else if let view = item.layoutView {
            _ = self.box(of: view)
        }
        place(key)
        return box
    }

    // MARK: What follows from views

    /// Brings everything up to date that is not a constraint of the program.
    func update() {
        for (key, entry) in constraints where entry.constraint.constant != entry.followed.value {
            let constant = entry.constraint.constant
            solver.move(entry.followed.handle, by: Double(entry.followed.value - constant))
            constraints[key]?.followed.value = constant
        }
        for key in order { place(key) }
        // Texts that wrap are as high as they need to be at the width that they got.
        for key in order {
            guard let view = parts[key]?.item as? UIView, view.layoutState?.translates == false,
                let text = view as? any HasHeightForWidth, let box = parts[key]?.box,
                let height = text.height(forWidth: CGFloat(solver.value(of: box.width)))
            else { continue }
            setIntrinsic(key, view, .vertical, height)
        }
    }

    private func place(_ key: ObjectIdentifier) {
        guard let part = parts[key], let item = part.item else { return }
        if let guide = item as? UILayoutGuide {
            placeGuide(key, guide)
        } else if let view = item as? UIView {
            if view === root {
                placeRoot(key, view)
            } else if view.layoutState?.translates != false {
                placeFixed(key, view)
            } else {
                for name in ["x", "y", "w", "h"] { unfollow(key, name) }
                let size = view.intrinsicContentSize
                setIntrinsic(key, view, .horizontal, size.width)
                if !(view is any HasHeightForWidth) || part.followed["hug.vertical"] == nil {
                    setIntrinsic(key, view, .vertical, size.height)
                }
            }
        }
    }

    private func placeRoot(_ key: ObjectIdentifier, _ view: UIView) {
        guard let box = parts[key]?.box else { return }
        follow(key, "x", [(box.left, 1)], 0)
        follow(key, "y", [(box.top, 1)], 0)
        guard let fitting else {
            follow(key, "w", [(box.width, 1)], view.bounds.width, priority: Self.ownSize)
            follow(key, "h", [(box.height, 1)], view.bounds.height, priority: Self.ownSize)
            return
        }
        follow(key, "w", [(box.width, 1)], fitting.size.width, priority: fitting.horizontal)
        follow(key, "h", [(box.height, 1)], fitting.size.height, priority: fitting.vertical)
        let size = view.intrinsicContentSize
        setIntrinsic(key, view, .horizontal, size.width)
        setIntrinsic(key, view, .vertical, size.height)
    }

    private func placeFixed(_ key: ObjectIdentifier, _ view: UIView) {
        guard let box = parts[key]?.box, let around = view.superview, let outer = parts[ObjectIdentifier(around)]?.box
        else { return }
        for name in ["hug.horizontal", "fill.horizontal", "hug.vertical", "fill.vertical"] { unfollow(key, name) }
        let size = view.bounds.size
        follow(key, "x", [(box.left, 1), (outer.left, -1)], view.center.x - size.width / 2)
        follow(key, "y", [(box.top, 1), (outer.top, -1)], view.center.y - size.height / 2)
        follow(key, "w", [(box.width, 1)], size.width, priority: Self.ownSize)
        follow(key, "h", [(box.height, 1)], size.height, priority: Self.ownSize)
    }

    /// Of a size that a view has without constraints. Not required: a view often has no size when constraints are made,
    /// and then they may contradict it.
    private static let ownSize = UILayoutPriority(999.5)

    private func placeGuide(_ key: ObjectIdentifier, _ guide: UILayoutGuide) {
        guard let view = guide.owningView, let box = parts[key]?.box,
            let outer = parts[ObjectIdentifier(view)]?.box, guide.role != .free
        else { return }
        var insets = UIEdgeInsets.zero
        switch guide.role {
        case .topBar, .bottomBar, .keyboard: return placeBar(key, guide, box, outer)
        case .safeArea: insets = view.safeAreaInsets
        case .margins: insets = view.layoutMargins
        case .readable:
            insets = view.layoutMargins
            let spare = max(0, view.bounds.width - insets.left - insets.right - 672)
            insets.left += spare / 2
            insets.right += spare / 2
        case .scrolledContent, .scrollFrame, .free: break
        }
        let offset = guide.role == .scrollFrame ? view.bounds.origin : .zero
        follow(key, "x", [(box.left, 1), (outer.left, -1)], insets.left + offset.x)
        follow(key, "y", [(box.top, 1), (outer.top, -1)], insets.top + offset.y)
        // What is scrolled is as large as its constraints make it.
        guard guide.role != .scrolledContent else { return }
        follow(key, "w", [(box.width, 1), (outer.width, -1)], -insets.left - insets.right)
        follow(key, "h", [(box.height, 1), (outer.height, -1)], -insets.top - insets.bottom)
    }

    private func placeBar(_ key: ObjectIdentifier, _ guide: UILayoutGuide, _ box: Box, _ outer: Box) {
        let insets = guide.owningView?.safeAreaInsets ?? .zero
        let isTop = guide.role == .topBar
        follow(key, "x", [(box.left, 1), (outer.left, -1)], 0)
        follow(key, "w", [(box.width, 1), (outer.width, -1)], 0)
        follow(key, "h", [(box.height, 1)], isTop ? insets.top : insets.bottom)
        if isTop {
            follow(key, "y", [(box.top, 1), (outer.top, -1)], 0)
        } else {
            follow(key, "y", [(box.top, 1), (outer.top, -1), (outer.height, -1)], -insets.bottom)
        }
    }

    private func setIntrinsic(
        _ key: ObjectIdentifier, _ view: UIView, _ axis: NSLayoutConstraint.Axis, _ length: CGFloat
    ) {
        guard let box = parts[key]?.box else { return }
        guard length != UIView.noIntrinsicMetric else {
            unfollow(key, "hug.\(axis)")
            unfollow(key, "fill.\(axis)")
            return
        }
        let variable = axis == .horizontal ? box.width : box.height
        follow(
            key, "hug.\(axis)", [(variable, 1)], length, .lessThanOrEqual,
            priority: view.contentHuggingPriority(for: axis))
        follow(
            key, "fill.\(axis)", [(variable, 1)], length, .greaterThanOrEqual,
            priority: view.contentCompressionResistancePriority(for: axis))
    }

    /// After a hugging or compression priority changed.
    func forgetIntrinsicSize(of view: UIView) {
        for name in ["hug.horizontal", "fill.horizontal", "hug.vertical", "fill.vertical"] {
            unfollow(ObjectIdentifier(view), name)
        }
    }

    private func follow(
        _ key: ObjectIdentifier, _ name: String, _ terms: [(variable: ConstraintSolver.Variable, factor: Double)],
        _ value: CGFloat, _ relation: ConstraintSolver.Relation = .equal, priority: UILayoutPriority = .required
    ) {
        if let known = parts[key]?.followed[name] {
            guard known.value != value else { return }
            solver.move(known.handle, by: Double(known.value - value))
            parts[key]?.followed[name]?.value = value
            return
        }
        let expression = ConstraintSolver.Expression(terms: terms, constant: -Double(value))
        if let handle = try? solver.add(expression, relation, priority: Double(priority.rawValue)) {
            parts[key]?.followed[name] = Followed(handle: handle, value: value)
        }
    }

    private func unfollow(_ key: ObjectIdentifier, _ name: String) {
        if let known = parts[key]?.followed.removeValue(forKey: name) { solver.remove(known.handle) }
    }

    // MARK: Results

    /// In the coordinates of the view around it; `nil` for what no constraint names.
    func frame(of item: any LayoutItem) -> CGRect? {
        guard let box = parts[ObjectIdentifier(item)]?.box else { return nil }
        let around = item is UILayoutGuide ? item.layoutView : item.layoutView?.superview
        let outer = item === root ? nil : around.flatMap { parts[ObjectIdentifier($0)]?.box }
        func value(_ variable: ConstraintSolver.Variable) -> CGFloat { CGFloat(solver.value(of: variable)) }
        return CGRect(
            x: value(box.left) - (outer.map { value($0.left) } ?? 0),
            y: value(box.top) - (outer.map { value($0.top) } ?? 0), width: value(box.width), height: value(box.height))
    }

    func isAmbiguous(_ view: UIView) -> Bool {
        guard let box = parts[ObjectIdentifier(view)]?.box else { return false }
        return [box.left, box.top, box.width, box.height].contains { solver.isAmbiguous($0) }
    }
}

extension NSLayoutConstraint.Attribute {
    /// Whether the place changes sides in right-to-left layouts.
    fileprivate var isDirectional: Bool {
        switch self {
        case .leading, .trailing, .leadingMargin, .trailingMargin: true
        default: false
        }
    }
}
