/// A view made of the size that it has. Source: Apple, GeometryReader.
public nonisolated struct GeometryReader<Content: View> {
    public var content: (GeometryProxy) -> Content

    public nonisolated init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
}

@MainActor extension GeometryReader: SizedView {
    public typealias Body = Never
    func content(_ proxy: GeometryProxy) -> any View { content(proxy) }
}

@MainActor private protocol SizedView: PrimitiveView {
    func content(_ proxy: GeometryProxy) -> any View
}

extension SizedView {
    func makeNode(_ inputs: NodeInputs) -> Node { GeometryNode(self, inputs) }
}

/// A view's size and place. Source: Apple, GeometryProxy.
@MainActor public struct GeometryProxy {
    let item: Item
    let reader: GeometryReading

    public var size: CGSize { item.frame.size }

    /// How far the safe area's edges are inside of the view.
    public var safeAreaInsets: EdgeInsets { reader.safeAreaInsets }

    /// The view's rectangle in other coordinates.
    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect {
        reader.readsPlace = true
        let origin = coordinateSpace.origin(for: item)
        return item.frame.offsetBy(dx: -origin.x, dy: -origin.y)
    }

    public func frame(in coordinateSpace: some CoordinateSpaceProtocol) -> CGRect {
        frame(in: coordinateSpace.coordinateSpace)
    }

    /// The value of an anchor in the view's coordinates.
    public subscript<T>(anchor: Anchor<T>) -> T {
        reader.readsPlace = true
        return anchor.value(item.frame.origin)
    }
}

/// What a reader of geometry has read.
@MainActor final class GeometryReading {
    var readsPlace = false
    var safeAreaInsets = EdgeInsets()
}

/// Source: Apple, CoordinateSpace.
public enum CoordinateSpace: Hashable {
    case global
    case local
    case named(AnyHashable)

    /// Where the space's origin is, in the coordinates of the root.
    @MainActor func origin(for item: Item) -> CGPoint {
        switch self {
        case .global: return .zero
        case .local: return item.frame.origin
        case .named(let name):
            var node: Node? = item.node
            while let current = node {
                if let named = current as? NamedSpaceNode, named.name == name, let item = named.items.first {
                    return item.frame.origin
                }
                node = current.parent
            }
            return .zero
        }
    }
}

/// Source: Apple, CoordinateSpaceProtocol.
public protocol CoordinateSpaceProtocol {
    var coordinateSpace: CoordinateSpace { get }
}

/// Source: Apple, NamedCoordinateSpace.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol, Equatable {
    public let coordinateSpace: CoordinateSpace
}

/// Source: Apple, GlobalCoordinateSpace.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
    public init() {}
    public var coordinateSpace: CoordinateSpace { .global }
}

/// Source: Apple, LocalCoordinateSpace.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
    public init() {}
    public var coordinateSpace: CoordinateSpace { .local }
}

extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    public static func named(_ name: some Hashable) -> NamedCoordinateSpace {
        NamedCoordinateSpace(coordinateSpace: .named(AnyHashable(name)))
    }
}

extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
    public static var global: GlobalCoordinateSpace { GlobalCoordinateSpace() }
}

extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
    public static var local: LocalCoordinateSpace { LocalCoordinateSpace() }
}

private struct NamedSpace: Change {
    let name: AnyHashable

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { NamedSpaceNode(view, inputs) }
}

private final class NamedSpaceNode: ModifierNode {
    var name: AnyHashable { (change as! NamedSpace).name }
}

extension View {
    public nonisolated func coordinateSpace(_ name: NamedCoordinateSpace) -> some View {
        var key = AnyHashable(0)
        if case .named(let name) = name.coordinateSpace { key = name }
        return modified(NamedSpace(name: key))
    }

    public nonisolated func coordinateSpace<T: Hashable>(name: T) -> some View {
        modified(NamedSpace(name: AnyHashable(name)))
    }
}

/// A place that is known when the views are laid out. Source: Apple, Anchor.
public struct Anchor<Value> {
    /// In the coordinates of the root, as the views were laid out when it was made.
    let rooted: Value
    private let move: (Value, CGPoint) -> Value

    fileprivate init(_ rooted: Value, _ move: @escaping (Value, CGPoint) -> Value) {
        (self.rooted, self.move) = (rooted, move)
    }

    /// - Parameter origin: of the coordinates that the value is wanted in, in those of the root.
    func value(_ origin: CGPoint) -> Value { move(rooted, origin) }

    /// What of a view an anchor means. Source: Apple, Anchor.Source.
    public struct Source {
        let make: @MainActor (Item) -> Anchor
    }
}

extension Anchor: Equatable where Value: Equatable {
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rooted == rhs.rooted }
}

extension Anchor.Source where Value == CGRect {
    public static var bounds: Anchor<CGRect>.Source {
        .init { item in Anchor(item.frame) { $0.offsetBy(dx: -$1.x, dy: -$1.y) } }
    }
}

extension Anchor.Source where Value == CGPoint {
    public static func unitPoint(_ point: UnitPoint) -> Anchor<CGPoint>.Source {
        .init { item in
            Anchor(point.point(in: item.frame)) { CGPoint(x: $0.x - $1.x, y: $0.y - $1.y) }
        }
    }
    public static var center: Anchor<CGPoint>.Source { unitPoint(.center) }
    public static var top: Anchor<CGPoint>.Source { unitPoint(.top) }
    public static var bottom: Anchor<CGPoint>.Source { unitPoint(.bottom) }
    public static var leading: Anchor<CGPoint>.Source { unitPoint(.leading) }
    public static var trailing: Anchor<CGPoint>.Source { unitPoint(.trailing) }
    public static var topLeading: Anchor<CGPoint>.Source { unitPoint(.topLeading) }
    public static var topTrailing: Anchor<CGPoint>.Source { unitPoint(.topTrailing) }
    public static var bottomLeading: Anchor<CGPoint>.Source { unitPoint(.bottomLeading) }
    public static var bottomTrailing: Anchor<CGPoint>.Source { unitPoint(.bottomTrailing) }
}

/// The node of a view whose content depends on its frame: evaluated while it is placed.
private final class GeometryNode: Node {
    private var view: any SizedView
    private var child: Node?
    private var item: GeometryItem!
    private var isStale = true
    private var seen: (frame: CGRect, insets: EdgeInsets)?
    private let reading = GeometryReading()

    init(_ view: any SizedView, _ inputs: NodeInputs) {
        self.view = view
        super.init(inputs)
        item = GeometryItem(self)
    }

    override var children: [Node] { child.map { [$0] } ?? [] }
    override func makeItems() -> [Item] { [item] }
    override var ownItems: [Item] { [item] }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        if let view { self.view = view as! any SizedView }
        evaluate()
    }

    override func evaluate() {
        isStale = true
        layoutChanged()
    }

    /// Makes the content anew if what it has read of the frame has changed.
    func content(in frame: CGRect) -> Node {
        let insets = graph.safeArea.insets(of: frame).mirrored(in: environment.values)
        let isSame =
            seen.map {
                $0.insets == insets && (reading.readsPlace ? $0.frame == frame : $0.frame.size == frame.size)
            } ?? false
        if let child, !isStale, isSame { return child }
        isStale = false
        seen = (frame, insets)
        reading.safeAreaInsets = insets
        graph.evaluations += 1
        let content = graph.tracking(self) { view.content(GeometryProxy(item: item, reader: reading)) }
        if let child {
            child.update(content, environment)
            return child
        }
        let child = makeChild(content)
        self.child = child
        return child
    }
}

private final class GeometryItem: Item, Leavable {
    var leaving: [(position: Int, node: PresenceNode)] = []
    var drawnChildren: [Item] = []

    override var children: [Item] { node.children.flatMap(\.items) }

    /// It takes all that it is offered, and wants little.
    override func measure(_ proposal: ProposedViewSize) -> CGSize { proposal.replacingUnspecifiedDimensions() }

    override func placeChildren() {
        let items = (node as! GeometryNode).content(in: frame).items
        for item in items { item.place(frame.origin, ProposedViewSize(frame.size)) }
    }

    override func draw(_ drawing: Drawing) { drawAll(children, drawing) }
}

private struct AnchorPreference<Key: PreferenceKey, A>: Change {
    let source: Anchor<A>.Source
    let transform: (Anchor<A>) -> Key.Value

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { AnchorPreferenceNode<Key, A>(view, inputs) }
}

private final class AnchorPreferenceNode<Key: PreferenceKey, A>: ModifierNode, PreferenceSource {
    func preference<K: PreferenceKey>(_ key: K.Type, _ below: () -> K.Value?) -> K.Value? {
        guard key == Key.self, let item = items.first else { return below() }
        let change = change as! AnchorPreference<Key, A>
        return change.transform(change.source.make(item)) as? K.Value
    }
}

private struct GeometryChange<T: Equatable>: Change {
    let read: (GeometryProxy) -> T
    let action: (T, T) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { GeometryChangeNode<T>(view, inputs) }
}

private final class GeometryChangeNode<T: Equatable>: PreferenceReader {
    private var last: T?
    private let reading = GeometryReading()

    override func report() {
        guard !isDisposed, let item = items.first else { return }
        reading.safeAreaInsets = graph.safeArea.insets(of: item.frame).mirrored(in: environment.values)
        let change = change as! GeometryChange<T>
        let value = change.read(GeometryProxy(item: item, reader: reading))
        guard value != last else { return }
        let old = last ?? value
        last = value
        change.action(old, value)
    }
}

extension View {
    /// Says where the view is to the views above.
    public nonisolated func anchorPreference<A, K: PreferenceKey>(
        key _: K.Type = K.self, value: Anchor<A>.Source, transform: @escaping (Anchor<A>) -> K.Value
    ) -> some View { modified(AnchorPreference<K, A>(source: value, transform: transform)) }

    /// Runs an action at first and whenever a value of the view's geometry has changed.
    public nonisolated func onGeometryChange<T: Equatable>(
        for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (_ newValue: T) -> Void
    ) -> some View { modified(GeometryChange(read: transform) { action($1) }) }

    public nonisolated func onGeometryChange<T: Equatable>(
        for type: T.Type, of transform: @escaping (GeometryProxy) -> T,
        action: @escaping (_ oldValue: T, _ newValue: T) -> Void
    ) -> some View { modified(GeometryChange(read: transform, action: action)) }
}
