/// What a view looks like before it comes and after it goes. Source: Apple, AnyTransition.
public struct AnyTransition: Sendable {
    /// The look of a view that is not there; of a view that is there all is identity.
    struct Look: Sendable {
        var opacity = 1.0
        var scale = 1.0
        var anchor = UnitPoint.center
        /// In points.
        var offset = CGSize.zero
        /// In parts of the view's size.
        var shift = CGSize.zero
        /// What the view comes or goes with; `nil` for what the change is made with.
        var animation: Animation??
    }
    let insertion: Look
    let removal: Look

    private init(_ look: Look) { self.init(look, look) }

    private init(_ insertion: Look, _ removal: Look) {
        self.insertion = insertion
        self.removal = removal
    }

    public static let identity = AnyTransition(Look())
    public static let opacity = AnyTransition(Look(opacity: 0))
    public static let scale = AnyTransition(Look(scale: 0))
    public static let slide = asymmetric(insertion: .move(edge: .leading), removal: .move(edge: .trailing))
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition {
        AnyTransition(Look(scale: scale, anchor: anchor))
    }
    public static func offset(_ offset: CGSize) -> AnyTransition { AnyTransition(Look(offset: offset)) }
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { offset(CGSize(width: x, height: y)) }

    public static func move(edge: Edge) -> AnyTransition { AnyTransition(Look(shift: shift(edge))) }

    /// The new view pushes the old one out.
    public static func push(from edge: Edge) -> AnyTransition {
        let shift = shift(edge)
        return AnyTransition(
            Look(opacity: 0, shift: shift), Look(opacity: 0, shift: CGSize(width: -shift.width, height: -shift.height)))
    }

    private static func shift(_ edge: Edge) -> CGSize {
        switch edge {
        case .top: CGSize(width: 0, height: -1)
        case .bottom: CGSize(width: 0, height: 1)
        case .leading: CGSize(width: -1, height: 0)
        case .trailing: CGSize(width: 1, height: 0)
        }
    }

    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
        AnyTransition(insertion.insertion, removal.removal)
    }

    /// With an animation of its own, whatever the change is made with; without one for `nil`. Linux: where two
    /// transitions are combined, the animation of the first that has one counts for both.
    public func animation(_ animation: Animation?) -> AnyTransition {
        func animated(_ look: Look) -> Look {
            var look = look
            look.animation = .some(animation)
            return look
        }
        return AnyTransition(animated(insertion), animated(removal))
    }

    public func combined(with other: AnyTransition) -> AnyTransition {
        AnyTransition(insertion.combined(other.insertion), removal.combined(other.removal))
    }
}

extension AnyTransition.Look {
    fileprivate func combined(_ other: Self) -> Self {
        Self(
            opacity: opacity * other.opacity, scale: scale * other.scale,
            anchor: scale == 1 ? other.anchor : anchor,
            offset: CGSize(width: offset.width + other.offset.width, height: offset.height + other.offset.height),
            shift: CGSize(width: shift.width + other.shift.width, height: shift.height + other.shift.height),
            animation: animation ?? other.animation)
    }

    /// What the view comes or goes with in a change.
    func transaction(_ change: Transaction) -> Transaction {
        guard let animation else { return change }
        var own = change
        own.animation = animation
        return own
    }

    /// The effect on a view of a size that is there to a part.
    ///
    /// - Parameter isMirrored: whether the view goes from right to left: its edges change sides, offsets do not.
    func effect(_ presence: Double, _ size: CGSize, isMirrored: Bool) -> Effect {
        let rest = 1 - presence
        var effect = Effect()
        effect.opacity = 1 - (1 - opacity) * min(max(rest, 0), 1)
        let scale = 1 - (1 - scale) * rest
        effect.transform = Effect.scale(scale, scale, anchor, size).concatenating(
            CGAffineTransform(
                translationX: (offset.width + (isMirrored ? -shift.width : shift.width) * size.width) * rest,
                y: (offset.height + shift.height * size.height) * rest))
        return effect
    }
}

struct TransitionChange: Change {
    let transition: AnyTransition

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { TransitionNode(view, inputs) }
}

private final class TransitionNode: ModifierNode {
    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        tell()
    }

    override func changed(from old: any Change) { tell() }

    /// The transition belongs to the closest view around that comes and goes.
    private func tell() {
        var node = parent
        while let current = node, !(current is PresenceNode) { node = current.parent }
        (node as? PresenceNode)?.transition = (change as! TransitionChange).transition
    }
}

extension View {
    /// How the view comes and goes, if that is animated; it fades if nothing is said.
    public nonisolated func transition(_ t: AnyTransition) -> some View { modified(TransitionChange(transition: t)) }
}

/// How much of a view is there: from 0 to 1.
private struct Presence: Animatable {
    var animatableData: Double
}

/// The node of a view that comes and goes as a whole.
final class PresenceNode: Node {
    private var child: Node?
    /// The view of an element of a lazy container that has not been seen yet.
    private var laterView: (any View)?
    private lazy var placeholder = LazyPlaceholder(self)
    var transition = AnyTransition.opacity
    fileprivate lazy var presence = AnimatedValue(Presence(animatableData: 1), graph.clock)
    fileprivate(set) var isLeaving = false
    private var wrapped: [ObjectIdentifier: Item] = [:]
    /// Of an element of a `ForEach`.
    var elementID: AnyHashable?

    init(_ view: any View, _ parent: Node) {
        super.init(NodeInputs(graph: parent.graph, parent: parent, environment: parent.environment))
        child = makeChild(view, elementEnvironment)
    }

    /// The node of an element that is made when its place is seen.
    init(later view: any View, _ parent: Node) {
        laterView = view
        super.init(NodeInputs(graph: parent.graph, parent: parent, environment: parent.environment))
    }

    var isMade: Bool { child != nil }

    /// Makes the view of an element whose place is seen.
    func makeLater() {
        guard let view = laterView else { return }
        laterView = nil
        child = makeChild(view, elementEnvironment)
        itemsChanged()
    }

    /// What is in an element of a lazy container is not lazy itself.
    private var elementEnvironment: EnvironmentScope {
        guard environment.values.isLazy else { return environment }
        if let known, known.outer === environment { return known.inner }
        var values = environment.values
        values.isLazy = false
        let inner = EnvironmentScope(values)
        known = (environment, inner)
        return inner
    }
    private var known: (outer: EnvironmentScope, inner: EnvironmentScope)?

    override var children: [Node] { child.map { [$0] } ?? [] }
    override var ownItems: [Item] { Array(wrapped.values) + (isMade ? [] : [placeholder]) }

    override func makeItems() -> [Item] {
        guard let child else { return [placeholder] }
        let items = child.items.map { item in (item, wrapped[ObjectIdentifier(item)] ?? PresenceItem(self, item)) }
        wrapped = Dictionary(uniqueKeysWithValues: items.map { (ObjectIdentifier($0.0), $0.1) })
        return items.map(\.1)
    }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        if let child { return child.update(view, elementEnvironment) }
        if let view { laterView = view }
    }

    /// The view has just come: it is shown with its transition if the change is animated.
    func enter() {
        let transaction = transition.insertion.transaction(graph.transaction)
        guard transaction.effectiveAnimation != nil else { return }
        presence.set(Presence(animatableData: 0), Transaction())
        presence.set(Presence(animatableData: 1), transaction)
    }

    /// The view goes, at once or with its transition.
    func leave() {
        let transaction = transition.removal.transaction(graph.transaction)
        guard transaction.effectiveAnimation != nil, let container = nearestContainer else { return dispose() }
        isLeaving = true
        presence.set(Presence(animatableData: 0), transaction)
        container.leaving.append((position(in: container), self))
    }

    private var nearestContainer: (any Leavable)? {
        var node = parent
        while let current = node {
            if let item = current.ownItems.lazy.compactMap({ $0 as? any Leavable }).first { return item }
            node = current.parent
        }
        return graph.host?.rootItem
    }

    /// How many of the container's items are behind the leaving ones.
    private func position(in container: any Leavable) -> Int {
        let own = Set(items.map { ObjectIdentifier($0) })
        return container.drawnChildren.firstIndex { $0.containsAny(own) } ?? container.drawnChildren.count
    }

    /// Whether the view still has to be drawn.
    var isShown: Bool {
        _ = presence.now
        if isLeaving && !presence.isRunning {
            if !isDisposed { graph.afterUpdate { self.dispose() } }
            return false
        }
        return true
    }
}

extension Item {
    fileprivate func containsAny(_ items: Set<ObjectIdentifier>) -> Bool {
        items.contains(ObjectIdentifier(self)) || children.contains { $0.containsAny(items) }
    }
}

private final class PresenceItem: PassingItem {
    override var elementID: AnyHashable? { super.elementID ?? (node as? PresenceNode)?.elementID }

    override func draw(_ drawing: Drawing) {
        guard let node = node as? PresenceNode else { return }
        let presence = node.presence.now.animatableData
        guard node.presence.isRunning || node.isLeaving else { return super.draw(drawing) }
        let look = node.isLeaving ? node.transition.removal : node.transition.insertion
        let effect = look.effect(presence, frame.size, isMirrored: environment.isRightToLeft)
        drawing.group(self, effect) { super.draw($0) }
    }

    override func hit(_ point: CGPoint) -> [Item]? {
        (node as? PresenceNode)?.isLeaving == true ? nil : super.hit(point)
    }
}
