/// What a stack shows: its root, and what was pushed onto it.
final class NavigationModel {
    struct Entry: Identifiable {
        let id: Int
        let content: DeferredContent
    }
    let entries = StateCell<[Entry]>([])
    private var next = 0
    /// By the type of the value, and by the view that says it.
    private var destinations: [(type: Any.Type, owner: ObjectIdentifier, make: (Any) -> AnyView)] = []

    /// Takes what shows values of a type.
    func show(_ type: Any.Type, for owner: ObjectIdentifier, _ make: @escaping (Any) -> AnyView) {
        forget(owner)
        destinations.append((type, owner, make))
    }

    func forget(_ owner: ObjectIdentifier) { destinations.removeAll { $0.owner == owner } }

    /// What shows the value: nothing if no view has said how.
    func view(for value: AnyHashable) -> AnyView {
        let type = Swift.type(of: value.base)
        return destinations.last { $0.type == type }?.make(value.base) ?? AnyView(EmptyView())
    }

    func push(_ content: DeferredContent) {
        next += 1
        let entries = entries.read() + [Entry(id: next, content: content)]
        withAnimation(.easeOut(duration: 0.3)) { self.entries.write(entries) }
    }

    func remove(_ content: DeferredContent) {
        let rest = entries.read().filter { $0.content !== content }
        withAnimation(.easeOut(duration: 0.3)) { entries.write(rest) }
    }

    func pop() {
        let entries = entries.read()
        guard !entries.isEmpty else { return }
        withAnimation(.easeOut(duration: 0.3)) { self.entries.write(entries.dropLast()) }
    }
}

extension EnvironmentValues {
    private struct Key: EnvironmentKey { nonisolated(unsafe) static let defaultValue: NavigationModel? = nil }

    var navigation: NavigationModel? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}

/// Views that lead to others, with a bar. Source: Apple, NavigationStack.
public nonisolated struct NavigationStack<Root: View> {
    let root: Root
    public init(@ViewBuilder root: () -> Root) { self.root = root() }
}

@MainActor extension NavigationStack: View {
    public var body: some View { NavigationBody(root: AnyView(root)) }
}

/// Source: Apple, NavigationView.
public nonisolated struct NavigationView<Content: View> {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@MainActor extension NavigationView: View {
    public var body: some View { NavigationBody(root: AnyView(content)) }
}

private struct NavigationBody: View {
    let root: AnyView
    @State private var model = NavigationModel()

    var body: some View {
        ZStack {
            NavigationPage(content: root, canGoBack: false)
            ForEach(model.entries.read()) { entry in
                NavigationPage(content: AnyView(DeferredView(content: entry.content)), canGoBack: true).transition(
                    .move(edge: .trailing))
            }
        }
        .environment(\.navigation, model)
    }
}

private struct NavigationPage: View {
    let content: AnyView
    let canGoBack: Bool
    @State private var bar = NavigationBar()
    @State private var editMode = EditMode.inactive
    /// What a view around the navigation has set.
    @Environment(\.editMode) private var outerEditMode
    @Environment(\.navigation) private var model
    @Environment(\.dismiss) private var outerDismiss

    var body: some View {
        let back: @MainActor () -> Void = { model?.pop() ?? () }
        VStack(spacing: 0) {
            if !bar.isHidden, bar.title != nil || canGoBack || !bar.items.isEmpty {
                ZStack {
                    if let title = bar.title, !bar.isLarge { title.font(.headline).lineLimit(1) }
                    HStack {
                        if canGoBack && !bar.hidesBack {
                            Button(action: back) { Label("Back", systemImage: "chevron.backward") }
                        }
                        items(.leading)
                        Spacer()
                        items(.trailing)
                    }
                }
                .padding(.horizontal)
                .frame(height: 44)
                if let title = bar.title, bar.isLarge {
                    title.font(.largeTitle.bold()).lineLimit(1).accessibilityAddTraits(.isHeader)
                        .frame(maxWidth: .infinity, alignment: .leading)
                        .padding(.horizontal).padding(.bottom, 8)
                }
            }
            content.frame(maxWidth: .infinity, maxHeight: .infinity)
                .environment(\.dismiss, canGoBack ? DismissAction(back) : outerDismiss)
            if bar.items.contains(where: { $0.placement.edge == .bottom }) {
                HStack { items(.bottom) }.padding(.horizontal).frame(height: 44)
            }
        }
        .background(Color.screen)
        .environment(\.editMode, outerEditMode ?? $editMode)
        .onPreferenceChange(NavigationBarKey.self) { bar = $0 }
    }

    private func items(_ edge: ToolbarItemPlacement.Edge) -> some View {
        ForEach(bar.items.filter { $0.placement.edge == edge }) { DeferredView(content: $0.content) }
    }
}
