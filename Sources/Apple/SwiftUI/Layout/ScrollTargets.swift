private struct TargetLayout: Change {
    let isEnabled: Bool

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { TargetLayoutNode(view, inputs) }
}

private final class TargetLayoutNode: ModifierNode {
    var isEnabled: Bool { (change as! TargetLayout).isEnabled }
}

/// A view that a scroll view stops at, or tells of.
struct ScrollTargetView {
    let item: Item
    /// What identifies it, from the inside out: of elements and of `id(_:)`.
    let ids: [AnyHashable]
}

extension ScrollNode {
    /// The views in the first layout of targets below, in its order.
    var targets: [ScrollTargetView] {
        // Not by a lazy map, which would search what it finds twice, at each level.
        func layout(below node: Node) -> TargetLayoutNode? {
            for child in node.children where !(child is ScrollNode) {
                if let child = child as? TargetLayoutNode, child.isEnabled { return child }
                if let found = layout(below: child) { return found }
            }
            return nil
        }
        guard let layout = layout(below: self) else { return [] }
        var items = layout.items
        // Past what is around the container: its padding, for example.
        while items.count == 1, let only = items.first as? PassingItem { items = only.children }
        if items.count == 1, let container = items.first { items = container.children }
        return items.filter { !$0.isLeftOut }.map { item in
            var ids = item.elementID.map { [$0] } ?? []
            var inner = item
            while let passing = inner as? PassingItem, let next = passing.children.first { inner = next }
            for node in sequence(first: inner.node, next: \.parent).prefix(while: { $0 !== layout }) {
                if let branch = node as? BranchNode { ids.append(branch.key) }
            }
            return ScrollTargetView(item: item, ids: ids)
        }
    }
}

/// Where a scroll view is, by the id of a view in it.
struct ScrollPositionLink: SelfComparing {
    /// What the program wants; `nil` for nothing in particular.
    let id: AnyHashable?
    let anchor: UnitPoint?
    /// Says where a person has scrolled to, by the first of some ids that is of the binding's type.
    ///
    /// Returns that id; `nil` if there is none.
    let tell: ([AnyHashable]) -> AnyHashable?

    func isSame(as other: Any) -> Bool {
        guard let other = other as? Self else { return false }
        return id == other.id && anchor == other.anchor
    }
}

extension EnvironmentValues {
    private struct Position: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue: ScrollPositionLink? = nil
    }

    var scrollPosition: ScrollPositionLink? {
        get { self[Position.self] }
        set { self[Position.self] = newValue }
    }
}

extension ScrollItem {
    /// Of a view in it, in the coordinates of the content.
    func frame(of target: Item) -> CGRect {
        target.frame.offsetBy(dx: placedOffset.x - frame.minX, dy: placedOffset.y - frame.minY)
    }

    /// The frames of the targets, in the coordinates of the content.
    var targetFrames: [CGRect] { (node as! ScrollNode).targets.map { frame(of: $0.item) } }

    /// The target at the anchor, or the first one that is seen.
    func shownTarget(_ anchor: UnitPoint?) -> ScrollTargetView? {
        let seen = CGRect(origin: offset, size: frame.size)
        let targets = (node as! ScrollNode).targets
        guard let anchor else {
            return targets.first { target in
                let part = frame(of: target.item).intersection(seen)
                return part.width > 0.5 && part.height > 0.5
            }
        }
        let point = anchor.point(in: seen)
        func distance(_ target: ScrollTargetView) -> CGFloat {
            let own = anchor.point(in: frame(of: target.item))
            return hypot(own.x - point.x, own.y - point.y)
        }
        return targets.min { distance($0) < distance($1) }
    }
}

/// Stops where a view of the layout of targets begins. Source: Apple, ViewAlignedScrollTargetBehavior.
public struct ViewAlignedScrollTargetBehavior: ScrollTargetBehavior {
    /// How many views a flick passes. Source: Apple, ViewAlignedScrollTargetBehavior.LimitBehavior.
    public struct LimitBehavior: Sendable {
        fileprivate let isLimited: Bool
        /// Linux: `never`.
        public static var automatic: LimitBehavior { .never }
        /// One.
        public static var always: LimitBehavior { LimitBehavior(isLimited: true) }
        public static var never: LimitBehavior { LimitBehavior(isLimited: false) }
    }

    private let limitBehavior: LimitBehavior

    public nonisolated init(limitBehavior: LimitBehavior = .automatic) { self.limitBehavior = limitBehavior }

    public func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
        func start(_ place: CGFloat, from old: CGFloat, _ speed: CGFloat, _ starts: [CGFloat]) -> CGFloat {
            let starts = Set(starts).sorted()
            guard !starts.isEmpty else { return place }
            func nearest(_ place: CGFloat) -> Int {
                starts.indices.min { abs(starts[$0] - place) < abs(starts[$1] - place) }!
            }
            let before = nearest(old)
            // A flick goes on for a tenth of a second, and to the next view however short it is.
            var wanted = nearest(place + speed / 10)
            if abs(speed) > 200, wanted == before { wanted += speed > 0 ? 1 : -1 }
            if limitBehavior.isLimited { wanted = min(max(wanted, before - 1), before + 1) }
            return starts[min(max(wanted, 0), starts.count - 1)]
        }
        let old = context.originalTarget.rect
        if context.axes.contains(.horizontal) {
            context.setStart(
                of: &target,
                start(
                    context.start(target.rect), from: context.start(old), context.speed,
                    context.targets.map(context.start)))
        }
        if context.axes.contains(.vertical) {
            target.rect.origin.y = start(
                target.rect.minY, from: old.minY, context.velocity.dy, context.targets.map(\.minY))
        }
    }
}

extension ScrollTargetBehavior where Self == ViewAlignedScrollTargetBehavior {
    public static var viewAligned: ViewAlignedScrollTargetBehavior { .init() }
    public static func viewAligned(
        limitBehavior: ViewAlignedScrollTargetBehavior.LimitBehavior
    ) -> Self { ViewAlignedScrollTargetBehavior(limitBehavior: limitBehavior) }
}

extension View {
    /// Makes the views in this layout those which a scroll view stops at, and tells of.
    public nonisolated func scrollTargetLayout(isEnabled: Bool = true) -> some View {
        modified(TargetLayout(isEnabled: isEnabled))
    }

    /// Binds where the scroll view in the view is: to the id of a view in its ``scrollTargetLayout(isEnabled:)``.
    ///
    /// - Parameters:
    ///   - id: set to the view that a person scrolls to; a new value scrolls to that view, with its animation.
    ///   - anchor: the point of both that meets; without one it is the first view that is seen, and a new value scrolls just
    ///     as far as needed.
    public nonisolated func scrollPosition<ID: Hashable>(
        id: Binding<ID?>, anchor: UnitPoint? = nil
    ) -> some View {
        let link = ScrollPositionLink(id: id.wrappedValue.map { AnyHashable($0) }, anchor: anchor) { ids in
            guard let new = ids.lazy.compactMap({ $0.base as? ID }).first else { return nil }
            if new != id.wrappedValue { id.wrappedValue = new }
            return AnyHashable(new)
        }
        return modified(EnvironmentChange { $0.scrollPosition = link })
    }
}
