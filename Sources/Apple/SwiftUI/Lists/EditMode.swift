/// Whether what a view shows is being edited. Source: Apple, EditMode.
public enum EditMode: Hashable, Sendable {
    case inactive
    /// Linux: nothing here sets it.
    case transient
    case active

    public var isEditing: Bool { self != .inactive }
}

extension EnvironmentValues {
    private struct Mode: EnvironmentKey { static let defaultValue: Binding<EditMode>? = nil }

    /// Whether the rows of lists show how to delete them; each page of a navigation has one. `nil` elsewhere, unless a
    /// view sets it.
    public var editMode: Binding<EditMode>? {
        get { self[Mode.self] }
        set { self[Mode.self] = newValue }
    }
}

/// Switches `editMode` of its environment. Source: Apple, EditButton.
public nonisolated struct EditButton {
    public init() {}
}

@MainActor extension EditButton: View {
    public var body: some View { EditButtonBody() }
}

private struct EditButtonBody: View {
    @Environment(\.editMode) private var mode

    var body: some View {
        let isEditing = mode?.wrappedValue.isEditing ?? false
        Button(isEditing ? "Done" : "Edit") {
            withAnimation { mode?.wrappedValue = isEditing ? .inactive : .active }
        }
        .fontWeight(isEditing ? .semibold : nil)
        .disabled(mode == nil)
    }
}
