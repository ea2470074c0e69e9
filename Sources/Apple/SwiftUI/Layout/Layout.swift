/// A rule that measures and places several views. Source: Apple, Layout.
public protocol Layout: Animatable {
    static var layoutProperties: LayoutProperties { get }
    associatedtype Cache = Void
    typealias Subviews = LayoutSubviews

    func makeCache(subviews: Subviews) -> Cache
    func updateCache(_ cache: inout Cache, subviews: Subviews)
    func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing
    /// The size of the container for a proposal.
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
    /// Places the views, by `place(at:anchor:proposal:)` of each.
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
    func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat?
    func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat?
}

extension Layout {
    public static var layoutProperties: LayoutProperties { LayoutProperties() }
    public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { ViewSpacing() }

    public func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? { nil }

    public func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? { nil }

    /// The views, laid out by this rule.
    public func callAsFunction<V: View>(@ViewBuilder _ content: () -> V) -> some View {
        LayoutView(layout: self, content: content())
    }
}

extension Layout where Cache == Void {
    public func makeCache(subviews: Subviews) {}
}

/// What a container knows of its layout. Source: Apple, LayoutProperties.
public struct LayoutProperties: Sendable {
    /// The direction of a stack: spacers and dividers in it follow it.
    public var stackOrientation: Axis?
    public init() {}
}

/// A value that a view gives to the layout around it. Source: Apple, LayoutValueKey.
public protocol LayoutValueKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// The space that a view wants between itself and its neighbors. Source: Apple, ViewSpacing.
public struct ViewSpacing: Sendable {
    enum Kind {
        case view
        case text
        case none
    }
    let kind: Kind

    public static let zero = ViewSpacing(.none)

    public init() { kind = .view }
    init(_ kind: Kind) { self.kind = kind }

    /// The standard distance to the next view.
    public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat {
        if kind == .none || next.kind == .none { return 0 }
        return axis == .vertical && kind == .text && next.kind == .text ? 0 : 8
    }
}

/// The views of a layout. Source: Apple, LayoutSubviews.
public struct LayoutSubviews: RandomAccessCollection, Equatable, Sendable {
    public typealias SubSequence = Slice<LayoutSubviews>
    let items: [Item]
    public let layoutDirection: LayoutDirection
    /// Twice the x about which places are mirrored; `nil` if leading is left.
    var mirror: CGFloat?

    public var startIndex: Int { 0 }
    public var endIndex: Int { items.count }
    public subscript(index: Int) -> LayoutSubview { LayoutSubview(item: items[index], mirror: mirror) }

    public static func == (first: Self, second: Self) -> Bool {
        first.items.elementsEqual(second.items, by: ===)
    }
}

/// One of the views of a layout. Source: Apple, LayoutSubview.
public struct LayoutSubview: Equatable, Sendable {
    let item: Item
    var mirror: CGFloat?

    public var priority: Double { MainActor.assumeIsolated { item.priority } }
    public var spacing: ViewSpacing { MainActor.assumeIsolated { item.spacing } }

    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        // Layouts run on the main thread, so nothing is sent anywhere.
        nonisolated(unsafe) var value = K.defaultValue
        withoutActuallyEscaping({ @MainActor in value = item.layoutValue(K.self) }) { read in
            MainActor.assumeIsolated { read() }
        }
        return value
    }

    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        MainActor.assumeIsolated { item.size(proposal) }
    }

    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        MainActor.assumeIsolated { item.dimensions(proposal) }
    }

    /// Puts the anchor of the view, with the size that it takes of the proposal, at a point. A layout places as if
    /// leading were left: from right to left, the place is mirrored in the layout's bounds.
    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
        MainActor.assumeIsolated {
            let size = item.size(proposal)
            let x = position.x - anchor.x * size.width
            item.place(
                CGPoint(x: mirror.map { $0 - x - size.width } ?? x, y: position.y - anchor.y * size.height), proposal)
        }
    }

    public static func == (first: Self, second: Self) -> Bool { first.item === second.item }
}

/// A layout of any type. Source: Apple, AnyLayout.
public struct AnyLayout: Layout {
    let layout: any Layout

    public init<L: Layout>(_ layout: L) { self.layout = layout }

    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Any?) -> CGSize {
        func size<L: Layout>(_ layout: L) -> CGSize {
            var own = layout.ownCache(&cache, subviews)
            defer { cache = own }
            return layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &own)
        }
        return size(layout)
    }

    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Any?) {
        func place<L: Layout>(_ layout: L) {
            var own = layout.ownCache(&cache, subviews)
            defer { cache = own }
            layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &own)
        }
        place(layout)
    }

    public func makeCache(subviews: Subviews) -> Any? { nil }
    public func updateCache(_ cache: inout Any?, subviews: Subviews) { cache = nil }
}

extension Layout {
    /// The cache of the right type: made if there is none.
    fileprivate func ownCache(_ cache: inout Any?, _ subviews: Subviews) -> Cache {
        cache as? Cache ?? makeCache(subviews: subviews)
    }

    func alignment(
        _ key: AlignmentKey, in size: CGSize, _ proposal: ProposedViewSize, _ subviews: Subviews, _ cache: inout Any?
    ) -> CGFloat? {
        var own = ownCache(&cache, subviews)
        defer { cache = own }
        let bounds = CGRect(origin: .zero, size: size)
        if key.axis == .horizontal {
            return explicitAlignment(
                of: HorizontalAlignment(key.id), in: bounds, proposal: proposal, subviews: subviews, cache: &own)
        }
        return explicitAlignment(
            of: VerticalAlignment(key.id), in: bounds, proposal: proposal, subviews: subviews, cache: &own)
    }
}

/// A view whose views a layout places.
@MainActor protocol ContainerView: PrimitiveView {
    var containerLayout: any Layout { get }
    var containerContent: any View { get }
}

extension ContainerView {
    func makeNode(_ inputs: NodeInputs) -> Node { ContainerNode(self, inputs) }
}

nonisolated struct LayoutView<L: Layout, Content: View> {
    let layout: L
    let content: Content
}

@MainActor extension LayoutView: ContainerView {
    typealias Body = Never
    var containerLayout: any Layout { layout }
    var containerContent: any View { content }
}

/// The node of a stack, a grid or another container.
final class ContainerNode: Node {
    fileprivate private(set) var layout: any Layout
    private var content: Node!
    private var item: ContainerItem!

    init(_ view: any ContainerView, _ inputs: NodeInputs) {
        layout = view.containerLayout
        super.init(inputs)
        content = makeChild(view.containerContent)
        item = ContainerItem(self, content)
    }

    override var children: [Node] { [content] }
    override func makeItems() -> [Item] { [item] }
    override var ownItems: [Item] { [item] }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        let view = view as? any ContainerView
        if let view, !sameValue(layout, view.containerLayout) {
            layout = view.containerLayout
            layoutChanged()
        }
        content.update(view?.containerContent, self.environment)
    }
}

/// An item in which views that leave are still drawn.
@MainActor protocol Leavable: Item {
    var leaving: [(position: Int, node: PresenceNode)] { get set }
    var drawnChildren: [Item] { get set }
}

extension Leavable {
    /// Draws the items by their z-indices, and those that leave at their old places in the order.
    func drawAll(_ items: [Item], _ drawing: Drawing) {
        let indices = items.map { $0.layoutValue(ZIndex.self) }
        var order = items
        if indices.contains(where: { $0 != 0 }) {
            order = zip(items, indices).enumerated()
                .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
        }
        drawnChildren = order
        leaving.removeAll { !$0.node.isShown }
        for position in 0...order.count {
            for entry in leaving where min(entry.position, order.count) == position {
                for element in entry.node.items { element.draw(drawing) }
            }
            if position < order.count, !order[position].isLeftOut { order[position].draw(drawing) }
        }
    }
}

/// The items of a node, placed by a layout.
final class ContainerItem: Item, Leavable {
    private let content: Node
    var leaving: [(position: Int, node: PresenceNode)] = []
    var drawnChildren: [Item] = []
    private let fixedLayout: (any Layout)?
    private var cache: Any?
    private var knownSubviews: LayoutSubviews?

    /// - Parameter layout: the layout, if the node is not a container itself.
    init(_ node: Node, _ content: Node, layout: (any Layout)? = nil) {
        self.content = content
        fixedLayout = layout
        super.init(node)
    }

    private var layout: any Layout { fixedLayout ?? (node as! ContainerNode).layout }
    override var children: [Item] { content.items }

    private var subviews: LayoutSubviews {
        if let knownSubviews { return knownSubviews }
        let items = content.items
        let axis = type(of: (layout as? AnyLayout)?.layout ?? layout).layoutProperties.stackOrientation
        for element in items { element.stackAxis = axis }
        let subviews = LayoutSubviews(items: items, layoutDirection: environment.layoutDirection)
        knownSubviews = subviews
        return subviews
    }

    override func forgetSizes() {
        super.forgetSizes()
        cache = nil
        forgotten += 1
        knownSubviews = nil
    }

    /// How often the cache was thrown away.
    private var forgotten = 0

    /// Lends the cache to the layout: what is placed may itself find that there are other views now.
    private func withCache<Result>(_ body: (inout Any?) -> Result) -> Result {
        var lent = cache
        let count = forgotten
        let result = body(&lent)
        if count == forgotten { cache = lent }
        return result
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        withCache { AnyLayout(erasing: layout).sizeThatFits(proposal: proposal, subviews: subviews, cache: &$0) }
    }

    override func placeChildren() {
        var subviews = self.subviews
        if environment.layoutDirection == .rightToLeft { subviews.mirror = frame.minX + frame.maxX }
        withCache {
            AnyLayout(erasing: layout).placeSubviews(in: frame, proposal: proposal, subviews: subviews, cache: &$0)
        }
    }

    override func draw(_ drawing: Drawing) { drawAll(children, drawing) }

    /// A container of texts wants what a text wants.
    override var spacing: ViewSpacing {
        let kinds = children.map(\.spacing.kind)
        return kinds.contains(.view) || kinds.isEmpty
            ? ViewSpacing() : ViewSpacing(kinds.contains(.text) ? .text : .none)
    }

    override func findGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        let size = size(proposal)
        return withCache { layout.alignment(key, in: size, proposal, subviews, &$0) }
    }
}

extension AnyLayout {
    fileprivate init(erasing layout: any Layout) { self.layout = (layout as? AnyLayout)?.layout ?? layout }
}
