import Foundation

/// How much a constraint matters: 1000 is required, less is optional. Source: Apple, UILayoutPriority.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public let rawValue: Float

    public init(rawValue: Float) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: Float) {
        self.init(rawValue: rawValue)
    }

    public static let required = UILayoutPriority(1000)
    public static let defaultHigh = UILayoutPriority(750)
    public static let dragThatCanResizeScene = UILayoutPriority(510)
    public static let sceneSizeStayPut = UILayoutPriority(500)
    public static let dragThatCannotResizeScene = UILayoutPriority(490)
    public static let defaultLow = UILayoutPriority(250)
    public static let fittingSizeLevel = UILayoutPriority(50)
}

/// A relation between two attributes of views or guides: first = multiplier × second + constant.
///
/// Constraints that contradict required ones are reported on standard error, and left out.
///
/// Source: Apple, NSLayoutConstraint.
@MainActor @preconcurrency open class NSLayoutConstraint: NSObject {
    /// Source: Apple, NSLayoutConstraint.Relation.
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal = 0
        case greaterThanOrEqual = 1
    }

    /// Source: Apple, NSLayoutConstraint.Axis.
    public enum Axis: Int, Sendable {
        case horizontal = 0
        case vertical = 1
    }

    /// Source: Apple, NSLayoutConstraint.Attribute.
    public enum Attribute: Int, Sendable {
        case notAnAttribute = 0
        case left = 1
        case right = 2
        case top = 3
        case bottom = 4
        case leading = 5
        case trailing = 6
        case width = 7
        case height = 8
        case centerX = 9
        case centerY = 10
        case lastBaseline = 11
        case firstBaseline = 12
        case leftMargin = 13
        case rightMargin = 14
        case topMargin = 15
        case bottomMargin = 16
        case leadingMargin = 17
        case trailingMargin = 18
        case centerXWithinMargins = 19
        case centerYWithinMargins = 20
    }

    public private(set) weak var firstItem: AnyObject?
    public private(set) weak var secondItem: AnyObject?
    public let firstAttribute: Attribute
    public let secondAttribute: Attribute
    public let relation: Relation
    public let multiplier: CGFloat
    open var identifier: String?

    /// Can be changed while the constraint is active.
    open var constant: CGFloat {
        didSet { if constant != oldValue { holder?.constraintChanged() } }
    }

    /// Can be changed while the constraint is active, but not from or to required.
    open var priority = UILayoutPriority.required {
        didSet {
            guard priority != oldValue, let holder else { return }
            precondition(
                (priority == .required) == (oldValue == .required),
                "Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.")
            holder.engine?.remove(self)
            holder.engine?.add(self)
            holder.constraintChanged()
        }
    }

    /// The view that has it, if it is active.
    weak var holder: UIView?

    /// A constraint of nothing, as a place for one that comes later.
    public override init() {
        (firstAttribute, secondAttribute) = (.notAnAttribute, .notAnAttribute)
        (relation, multiplier, constant) = (.equal, 1, 0)
    }

    public init(
        item view1: Any, attribute attr1: NSLayoutConstraint.Attribute, relatedBy relation: NSLayoutConstraint.Relation,
        toItem view2: Any?, attribute attr2: NSLayoutConstraint.Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        firstItem = view1 as AnyObject
        secondItem = view2.map { $0 as AnyObject }
        firstAttribute = attr1
        secondAttribute = attr2
        self.relation = relation
        self.multiplier = multiplier
        constant = c
    }

    /// An active constraint belongs to the nearest view that contains both items.
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            guard newValue else {
                holder?.removeConstraint(self)
                return
            }
            guard let view = commonView else {
                preconditionFailure(
                    """
                    Unable to activate constraint with anchors \(self) because they have no common ancestor. Does the \
                    constraint or its anchors reference items in different view hierarchies?
                    """)
            }
            view.addConstraint(self)
        }
    }

    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    private var commonView: UIView? {
        guard let first = (firstItem as? any LayoutItem)?.layoutView else { return nil }
        guard let secondItem else { return first }
        guard let second = (secondItem as? any LayoutItem)?.layoutView else { return nil }
        return sequence(first: first, next: \.superview).first { second.isDescendant(of: $0) }
    }

    /// Whether a view still contains what the constraint relates.
    func isInside(_ view: UIView) -> Bool {
        [firstItem, secondItem].allSatisfy { item in
            item == nil || (item as? any LayoutItem)?.layoutView?.isDescendant(of: view) == true
        } && firstItem != nil && (secondItem != nil || secondAttribute == .notAnAttribute)
    }

    open nonisolated override var description: String {
        MainActor.assumeIsolated {
            let sign = relation == .equal ? "==" : relation == .lessThanOrEqual ? "<=" : ">="
            func name(_ item: AnyObject?) -> String { item.map { "\(type(of: $0))" } ?? "nothing" }
            var text = "\(name(firstItem)).\(firstAttribute) \(sign)"
            if secondAttribute != .notAnAttribute {
                text += multiplier == 1 ? "" : " \(multiplier) *"
                text += " \(name(secondItem)).\(secondAttribute) +"
            }
            let label = identifier.map { " '\($0)'" } ?? ""
            return "<NSLayoutConstraint\(label) \(text) \(constant) @\(priority.rawValue)>"
        }
    }
}

/// What constraints relate: a view or a guide.
@MainActor protocol LayoutItem: AnyObject {
    /// The view, or the view that has the guide.
    var layoutView: UIView? { get }
}

/// Views whose text stands on lines.
@MainActor package protocol HasBaselines {
    /// From the top edge to the first line's baseline.
    var baselineFromTop: CGFloat { get }
    /// From the last line's baseline to the bottom edge.
    var baselineFromBottom: CGFloat { get }
}

/// Views that are higher the narrower they are, such as labels with several lines.
@MainActor package protocol HasHeightForWidth {
    /// - Returns: `nil` if it does not depend on the width.
    func height(forWidth width: CGFloat) -> CGFloat?
}
