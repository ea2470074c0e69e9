import Foundation

/// Views that are made of a collection. Source: Apple, DynamicViewContent.
@MainActor @preconcurrency public protocol DynamicViewContent<Data>: View {
    associatedtype Data: Collection
    var data: Data { get }
}

extension ForEach: DynamicViewContent where Content: View {}

extension DynamicViewContent {
    /// Lets a person delete elements in a list, by a button in edit mode or by a swipe to the left.
    ///
    /// - Parameter action: is given where in ``data`` the elements are; it removes them. `nil` for no deletion.
    public nonisolated func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent<Data> {
        DeletableViews(content: self, action: action)
    }
}

extension RangeReplaceableCollection where Self: MutableCollection {
    /// Removes the elements at some places, which count from 0.
    /// Source: Apple, RangeReplaceableCollection.remove(atOffsets:).
    public mutating func remove(atOffsets offsets: IndexSet) {
        var place = -1
        removeAll { _ in
            place += 1
            return offsets.contains(place)
        }
    }
}

extension View {
    /// Keeps a row from being deleted.
    public nonisolated func deleteDisabled(_ isDisabled: Bool) -> some View {
        layoutValue(key: DeletionIsDisabled.self, value: isDisabled)
    }
}

struct DeletionIsDisabled: LayoutValueKey {
    static let defaultValue = false
}

/// The views of a collection with what deletes its elements.
nonisolated struct DeletableViews<Content: DynamicViewContent> {
    let content: Content
    let action: ((IndexSet) -> Void)?
}

@MainActor extension DeletableViews: DynamicViewContent {
    var data: Content.Data { content.data }
    var body: some View { content.modified(Deletion(action: action)) }
}

private struct Deletion: Change {
    let action: ((IndexSet) -> Void)?

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { DeletionNode(view, inputs) }
}

private final class DeletionNode: ModifierNode {
    private var deletion: Deletion { change as! Deletion }
    var isPossible: Bool { deletion.action != nil }

    override func wrap(_ item: Item) -> Item { DeletableItem(self, item) }

    override func changed(from old: any Change) {
        if ((old as? Deletion)?.action != nil) != isPossible { itemsChanged() }
    }

    func delete(_ item: Item) {
        guard let index = elementIndex(of: item) else { return }
        deletion.action?(IndexSet(integer: index))
    }
}

extension ModifierNode {
    /// The place of the element that an item belongs to: of the outermost `ForEach` in the modifier.
    final func elementIndex(of item: Item) -> Int? {
        var index: Int?
        var node: Node = item.node
        while let parent = node.parent, node !== self {
            if let all = parent as? ForEachNode { index = all.index(of: node) }
            node = parent
        }
        return index
    }
}

private final class DeletableItem: PassingItem {
    override func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value {
        guard key == RowDeletion.self, let node = node as? DeletionNode, node.isPossible,
            !child.layoutValue(DeletionIsDisabled.self)
        else { return child.layoutValue(key) }
        let delete: () -> Void = { [weak node, weak child] in
            if let node, let child { node.delete(child) }
        }
        return delete as! K.Value
    }
}

/// What deletes the element that a row shows.
struct RowDeletion: LayoutValueKey {
    // Never changed.
    nonisolated(unsafe) static let defaultValue: (() -> Void)? = nil
}
