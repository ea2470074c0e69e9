/// A view for each element of a collection; an element's id is the identity of its views. Source: Apple, ForEach.
public nonisolated struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    let id: (Data.Element) -> ID
}

extension ForEach where Content: View {
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        self.init(data: data, content: content, id: { $0[keyPath: id] })
    }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, content: content, id: \.id)
    }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
        self.init(data: data, content: content, id: { $0 })
    }
}

extension ForEach where Content: View {
    /// A view for a binding of each element.
    public init<C>(_ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content)
    where
        Data == Binding<C>, ID == C.Element.ID, C: MutableCollection & RandomAccessCollection,
        C.Element: Identifiable
    {
        self.init(data: data, content: content, id: { $0.wrappedValue.id })
    }

    public init<C>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == Binding<C>, C: MutableCollection & RandomAccessCollection {
        self.init(data: data, content: content, id: { $0.wrappedValue[keyPath: id] })
    }
}

@MainActor protocol RepeatingView: PrimitiveView {
    var elements: [Branch] { get }
}

@MainActor extension ForEach: View, PrimitiveView, RepeatingView where Content: View {
    public typealias Body = Never
    func makeNode(_ inputs: NodeInputs) -> Node { ForEachNode(self, inputs) }

    var elements: [Branch] {
        data.map { element in Branch(key: AnyHashable(id(element)), view: content(element)) }
    }
}

final class ForEachNode: Node, IdentityOwner {
    private var view: any RepeatingView
    private var order: [AnyHashable] = []
    private var nodes: [AnyHashable: PresenceNode] = [:]

    init(_ view: any RepeatingView, _ inputs: NodeInputs) {
        self.view = view
        super.init(inputs)
        apply(graph.tracking(self) { view.elements }, isNew: true)
    }

    override var children: [Node] { order.compactMap { nodes[$0] } }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        guard let view = view as? any RepeatingView else {
            for node in children { node.update(nil, self.environment) }
            return
        }
        self.view = view
        evaluate()
    }

    override func evaluate() {
        guard !isDisposed else { return }
        apply(graph.tracking(self) { view.elements }, isNew: false)
    }

    func node(id: AnyHashable) -> Node? { nodes[id] }

    /// The place of the element whose views are in a child.
    func index(of child: Node) -> Int? { order.firstIndex { nodes[$0] === child } }

    /// What an element that is not made yet is taken for.
    var madeItem: Item? {
        order.lazy.compactMap { self.nodes[$0] }.first(where: \.isMade)?.items.first
    }

    /// Whether each element is a row of a list, and not only a part of one.
    private lazy var areRows: Bool = {
        var node = parent
        while let current = node, current.passesRowsOn { node = current.parent }
        return node is RowsNode
    }()

    private func apply(_ branches: [Branch], isNew: Bool) {
        var kept: [AnyHashable: PresenceNode] = [:]
        var newOrder: [AnyHashable] = []
        for branch in branches where kept[branch.key] == nil {
            newOrder.append(branch.key)
            if let node = nodes[branch.key] {
                node.update(branch.view, environment)
                kept[branch.key] = node
            } else {
                // The first is always made: the others are taken for as large as it is, until they are seen.
                let isLater = (environment.values.isLazy || areRows) && newOrder.count > 1
                let node = isLater ? PresenceNode(later: branch.view, self) : PresenceNode(branch.view, self)
                node.elementID = branch.key
                if !isNew { node.enter() }
                kept[branch.key] = node
            }
        }
        let gone = order.filter { kept[$0] == nil }.compactMap { nodes[$0] }
        let isDifferent = newOrder != order
        (nodes, order) = (kept, newOrder)
        for element in gone { element.leave() }
        if isDifferent && !isNew { itemsChanged() }
    }
}
