/// What a new node is given.
struct NodeInputs {
    let graph: Graph
    let parent: Node?
    let environment: EnvironmentScope
}

/// A view's place in the tree: what lasts while the view's values come and go.
///
/// Nodes are the structure (identity, state, environment). What is laid out and drawn are ``Item``s: a node that
/// stands for several views, or only changes how others look, passes its children's items on.
@MainActor class Node {
    unowned let graph: Graph
    weak var parent: Node?
    private(set) var environment: EnvironmentScope
    private var cachedItems: [Item]?
    private(set) var isDisposed = false

    init(_ inputs: NodeInputs) {
        graph = inputs.graph
        parent = inputs.parent
        environment = inputs.environment
    }

    /// The nodes below.
    var children: [Node] { [] }

    /// Gives the node a new value of its view, a new environment, or both.
    final func update(_ view: (any View)?, _ environment: EnvironmentScope) {
        let changed = environment !== self.environment
        guard view != nil || changed else { return }
        let old = self.environment
        self.environment = environment
        valueChanged(view, from: changed ? old : nil)
    }

    /// - Parameters:
    ///   - view: the new value; `nil` if it is the same.
    ///   - environment: the environment before; `nil` if it is the same.
    func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {}

    /// What is laid out, in order.
    final var items: [Item] {
        if let cachedItems { return cachedItems }
        let items = makeItems()
        cachedItems = items
        return items
    }

    func makeItems() -> [Item] { children.flatMap(\.items) }

    /// The items that the node itself made.
    var ownItems: [Item] { [] }

    /// The list of items below is not the same anymore.
    final func itemsChanged() {
        var node: Node? = self
        while let current = node {
            current.cachedItems = nil
            for element in current.ownItems { element.forgetSizes() }
            node = current.parent
        }
        graph.needsLayout = true
    }

    /// Sizes below may differ, the items are the same.
    final func layoutChanged() {
        var node: Node? = self
        while let current = node {
            for element in current.ownItems { element.forgetSizes() }
            node = current.parent
        }
        graph.needsLayout = true
    }

    /// Evaluates the node again: something that it has read changed.
    func evaluate() {}

    /// The view left the screen for good.
    func dispose() {
        isDisposed = true
        for element in children { element.dispose() }
    }

    final var depth: Int {
        var depth = 0
        var node = parent
        while let current = node {
            depth += 1
            node = current.parent
        }
        return depth
    }

    final var isInHiddenTab: Bool {
        var node = parent
        while let current = node {
            if let tab = current as? TabItemNode, !tab.isShown { return true }
            node = current.parent
        }
        return false
    }

    /// Makes the node of a child.
    final func makeChild(_ view: any View, _ environment: EnvironmentScope? = nil) -> Node {
        graph.makeNode(view, NodeInputs(graph: graph, parent: self, environment: environment ?? self.environment))
    }
}

/// The node of several views in a row; their number and types are fixed.
final class ListNode: Node {
    private var nodes: [Node] = []

    init(_ view: any ListView, _ inputs: NodeInputs) {
        super.init(inputs)
        nodes = view.listed.map { makeChild($0) }
    }

    override var children: [Node] { nodes }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        let views = (view as? any ListView)?.listed
        for (index, node) in nodes.enumerated() { node.update(views?[index], self.environment) }
    }
}

/// A key and the view that it stands for.
struct Branch {
    let key: AnyHashable
    let view: any View
}

/// A view that is replaced, with its state, when its key changes.
@MainActor protocol BranchView: PrimitiveView {
    var branch: Branch { get }
}

extension BranchView {
    func makeNode(_ inputs: NodeInputs) -> Node { BranchNode(self, inputs) }
}

/// The node of a view that comes and goes.
final class BranchNode: Node, IdentityOwner {
    private(set) var key: AnyHashable
    private var presence: PresenceNode!

    init(_ view: any BranchView, _ inputs: NodeInputs) {
        let branch = view.branch
        key = branch.key
        super.init(inputs)
        presence = PresenceNode(branch.view, self)
    }

    override var children: [Node] { [presence] }

    override func valueChanged(_ view: (any View)?, from environment: EnvironmentScope?) {
        guard let branch = (view as? any BranchView)?.branch else { return presence.update(nil, self.environment) }
        if branch.key == key { return presence.update(branch.view, self.environment) }
        key = branch.key
        let old = presence!
        presence = PresenceNode(branch.view, self)
        presence.enter()
        old.leave()
        itemsChanged()
    }

    func node(id: AnyHashable) -> Node? { id == key ? presence : nil }
}
