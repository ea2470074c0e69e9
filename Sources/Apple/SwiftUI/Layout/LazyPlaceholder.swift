/// The place of an element of a lazy container that was never seen. When it is, the element is made.
final class LazyPlaceholder: Item {
    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        (node.parent as? ForEachNode)?.madeItem?.size(proposal) ?? CGSize(width: 10, height: 10)
    }

    override func placeChildren() {
        if let area = graph.visibleArea, !area.intersects(frame) { return }
        (node as? PresenceNode)?.makeLater()
    }
}

extension Item {
    /// Whether it stands for an element that is not made yet.
    var isPlaceholder: Bool {
        var item = self
        while let inner = (item as? PassingItem)?.children.last, !(item is LazyPlaceholder) { item = inner }
        return item is LazyPlaceholder
    }
}

extension EnvironmentValues {
    private struct Key: EnvironmentKey { static let defaultValue = false }

    /// Whether the elements of a `ForEach` are made when they are seen.
    var isLazy: Bool {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}
