/// An animation for what changes below when a value does.
struct ValueAnimation: Change {
    let animation: Animation?
    let value: Any

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { TransactionNode(view, inputs) }
}

/// A change of the transactions of what is below.
struct TransactionChange: Change {
    let transform: (inout Transaction) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { TransactionNode(view, inputs) }
}

/// Changes the transaction while what is below is updated, and while it is placed.
final class TransactionNode: ModifierNode {
    /// The transform for the placing that follows an update.
    fileprivate var placing: ((inout Transaction) -> Void)?
    private var hasChanged = false

    override func wrap(_ item: Item) -> Item { TransactionItem(self, item) }

    override func changed(from old: any Change) {
        if let old = old as? ValueAnimation, let new = change as? ValueAnimation {
            hasChanged = !sameValue(old.value, new.value)
        }
    }

    override func updateChild(_ content: (any View)?) {
        defer { hasChanged = false }
        if let change = change as? TransactionChange {
            placing = change.transform
        } else if hasChanged, let change = change as? ValueAnimation {
            placing = { $0.animation = change.animation }
        } else {
            return super.updateChild(content)
        }
        layoutChanged()
        var transaction = graph.transaction
        placing?(&transaction)
        graph.perform(transaction) { super.updateChild(content) }
    }
}

private final class TransactionItem: PassingItem {
    override func placeChildren() {
        guard let node = node as? TransactionNode, let placing = node.placing else { return super.placeChildren() }
        if node.change is ValueAnimation { node.placing = nil }
        var transaction = graph.transaction
        placing(&transaction)
        graph.perform(transaction) { super.placeChildren() }
    }
}

extension View {
    /// Animates what changes in the view together with a value.
    public nonisolated func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        modified(ValueAnimation(animation: animation, value: value))
    }

    /// Animates whatever changes in the view.
    public nonisolated func animation(_ animation: Animation?) -> some View {
        modified(TransactionChange { $0.animation = animation })
    }

    /// Changes the transactions with which the view is updated.
    public nonisolated func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View {
        modified(TransactionChange(transform: transform))
    }
}
