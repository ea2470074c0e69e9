/// A rule that lays out one item: padding, frames, offsets.
///
/// The members are isolated, not the types: modifiers can be made in any isolation.
protocol UnaryLayout {
    @MainActor func proposal(_ proposal: ProposedViewSize, _ child: Item) -> ProposedViewSize
    @MainActor func size(_ proposal: ProposedViewSize, _ child: CGSize) -> CGSize
    @MainActor func origin(_ child: ViewDimensions, in size: CGSize) -> CGPoint
    @MainActor func spacing(_ child: Item) -> ViewSpacing
    @MainActor func priority(_ child: Item) -> Double
    @MainActor func guide(_ key: AlignmentKey, in size: CGSize, _ child: ViewDimensions) -> CGFloat?
    @MainActor func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value?
    /// Whether the origin is counted from the left in any direction of the layout.
    var isAbsolute: Bool { get }
}

@MainActor extension UnaryLayout {
    func proposal(_ proposal: ProposedViewSize, _ child: Item) -> ProposedViewSize { proposal }
    func size(_ proposal: ProposedViewSize, _ child: CGSize) -> CGSize { child }
    func origin(_ child: ViewDimensions, in size: CGSize) -> CGPoint { .zero }
    func spacing(_ child: Item) -> ViewSpacing { child.spacing }
    func priority(_ child: Item) -> Double { child.priority }
    func guide(_ key: AlignmentKey, in size: CGSize, _ child: ViewDimensions) -> CGFloat? { nil }
    func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value? { nil }
    nonisolated var isAbsolute: Bool { false }
}

/// A view with something done to it, by a modifier that needs no views of its own.
nonisolated struct Modified<Content: View, Change> {
    let content: Content
    let change: Change

    init(_ content: Content, _ change: Change) {
        self.content = content
        self.change = change
    }
}

/// What the nodes of modifiers see of ``Modified``.
@MainActor protocol ModifiedView: PrimitiveView {
    var anyContent: any View { get }
    var anyChange: any Change { get }
}

/// What a modifier does; each kind has its node.
protocol Change {
    @MainActor func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node
}

@MainActor extension Modified: View, PrimitiveView, ModifiedView where Change: SwiftUI.Change {
    typealias Body = Never
    var anyContent: any View { content }
    var anyChange: any SwiftUI.Change { change }
    func makeNode(_ inputs: NodeInputs) -> Node { change.makeNode(self, inputs) }
}

extension View {
    nonisolated func modified<C: Change>(_ change: C) -> Modified<Self, C> { Modified(self, change) }
}

/// A node with one child, which a modifier belongs to. It puts an item around each item of the child.
class ModifierNode: Node {
    private(set) var change: any Change
    private(set) var child: Node!
    private var wrapped: [ObjectIdentifier: Item] = [:]

    init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        change = view.anyChange
        super.init(inputs)
        child = makeChild(view.anyContent, childEnvironment())
    }

    override var children: [Node] { [child] }
    override var ownItems: [Item] { Array(wrapped.values) }

    /// The item around an item of the child; the item itself if the modifier changes neither layout nor drawing.
    func wrap(_ item: Item) -> Item { item }

    override func makeItems() -> [Item] {
        var kept: [ObjectIdentifier: Item] = [:]
        let items = child.items.map { item in
            let id = ObjectIdentifier(item)
            let around = wrapped[id] ?? wrap(item)
            if around !== item { kept[id] = around }
            return around
        }
        wrapped = kept
        return items
    }

    func childEnvironment() -> EnvironmentScope { environment }

    /// The modifier has another value.
    func changed(from old: any Change) {}

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        let view = view as? any ModifiedView
        if let view {
            let old = change
            change = view.anyChange
            changed(from: old)
        }
        updateChild(view?.anyContent)
    }

    func updateChild(_ content: (any View)?) { child.update(content, childEnvironment()) }
}

/// A change of the layout.
protocol LayoutChange: Change, UnaryLayout {}

@MainActor extension LayoutChange {
    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { LayoutChangeNode(view, inputs) }
}

final class LayoutChangeNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { UnaryItem(self, item) }

    override func changed(from old: any Change) {
        guard !sameValue(old, change) else { return }
        // Lists read these when they make their rows.
        let rule = change as? any UnaryLayout
        let isForRows =
            rule?.layoutValue(DeletionIsDisabled.self) != nil || rule?.layoutValue(MovingIsDisabled.self) != nil
        if isForRows { itemsChanged() } else { layoutChanged() }
    }
}

/// An item around another one, with a rule of its own.
final class UnaryItem: PassingItem {
    private var rule: any UnaryLayout { (node as! LayoutChangeNode).change as! any UnaryLayout }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        rule.size(proposal, child.size(rule.proposal(proposal, child)))
    }

    override func findGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        let size = size(proposal)
        let offer = rule.proposal(proposal, child)
        let dimensions = child.dimensions(offer)
        if let guide = rule.guide(key, in: size, dimensions) { return guide }
        guard let guide = child.guide(key, offer) else { return nil }
        let origin = rule.origin(dimensions, in: size)
        return guide + (key.axis == .horizontal ? origin.x : origin.y)
    }

    override var spacing: ViewSpacing { rule.spacing(child) }
    override var priority: Double { rule.priority(child) }
    override func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value {
        rule.layoutValue(key) ?? child.layoutValue(key)
    }

    override func placeChildren() {
        let proposal = rule.proposal(self.proposal, child)
        let dimensions = child.dimensions(proposal)
        let origin = rule.origin(dimensions, in: frame.size)
        let isMirrored = !rule.isAbsolute && environment.layoutDirection == .rightToLeft
        let x = isMirrored ? frame.maxX - origin.x - dimensions.width : frame.minX + origin.x
        child.place(CGPoint(x: x, y: frame.minY + origin.y), proposal)
    }
}
