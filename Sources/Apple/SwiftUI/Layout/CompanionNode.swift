/// A modifier that brings a view of its own: a background, a mask, a bar.
///
/// There is one for each item of the content, as a modifier of a group applies to each of its views; it goes with its
/// item.
class CompanionNode: ModifierNode {
    private var companions: [(item: Item, node: Node)] = []

    /// The view that is brought.
    var companion: any View { EmptyView() }
    /// Whether it is behind the content.
    var isBehind: Bool { false }

    /// The item around one of the content.
    func wrap(_ item: Item, with companion: Node) -> Item { item }

    /// The view that is brought for an item that is there already.
    func companionView(of item: Item) -> any View { companion }

    override func wrap(_ item: Item) -> Item {
        let node = makeChild(companion)
        let around = wrap(item, with: node)
        companions.append((around, node))
        return around
    }

    override func makeItems() -> [Item] {
        let items = super.makeItems()
        let gone = companions.filter { companion in !items.contains { $0 === companion.item } }
        if !gone.isEmpty {
            companions.removeAll { companion in gone.contains { $0.item === companion.item } }
            for element in gone { element.node.dispose() }
        }
        return items
    }

    override var children: [Node] {
        let nodes = companions.map(\.node)
        return isBehind ? nodes + [child] : [child] + nodes
    }

    override func updateChild(_ content: (any View)?) {
        super.updateChild(content)
        for element in companions { element.node.update(companionView(of: element.item), environment) }
    }
}
