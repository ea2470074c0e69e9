/// A name for the ids of views that match, in one place of the tree. Source: Apple, Namespace.
@propertyWrapper public struct Namespace {
    /// Source: Apple, Namespace.ID.
    public struct ID: Hashable, Sendable {
        /// The place's.
        fileprivate let number: Int
    }

    final class Link: @unchecked Sendable {  // Set before the view is shown, on the main thread.
        fileprivate var id: ID?
    }
    private let link = Link()
    @MainActor private static var last = 0

    public init() {}

    /// Outside of a view that is shown, it is the id of no place.
    public var wrappedValue: ID { link.id ?? ID(number: 0) }
}

extension Namespace: Sendable {}

extension Namespace: LinkedProperty, SelfComparing {
    /// It belongs to the place, whatever the view's value.
    func isSame(as other: Any) -> Bool { other is Self }

    func link(_ slot: PropertySlot) {
        if slot.kept == nil {
            Self.last += 1
            slot.kept = ID(number: Self.last)
        }
        link.id = slot.kept as? ID
    }
}

/// What views that match have in common. Source: Apple, MatchedGeometryProperties.
public struct MatchedGeometryProperties: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let position = Self(rawValue: 1)
    public static let size = Self(rawValue: 2)
    public static let frame: Self = [.position, .size]
}

extension View {
    /// Lays the view over another one with the same id, or moves it from there. When a view comes while one with its id
    /// goes, the new one starts at the old one's place, and the old one ends at the new one's.
    ///
    /// - Parameters:
    ///   - id: the same for the views that match.
    ///   - namespace: where the id counts.
    ///   - properties: what a view that is no source takes of the source.
    ///   - anchor: the point that both have at the same place.
    ///   - isSource: whether others follow the view; it follows them if not.
    public nonisolated func matchedGeometryEffect<ID: Hashable>(
        id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
        isSource: Bool = true
    ) -> some View {
        modified(
            MatchedGeometry(
                key: AnyHashable([AnyHashable(namespace), AnyHashable(id)]), properties: properties, anchor: anchor,
                isSource: isSource))
    }
}

private struct MatchedGeometry: Change {
    let key: AnyHashable
    let properties: MatchedGeometryProperties
    let anchor: UnitPoint
    let isSource: Bool

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { MatchedNode(view, inputs) }
}

/// The views of a graph that match, by their namespace and id.
@MainActor final class MatchedViews {
    fileprivate var items: [AnyHashable: [Weak<MatchedItem>]] = [:]

    fileprivate func others(_ item: MatchedItem) -> [MatchedItem] {
        (items[item.matched.key] ?? []).compactMap(\.object).filter { $0 !== item && $0.wasPlaced }
    }

    fileprivate func add(_ item: MatchedItem, _ key: AnyHashable) {
        items[key] = (items[key] ?? []).filter { $0.object != nil && $0.object !== item } + [Weak(item)]
    }

    fileprivate func remove(_ item: MatchedItem, _ key: AnyHashable) {
        let rest = (items[key] ?? []).filter { $0.object != nil && $0.object !== item }
        items[key] = rest.isEmpty ? nil : rest
    }
}

private final class MatchedNode: ModifierNode {
    override func wrap(_ item: Item) -> Item {
        let matched = MatchedItem(self, item)
        graph.matchedViews.add(matched, matched.matched.key)
        return matched
    }

    override func changed(from old: any Change) {
        guard let old = old as? MatchedGeometry, !sameValue(old, change) else { return }
        for case let item as MatchedItem in ownItems {
            graph.matchedViews.remove(item, old.key)
            graph.matchedViews.add(item, item.matched.key)
        }
        layoutChanged()
    }

    override func dispose() {
        for case let item as MatchedItem in ownItems { graph.matchedViews.remove(item, item.matched.key) }
        super.dispose()
    }

    /// Whether the view is on its way out.
    var isLeaving: Bool {
        var node: Node? = self
        while let current = node {
            if (current as? PresenceNode)?.isLeaving == true { return true }
            node = current.parent
        }
        return false
    }
}

private final class MatchedItem: PassingItem {
    var matched: MatchedGeometry { (node as! MatchedNode).change as! MatchedGeometry }
    private var isLeaving: Bool { (node as! MatchedNode).isLeaving }
    private(set) var wasPlaced = false

    override func placeChildren() {
        defer { wasPlaced = true }
        let others = graph.matchedViews.others(self)
        if !matched.isSource, let source = others.first(where: { $0.matched.isSource && !$0.isLeaving }) {
            return follow(source.frame)
        }
        if !wasPlaced, graph.transaction.effectiveAnimation != nil, let old = others.last(where: \.isLeaving) {
            // From the other's place to the own one; the other goes the same way.
            graph.perform(Transaction()) { put(old.frame) }
            let outer = graph.movesUndrawn
            graph.movesUndrawn = true
            super.placeChildren()
            graph.movesUndrawn = outer
            old.put(frame)
        } else {
            super.placeChildren()
        }
        guard matched.isSource else { return }
        for other in others where !other.matched.isSource && !other.isLeaving { other.follow(frame) }
    }

    /// Puts the view into a frame.
    private func put(_ frame: CGRect) {
        let size = child.size(ProposedViewSize(frame.size))
        let origin = CGPoint(x: frame.midX - size.width / 2, y: frame.midY - size.height / 2)
        child.place(origin, ProposedViewSize(frame.size))
    }

    private func follow(_ source: CGRect) {
        let (properties, anchor) = (matched.properties, matched.anchor)
        let offer = properties.contains(.size) ? ProposedViewSize(source.size) : proposal
        let size = child.size(offer)
        var origin = frame.origin
        if properties.contains(.position) {
            origin.x = source.minX + anchor.x * (source.width - size.width)
            origin.y = source.minY + anchor.y * (source.height - size.height)
        }
        child.place(origin, offer)
    }
}
