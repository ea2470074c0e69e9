/// What a stack shows: its root, and what was pushed onto it.
final class NavigationModel {
    struct Entry: Identifiable {
        let id: Int
        let content: DeferredContent
        /// What the page shows, if it is in the path.
        var value: AnyHashable?
    }
    let entries = StateCell<[Entry]>([])
    /// The program's own list of what is shown.
    var path: PathBinding?
    /// The column of a split view whose links lead to the next one.
    var column: SplitPlace?
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
        if let column { return column.model.show(content, from: column.column) }
        let entries = entries.read() + [entry(content)]
        withAnimation(.easeOut(duration: 0.3)) { self.entries.write(entries) }
    }

    @MainActor func push(_ value: AnyHashable) {
        guard let path else { return push(DeferredContent { self.view(for: value) }) }
        withAnimation(.easeOut(duration: 0.3)) { path.set(path.get() + [value]) }
    }

    private func entry(_ content: DeferredContent, _ value: AnyHashable? = nil) -> Entry {
        next += 1
        return Entry(id: next, content: content, value: value)
    }

    /// Shows what is in the path: pages of values that are still there stay.
    @MainActor func follow(_ values: [AnyHashable]) {
        let old = entries.read()
        guard old.compactMap(\.value) != values else { return }
        let kept = zip(old, values).prefix { $0.0.value == $0.1 }.count
        entries.write(
            Array(old.prefix(kept))
                + values.dropFirst(kept).map { value in entry(DeferredContent { self.view(for: value) }, value) })
    }

    func remove(_ content: DeferredContent) {
        let rest = entries.read().filter { $0.content !== content }
        withAnimation(.easeOut(duration: 0.3)) { entries.write(rest) }
    }

    func pop() {
        let entries = entries.read()
        guard let last = entries.last else { return }
        if last.value != nil, let path {
            return withAnimation(.easeOut(duration: 0.3)) { path.set(path.get().dropLast()) }
        }
        withAnimation(.easeOut(duration: 0.3)) { self.entries.write(entries.dropLast()) }
    }
}

/// A page of a navigation.
struct PagePlace {
    let model: NavigationModel?
    /// The id of its entry; `nil` for the root.
    let entry: Int?
    let column: SplitPlace?

    var isCovered: Bool {
        column?.isCovered == true || model.map { $0.entries.read().last?.id != entry } ?? false
    }
}

extension EnvironmentValues {
    // Never changed.
    private struct Key: EnvironmentKey { nonisolated(unsafe) static let defaultValue: NavigationModel? = nil }

    var navigation: NavigationModel? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }

    private struct Pages: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue: [PagePlace] = []
    }

    /// The pages that the view is in, outermost first.
    fileprivate(set) var pagesAround: [PagePlace] {
        get { self[Pages.self] }
        set { self[Pages.self] = newValue }
    }

    /// Whether another page covers the view.
    var isInCoveredPage: Bool { pagesAround.contains(where: \.isCovered) }
}

/// What a stack shows, values of any types. Source: Apple, NavigationPath.
public struct NavigationPath: Equatable {
    fileprivate var values: [AnyHashable] = []

    public init() {}

    public init<S: Sequence>(_ elements: S) where S.Element: Hashable { values = elements.map { AnyHashable($0) } }

    public var count: Int { values.count }
    public var isEmpty: Bool { values.isEmpty }

    public mutating func append<V: Hashable>(_ value: V) { values.append(AnyHashable(value)) }

    public mutating func removeLast(_ k: Int = 1) { values.removeLast(k) }
}

/// A program's list of what is shown.
struct PathBinding {
    let get: () -> [AnyHashable]
    let set: ([AnyHashable]) -> Void
}

/// Views that lead to others, with a bar. Source: Apple, NavigationStack.
public nonisolated struct NavigationStack<Data, Root: View> {
    let root: Root
    let path: PathBinding?
}

extension NavigationStack where Data == NavigationPath {
    public nonisolated init(@ViewBuilder root: () -> Root) { self.init(root: root(), path: nil) }

    /// - `path`: what is shown; it follows the person, and the stack follows it.
    public nonisolated init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {
        self.init(
            root: root(),
            path: PathBinding {
                path.wrappedValue.values
            } set: {
                path.wrappedValue.values = $0
            })
    }
}

extension NavigationStack
where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
    /// - `path`: what is shown. A link to a value of another type leads nowhere.
    public nonisolated init(path: Binding<Data>, @ViewBuilder root: () -> Root) {
        self.init(
            root: root(),
            path: PathBinding {
                path.wrappedValue.map { AnyHashable($0) }
            } set: {
                path.wrappedValue = Data($0.compactMap { $0.base as? Data.Element })
            })
    }
}

@MainActor extension NavigationStack: View {
    public var body: some View { NavigationBody(root: AnyView(root), path: path) }
}

/// Source: Apple, NavigationView.
public nonisolated struct NavigationView<Content: View> {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@MainActor extension NavigationView: View {
    public var body: some View { NavigationBody(root: AnyView(content), path: nil) }
}

/// A page contains a navigation with bars of its own.
private struct HoldsNavigation: PreferenceKey {
    static let defaultValue = false
    static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}

struct NavigationBody: View {
    let root: AnyView
    let path: PathBinding?
    /// The column of a split view whose links lead to the next one.
    var forward: SplitPlace?
    @State private var model = NavigationModel()
    @Environment(\.searchBar) private var searchBar

    var body: some View {
        ZStack {
            NavigationPage(content: root, entry: nil, search: searchBar)
            ForEach(model.entries.read()) { entry in
                NavigationPage(content: AnyView(DeferredView(content: entry.content)), entry: entry.id).transition(
                    .move(edge: .trailing))
            }
        }
        .environment(\.navigation, model)
        .environment(\.searchBar, nil)
        .preference(key: SearchIsPlaced.self, value: true)
        .preference(key: HoldsNavigation.self, value: true)
        .transformPreference(NavigationBarKey.self) { $0 = NavigationBar() }
        .modified(FollowingPath(model: model, path: path, values: path?.get(), column: forward))
    }
}

/// The stack shows what is in the path.
private struct FollowingPath: Event {
    let model: NavigationModel
    let path: PathBinding?
    let values: [AnyHashable]?
    let column: SplitPlace?

    @MainActor func update(_ node: EventNode, from old: Self?) {
        (model.path, model.column) = (path, column)
        guard let values, values != old?.values else { return }
        node.graph.afterUpdate { [model] in
            // What is there from the start has not moved.
            withAnimation(old == nil ? nil : .easeOut(duration: 0.3)) { model.follow(values) }
        }
    }
}

private struct NavigationPage: View {
    let content: AnyView
    /// The id of the entry; `nil` for the root.
    let entry: Int?
    /// The field of a view around the navigation.
    var search: SearchBar?
    @State private var bar = NavigationBar()
    @State private var editMode = EditMode.inactive
    /// Whether a text in the page is edited.
    @State private var isTyping = false
    /// Whether a navigation in the page has the bars.
    @State private var holdsNavigation = false
    /// What a view around the navigation has set.
    @Environment(\.editMode) private var outerEditMode
    @Environment(\.navigation) private var model
    @Environment(\.dismiss) private var outerDismiss
    @Environment(\.splitPlace) private var splitPlace

    var body: some View {
        let model = model
        let column = column
        let back: @MainActor () -> Void = {
            if let column, column.canGoBack { column.model.back(from: column.column) } else { model?.pop() }
        }
        VStack(spacing: 0) {
            if !bar.isHidden, !holdsNavigation, hasBarParts {
                VStack(spacing: 0) { barParts(back) }
                    .background(bar.looks.navigationBar.background)
                    .modified(scheme(of: bar.looks.navigationBar))
            }
            if let search { DeferredView(content: search.content) }
            content.frame(maxWidth: .infinity, maxHeight: .infinity)
                .onPreferenceChange(HoldsNavigation.self) { if column != nil { holdsNavigation = $0 } }
                .environment(\.dismiss, canGoBack ? DismissAction(back) : outerDismiss)
                .environment(\.isTyping, $isTyping)
            if has(.bottom) { lowerBar(.bottom, bar.looks.bottomBar) }
            if has(.keyboard), isTyping { lowerBar(.keyboard, BarLook()) }
        }
        .background(Color.screen)
        .environment(\.editMode, outerEditMode ?? $editMode)
        .modified(page)
        .onPreferenceChange(NavigationBarKey.self) { bar = $0 }
    }

    private func has(_ edge: ToolbarItemPlacement.Edge) -> Bool { bar.items.contains { $0.placement.edge == edge } }

    private var hasBarParts: Bool {
        bar.title != nil || canGoBack || sidebar != nil || bar.items.contains { $0.placement.edge != .keyboard }
    }

    private func lowerBar(_ edge: ToolbarItemPlacement.Edge, _ look: BarLook) -> some View {
        HStack { items(edge) }.padding(.horizontal).frame(maxWidth: .infinity).frame(height: 44)
            .background(look.background)
            .modified(scheme(of: look))
    }

    @ViewBuilder private func barParts(_ back: @escaping @MainActor () -> Void) -> some View {
        ZStack {
            if bar.hasPrincipal {
                items(.principal)
            } else if let title = bar.title, !bar.isLarge {
                title.font(.headline).lineLimit(1)
            }
            HStack {
                if canGoBack && !bar.hidesBack {
                    Button(action: back) { Label("Back", systemImage: "chevron.backward") }
                }
                if let sidebar { sidebarButton(sidebar) }
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

    private func scheme(of look: BarLook) -> EnvironmentChange {
        EnvironmentChange { if let scheme = look.scheme { $0.colorScheme = scheme } }
    }

    private var canGoBack: Bool { entry != nil || column?.canGoBack == true }

    /// The column whose first page this is.
    private var column: SplitPlace? { entry == nil ? splitPlace : nil }

    /// Whether the first column is shown, if the button that hides it belongs here.
    private var sidebar: Bool? { column?.showsSidebar }

    private func sidebarButton(_ isShown: Bool) -> some View {
        let model = column?.model
        return Button {
            model?.toggle()
        } label: {
            Image(systemName: "sidebar.left")
        }
        .accessibilityLabel(isShown ? "Hide Sidebar" : "Show Sidebar")
    }

    /// Tells the views in the page which one it is.
    private var page: EnvironmentChange {
        let place = PagePlace(model: model, entry: entry, column: splitPlace)
        return EnvironmentChange { $0.pagesAround.append(place) }
    }

    private func items(_ edge: ToolbarItemPlacement.Edge) -> some View {
        ForEach(bar.items.filter { $0.placement.edge == edge }) { DeferredView(content: $0.content) }
    }
}
