/// What a stack shows: its root, and what was pushed onto it.
final class NavigationModel {
    struct Entry: Identifiable {
        let id: Int
        let content: DeferredContent
    }
    let entries = StateCell<[Entry]>([])
    private var next = 0

    func push(_ content: DeferredContent) {
        next += 1
        let entries = entries.read() + [Entry(id: next, content: content)]
        withAnimation(.easeOut(duration: 0.3)) { self.entries.write(entries) }
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
    @Environment(\.navigation) private var model
    @Environment(\.dismiss) private var outerDismiss

    var body: some View {
        let back: @MainActor () -> Void = { model?.pop() ?? () }
        VStack(spacing: 0) {
            if bar.title != nil || canGoBack || !bar.items.isEmpty {
                ZStack {
                    if let title = bar.title, !bar.isLarge { title.font(.headline).lineLimit(1) }
                    HStack {
                        if canGoBack {
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
        .onPreferenceChange(NavigationBarKey.self) { bar = $0 }
    }

    private func items(_ edge: ToolbarItemPlacement.Edge) -> some View {
        ForEach(bar.items.filter { $0.placement.edge == edge }) { $0.view }
    }
}

/// What the views in a page say of its bar.
struct NavigationBar: Equatable {
    struct Item: Identifiable, Equatable {
        let id: Int
        let placement: ToolbarItemPlacement
        let view: AnyView
        /// Views cannot be compared; an item is new whenever its view was evaluated.
        let version: Int
        static func == (first: Self, second: Self) -> Bool { first.id == second.id && first.version == second.version }
    }
    var title: Text?
    var mode: NavigationBarItem.TitleDisplayMode?
    var items: [Item] = []
    /// As on the iPhone, titles are large unless a view says otherwise.
    var isLarge: Bool { title != nil && mode != .inline }
}

struct NavigationBarKey: PreferenceKey {
    nonisolated(unsafe) static let defaultValue = NavigationBar()
    static func reduce(value: inout NavigationBar, nextValue: () -> NavigationBar) {
        let next = nextValue()
        value.title = value.title ?? next.title
        value.mode = value.mode ?? next.mode
        value.items += next.items
    }
}

/// Where an item of a bar is. Source: Apple, ToolbarItemPlacement.
public struct ToolbarItemPlacement: Equatable, Sendable {
    enum Edge {
        case leading, trailing, bottom, principal
    }
    let edge: Edge
    public static let automatic = Self(edge: .trailing)
    public static let primaryAction = Self(edge: .trailing)
    public static let confirmationAction = Self(edge: .trailing)
    public static let topBarTrailing = Self(edge: .trailing)
    public static let navigationBarTrailing = Self(edge: .trailing)
    public static let cancellationAction = Self(edge: .leading)
    public static let topBarLeading = Self(edge: .leading)
    public static let navigationBarLeading = Self(edge: .leading)
    public static let bottomBar = Self(edge: .bottom)
}

/// An item of a bar. Source: Apple, ToolbarItem.
public struct ToolbarItem<Content: View> {
    let placement: ToolbarItemPlacement
    let content: Content
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        (self.placement, self.content) = (placement, content())
    }
}

/// What a toolbar consists of. Source: Apple, ToolbarContent.
@MainActor @preconcurrency public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder var body: Body { get }
}

extension Never: ToolbarContent {}

extension ToolbarContent where Body == Never {
    public var body: Never { fatalError("\(Self.self) is not made of other items") }
}

@MainActor private protocol ToolbarItems {
    var items: [(ToolbarItemPlacement, AnyView)] { get }
}

extension ToolbarContent {
    fileprivate var allItems: [(ToolbarItemPlacement, AnyView)] {
        if let own = self as? any ToolbarItems { return own.items }
        return body.allItems
    }
}

extension ToolbarItem: ToolbarContent, ToolbarItems {
    public typealias Body = Never
    fileprivate var items: [(ToolbarItemPlacement, AnyView)] { [(placement, AnyView(content))] }
}

struct ToolbarList: ToolbarContent, ToolbarItems {
    typealias Body = Never
    let contents: [any ToolbarContent]
    fileprivate var items: [(ToolbarItemPlacement, AnyView)] { contents.flatMap { $0.allItems } }
}

/// Source: Apple, ToolbarContentBuilder.
@MainActor @resultBuilder public struct ToolbarContentBuilder {
    public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> some ToolbarContent {
        var all: [any ToolbarContent] = []
        repeat all.append(each content)
        return ToolbarList(contents: all)
    }
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> some ToolbarContent {
        ToolbarList(contents: content.map { [$0] } ?? [])
    }
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
}

/// Source: Apple, NavigationBarItem.
public enum NavigationBarItem {
    /// How large a title is. Source: Apple, NavigationBarItem.TitleDisplayMode.
    ///
    /// Linux: a large title does not shrink while a person scrolls.
    public enum TitleDisplayMode: Sendable {
        case automatic, inline, large
    }
}

extension View {
    private nonisolated func bar(_ change: @escaping (inout NavigationBar) -> Void) -> some View {
        transformPreference(NavigationBarKey.self, change)
    }
    public nonisolated func navigationTitle(_ title: Text) -> some View { bar { $0.title = title } }
    public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View {
        navigationTitle(Text(titleKey))
    }
    @_disfavoredOverload public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
        navigationTitle(Text(verbatim: String(title)))
    }
    public nonisolated func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode)
        -> some View
    { bar { $0.mode = displayMode } }
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        ToolbarView(content: AnyView(self), items: content().allItems)
    }
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        ToolbarView(content: AnyView(self), items: [(.automatic, AnyView(content()))])
    }
}

private struct ToolbarView: View {
    let content: AnyView
    let items: [(ToolbarItemPlacement, AnyView)]
    @State private var version = Version()

    final class Version {
        var value = 0
    }

    var body: some View {
        let _ = version.value += 1
        let number = version.value
        content.transformPreference(NavigationBarKey.self) { bar in
            bar.items += items.enumerated().map { index, item in
                .init(id: index, placement: item.0, view: item.1, version: number)
            }
        }
    }
}

/// A control that leads to another view. Source: Apple, NavigationLink.
public nonisolated struct NavigationLink<Label: View, Destination: View> {
    let destination: () -> Destination
    let label: Label
    public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        (self.destination, self.label) = (destination, label())
    }
    public init(destination: Destination, @ViewBuilder label: () -> Label) {
        (self.destination, self.label) = ({ destination }, label())
    }
}

extension NavigationLink where Label == Text {
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }
}

@MainActor extension NavigationLink: View {
    public var body: some View { LinkBody(destination: { AnyView(destination()) }, label: AnyView(label)) }
}

private struct LinkBody: View {
    let destination: () -> AnyView
    let label: AnyView
    @State private var pushed = Pushed()
    @Environment(\.navigation) private var model

    final class Pushed {
        weak var content: DeferredContent?
    }

    var body: some View {
        Button {
            let content = DeferredContent(destination)
            pushed.content = content
            model?.push(content)
        } label: {
            label
        }
        .modified(Following(destination: destination, pushed: pushed))
    }
}

/// What was pushed follows the newest value of its link.
private struct Following: Event {
    let destination: () -> AnyView
    let pushed: LinkBody.Pushed

    @MainActor func update(_ node: EventNode, from old: Self?) {
        guard old != nil else { return }
        node.graph.afterUpdate { pushed.content?.take(destination) }
    }
}
