/// What a view says of the row that it is in.
struct RowLook: LayoutValueKey {
    struct Value {
        var background: AnyView?
        var separator = Visibility.automatic
        var insets: EdgeInsets?
    }
    // Never changed.
    nonisolated(unsafe) static let defaultValue = Value()

    /// Of the insets that a row has by default.
    static let insets = EdgeInsets(top: 6, leading: 16, bottom: 6, trailing: 16)
}

/// A change of what is said about a row; what is in the view says the rest.
private struct RowLookChange: Change {
    let edit: (inout RowLook.Value) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { RowLookNode(view, inputs) }
}

private final class RowLookNode: ModifierNode {
    override func wrap(_ item: Item) -> Item { RowLookItem(self, item) }
    override func changed(from old: any Change) { itemsChanged() }
}

private final class RowLookItem: PassingItem {
    override func layoutValue<K: LayoutValueKey>(_ key: K.Type) -> K.Value {
        let inner = child.layoutValue(key)
        guard key == RowLook.self, let change = (node as? RowLookNode)?.change as? RowLookChange else { return inner }
        var value = inner as! RowLook.Value
        change.edit(&value)
        return value as! K.Value
    }
}

extension View {
    /// What the row stands on, instead of its color.
    public nonisolated func listRowBackground<V: View>(_ view: V?) -> some View {
        let view = view.map { AnyView($0) }
        return modified(RowLookChange { $0.background = $0.background ?? view })
    }

    /// Whether there is a line between the row and those beside it.
    ///
    /// - `edges`: Linux: the line above a row counts as its own.
    public nonisolated func listRowSeparator(
        _ visibility: Visibility, edges: VerticalEdge.Set = .all
    ) -> some View {
        modified(
            RowLookChange {
                if edges.contains(.top), $0.separator == .automatic { $0.separator = visibility }
            })
    }

    /// The room around what the row shows; `nil` for the usual one.
    public nonisolated func listRowInsets(_ insets: EdgeInsets?) -> some View {
        modified(RowLookChange { $0.insets = $0.insets ?? insets })
    }

    /// Whether lists in the view have their own background.
    public nonisolated func scrollContentBackground(_ visibility: Visibility) -> some View {
        environment(\.hidesListBackground, visibility == .hidden)
    }
}

extension EnvironmentValues {
    private struct Key: EnvironmentKey { static let defaultValue = false }

    var hidesListBackground: Bool {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}
