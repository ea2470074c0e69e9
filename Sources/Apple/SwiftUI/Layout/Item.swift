import Foundation

/// What is laid out and drawn: a leaf, a container of items, or an item around another one.
@MainActor class Item {
    /// Where the item's values and its environment come from.
    unowned let node: Node
    private var sizes: [ProposedViewSize: CGSize] = [:]
    /// The guides, and which of them the item does not set.
    private var guides: [GuideRequest: CGFloat?] = [:]
    /// Where the item is, in the coordinates of the root.
    private(set) var frame = CGRect.zero
    private(set) var proposal = ProposedViewSize.unspecified
    /// The direction of the stack that the item is in.
    var stackAxis: Axis?
    /// The frame on the screen: on the way to `frame` during an animation.
    lazy var shownFrame = AnimatedValue(frame, graph.clock)
    private var isPlaced = false
    /// Neither drawn nor touched, though its container has it.
    var isLeftOut = false
    /// Where a press counts, if that is not the frame.
    var touchFrame: CGRect?
    /// What draws the item, made when it is first drawn.
    var surface: Surface?

    init(_ node: Node) { self.node = node }

    var graph: Graph { node.graph }
    var environment: EnvironmentValues { node.environment.values }
    var children: [Item] { [] }

    private struct GuideRequest: Hashable {
        let key: AlignmentKey
        let proposal: ProposedViewSize
    }

    func forgetSizes() {
        sizes = [:]
        guides = [:]
    }

    final func size(_ proposal: ProposedViewSize) -> CGSize {
        if let size = sizes[proposal] { return size }
        let size = measure(proposal)
        sizes[proposal] = size
        return size
    }

    final func dimensions(_ proposal: ProposedViewSize) -> ViewDimensions {
        ViewDimensions(size: size(proposal), item: self, proposal: proposal)
    }

    /// An alignment guide that the item sets itself, in the size that it takes of `proposal`.
    ///
    /// It is cached, as sizes are. A stack asks for the guides of its views several times, and each of them asks its
    /// own views, so otherwise the work would multiply with each level of stacks.
    final func guide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        let request = GuideRequest(key: key, proposal: proposal)
        if let guide = guides[request] { return guide }
        let guide = findGuide(key, proposal)
        guides.updateValue(guide, forKey: request)
        return guide
    }

    func measure(_ proposal: ProposedViewSize) -> CGSize { .zero }

    /// To be asked by ``guide(_:_:)`` only.
    func findGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? { nil }

    /// The space that the item wants around itself.
    var spacing: ViewSpacing { ViewSpacing() }
    var priority: Double { 0 }
    func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value { K.defaultValue }
    /// The id of the innermost element of a `ForEach` that the item belongs to.
    var elementID: AnyHashable? { nil }

    /// Puts the item at a point of the root's coordinates, with the size that it takes of `proposal`.
    final func place(_ origin: CGPoint, _ proposal: ProposedViewSize) {
        let frame = CGRect(origin: origin, size: size(proposal))
        self.frame = frame
        self.proposal = proposal
        // What is not drawn itself has nothing to animate.
        let moves = isPlaced && (surface != nil || graph.movesUndrawn)
        shownFrame.set(frame, moves ? graph.transaction : Transaction())
        isPlaced = true
        placeChildren()
    }

    func placeChildren() {}

    /// Draws the item and what is in it.
    func draw(_ drawing: Drawing) { for child in children where !child.isLeftOut { child.draw(drawing) } }

    /// The items whose frames contain a point, outermost first: who may get a touch there.
    func hit(_ point: CGPoint) -> [Item]? {
        for child in children.reversed() where !child.isLeftOut {
            if let path = child.hit(point) { return [self] + path }
        }
        return nil
    }
}

/// An item that is a part of another one's layout but has no say in it.
class PassingItem: Item {
    private(set) var child: Item

    init(_ node: Node, _ child: Item) {
        self.child = child
        super.init(node)
    }

    override var children: [Item] { [child] }
    override var stackAxis: Axis? { didSet { child.stackAxis = stackAxis } }
    override func measure(_ proposal: ProposedViewSize) -> CGSize { child.size(proposal) }
    override func findGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        child.guide(key, proposal)
    }
    override var spacing: ViewSpacing { child.spacing }
    override var priority: Double { child.priority }
    override func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value { child.layoutValue(key) }
    override var elementID: AnyHashable? { child.elementID }
    override func placeChildren() { child.place(frame.origin, proposal) }
}

/// A leaf: it measures and draws itself.
@MainActor protocol Leaf {
    func size(_ proposal: ProposedViewSize, _ item: LeafItem) -> CGSize
    func guide(_ key: AlignmentKey, _ size: CGSize, _ item: LeafItem) -> CGFloat?
    var spacing: ViewSpacing { get }
    var priority: Double { get }
    /// What shows it; `nil` for what is never seen.
    func makeSurface(_ item: LeafItem) -> Surface?
    func update(_ surface: Surface, _ item: LeafItem)
    /// Whether touches find it.
    func contains(_ point: CGPoint, _ item: LeafItem) -> Bool
    /// Something that it has read while it was drawn is not the same anymore.
    func invalidated()
}

@MainActor extension Leaf {
    func guide(_ key: AlignmentKey, _ size: CGSize, _ item: LeafItem) -> CGFloat? { nil }
    var spacing: ViewSpacing { ViewSpacing() }
    var priority: Double { 0 }
    func contains(_ point: CGPoint, _ item: LeafItem) -> Bool { true }
    func invalidated() {}
}

/// A leaf that can be shown between two values, such as a shape or a color.
@MainActor protocol AnimatableLeaf: Leaf {
    /// Takes the new values.
    func animate(_ state: LeafAnimation, _ item: LeafItem, _ transaction: Transaction)
    /// The leaf with the values that are to be shown now.
    func shown(_ state: LeafAnimation, _ item: LeafItem) -> any Leaf
}

/// The animated values of a leaf, one of each type.
@MainActor final class LeafAnimation {
    private var values: [ObjectIdentifier: Any] = [:]
    private let clock: AnimationClock

    init(_ clock: AnimationClock) { self.clock = clock }

    func set<Value: Animatable>(_ value: Value, _ transaction: Transaction) {
        let key = ObjectIdentifier(Value.self)
        var animated = values[key] as? AnimatedValue<Value> ?? AnimatedValue(value, clock)
        animated.set(value, transaction)
        values[key] = animated
    }

    /// The value on its way; `nil` if it has arrived.
    func now<Value: Animatable>(_ type: Value.Type) -> Value? {
        let key = ObjectIdentifier(type)
        guard var animated = values[key] as? AnimatedValue<Value>, animated.isRunning else { return nil }
        let now = animated.now
        values[key] = animated
        return now
    }
}

/// A view that is a leaf.
@MainActor protocol LeafView: PrimitiveView {
    var leaf: any Leaf { get }
}

extension LeafView where Self: Leaf {
    var leaf: any Leaf { self }
}

extension LeafView {
    func makeNode(_ inputs: NodeInputs) -> Node { LeafNode(self, inputs) }
}

final class LeafNode: Node {
    fileprivate(set) var leaf: any Leaf
    private var item: LeafItem!

    init(_ view: any LeafView, _ inputs: NodeInputs) {
        leaf = view.leaf
        super.init(inputs)
        item = LeafItem(self)
    }

    override func makeItems() -> [Item] { [item] }
    override var ownItems: [Item] { [item] }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        let old = leaf
        if let view = view as? any LeafView {
            if environment == nil && sameValue(leaf, view.leaf) { return }
            leaf = view.leaf
        }
        item.contentChanged(from: old, environment ?? self.environment, graph.transaction)
        item.valueChanged(graph.transaction)
        layoutChanged()
    }

    override func evaluate() {
        leaf.invalidated()
        graph.schedule()
    }
}

final class LeafItem: Item {
    var leaf: any Leaf { (node as! LeafNode).leaf }
    private lazy var animation = LeafAnimation(graph.clock)

    override func measure(_ proposal: ProposedViewSize) -> CGSize { leaf.size(proposal, self) }
    override func findGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        leaf.guide(key, size(proposal), self)
    }
    override var spacing: ViewSpacing { leaf.spacing }
    override var priority: Double { leaf.priority }

    override func hit(_ point: CGPoint) -> [Item]? {
        frame.contains(point) && surface != nil && leaf.contains(point, self) ? [self] : nil
    }

    func valueChanged(_ transaction: Transaction) {
        (leaf as? any AnimatableLeaf)?.animate(animation, self, transaction)
    }

    override func draw(_ drawing: Drawing) {
        if surface == nil {
            surface = leaf.makeSurface(self)
            valueChanged(Transaction())
        }
        guard let surface else { return }
        let frame = drawing.snapped(shownFrame.now)
        drawing.add(surface, frame)
        shownLeaf.update(surface, self)
        if leavingContent?.draw(drawing, over: surface, frame) == false { leavingContent = nil }
    }

    private var leavingContent: LeavingContent?

    /// Keeps what was shown, if it leaves with an animation; the new content has a surface of its own.
    fileprivate func contentChanged(from old: any Leaf, _ before: EnvironmentScope, _ transaction: Transaction) {
        guard transaction.effectiveAnimation != nil, let surface, let old = old as? any ReplacedLeaf,
            let new = leaf as? any ReplacedLeaf, old.shownContent(before.values) != new.shownContent(environment)
        else { return }
        let kind = environment.contentTransition.kind
        let isDown: Bool
        switch kind {
        case .identity, .interpolate: return
        case .symbol where !(leaf is Image): return
        case .roll, .rollBy:
            guard leaf is Text else { return }
            isDown = kind.goesDown(from: before.values.contentTransition.kind)
        case .opacity, .symbol: isDown = false
        }
        leavingContent = LeavingContent(surface, kind, isDown: isDown, transaction, graph.clock)
        self.surface = nil
    }

    private var isWaiting = false

    /// Measures and draws the leaf again at a moment: what it shows depends on the time.
    func measureAgain(at date: Date, _ clock: WallClock) {
        guard !isWaiting else { return }
        isWaiting = true
        clock.wake(at: date) { [weak self] in
            guard let self, !node.isDisposed else { return }
            isWaiting = false
            node.layoutChanged()
            graph.schedule()
        }
    }

    /// The leaf as it is to be shown now.
    var shownLeaf: any Leaf {
        (leaf as? any AnimatableLeaf)?.shown(animation, self) ?? leaf
    }
}
