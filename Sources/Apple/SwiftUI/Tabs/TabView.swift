/// Views of which a person chooses one in a bar at the lower edge. Source: Apple, TabView.
///
/// A tab's view is made when it is first chosen, and keeps its state while another one is shown; it disappears then, and
/// its tasks end.
public nonisolated struct TabView<SelectionValue: Hashable, Content: View> {
    let selection: Binding<SelectionValue>?
    let content: Content

    /// - `selection`: the tag of the tab that is shown.
    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        (self.selection, self.content) = (selection, content())
    }
}

extension TabView where SelectionValue == Int {
    public nonisolated init(@ViewBuilder content: () -> Content) { self.init(selection: nil, content: content) }
}

@MainActor extension TabView: View {
    public var body: some View {
        let selection = selection
        // A badge on the whole is not one of its tabs.
        TabBody(
            content: AnyView(content.environment(\.tabBadge, nil)), tag: selection.map { AnyHashable($0.wrappedValue) },
            choose: selection.map { selection in
                { if let value = $0.base as? SelectionValue { selection.wrappedValue = value } }
            })
    }
}

/// What the tabs of a view and its bar share.
final class TabModel {
    struct Tab: Equatable {
        /// The tab's node.
        let id: ObjectIdentifier
        let tag: AnyHashable?
        let label: DeferredContent

        static func == (first: Self, second: Self) -> Bool { first.id == second.id && first.tag == second.tag }
    }
    let tabs = StateCell<[Tab]>([])
    /// The tab that is shown if no tag says it.
    let own = StateCell(0)
}

private struct TabBody: View {
    let content: AnyView
    let tag: AnyHashable?
    let choose: ((AnyHashable) -> Void)?
    @State private var model = TabModel()
    @Environment(\.tabViewStyle) private var style

    var body: some View {
        let tabs = model.tabs.read()
        let tagged = tag.flatMap { tag in tabs.firstIndex { $0.tag == tag } }
        let index = tagged ?? model.own.read()
        if let page = style as? PageTabViewStyle {
            let hasDots = page.mode == .always || page.mode == .automatic && tabs.count > 1
            content.modified(TabPages(model: model, index: index, turn: { choose($0, tabs) }))
                .overlay(alignment: .bottom) {
                    if hasDots { PageDots(count: tabs.count, index: index) }
                }
        } else {
            content.modified(TabPages(model: model, index: index, turn: nil))
                .safeAreaInset(edge: .bottom, spacing: 0) {
                    TabBar(tabs: tabs, index: index) { choose($0, tabs) }
                }
        }
    }

    private func choose(_ index: Int, _ tabs: [TabModel.Tab]) {
        guard tabs.indices.contains(index) else { return }
        if let choose, let tag = tabs[index].tag { choose(tag) } else { model.own.write(index) }
    }
}

private struct TabBar: View {
    let tabs: [TabModel.Tab]
    let index: Int
    let choose: (Int) -> Void

    var body: some View {
        VStack(spacing: 0) {
            Divider()
            HStack(spacing: 0) {
                ForEach(0..<tabs.count, id: \.self) { number in
                    let isChosen = number == index
                    Button {
                        choose(number)
                    } label: {
                        VStack(spacing: 2) { DeferredView(content: tabs[number].label) }
                            .font(.system(size: 10, weight: .medium))
                            .labelStyle(TabLabelStyle())
                            .lineLimit(1)
                            .frame(maxWidth: .infinity, minHeight: 49)
                            .opacity(isChosen ? 1 : 0.6)
                    }
                    .foregroundStyle(isChosen ? Color.accentColor : .primary)
                    .buttonStyle(.plain)
                    .accessibilityAddTraits(isChosen ? .isSelected : [])
                }
            }
        }
        .background(Color.screen, ignoresSafeAreaEdges: .bottom)
    }
}

private struct TabLabelStyle: LabelStyle {
    func makeBody(configuration: Configuration) -> some View {
        VStack(spacing: 2) {
            configuration.icon.font(.system(size: 18)).frame(height: 24)
            configuration.title
        }
    }
}

private struct PageDots: View {
    let count: Int
    let index: Int

    var body: some View {
        HStack(spacing: 8) {
            ForEach(0..<count, id: \.self) { number in
                Circle().fill(Color.white.opacity(number == index ? 1 : 0.4)).frame(width: 7, height: 7)
            }
        }
        .padding(10)
        .background(Color.black.opacity(0.3), in: Capsule())
        .padding(.bottom, 10)
        .allowsHitTesting(false)
    }
}

/// How a ``TabView`` looks. Source: Apple, TabViewStyle.
public protocol TabViewStyle: Sendable {}
/// Source: Apple, DefaultTabViewStyle.
public struct DefaultTabViewStyle: TabViewStyle { public init() {} }
/// Pages beside each other, turned by a swipe. Source: Apple, PageTabViewStyle.
public struct PageTabViewStyle: TabViewStyle {
    /// When the dots are seen that say which page it is. Source: Apple, PageTabViewStyle.IndexDisplayMode.
    public struct IndexDisplayMode: Equatable, Sendable {
        private let number: Int
        /// If there are several pages.
        public static let automatic = Self(number: 0)
        public static let always = Self(number: 1)
        public static let never = Self(number: 2)
    }
    let mode: IndexDisplayMode
    public init(indexDisplayMode: IndexDisplayMode = .automatic) { mode = indexDisplayMode }
}

extension TabViewStyle where Self == DefaultTabViewStyle { public static var automatic: Self { .init() } }
extension TabViewStyle where Self == PageTabViewStyle {
    public static var page: Self { .init() }
    public static func page(indexDisplayMode: PageTabViewStyle.IndexDisplayMode) -> Self {
        .init(indexDisplayMode: indexDisplayMode)
    }
}

extension EnvironmentValues {
    private struct Style: EnvironmentKey { static let defaultValue: any TabViewStyle = DefaultTabViewStyle() }

    fileprivate var tabViewStyle: any TabViewStyle {
        get { self[Style.self] }
        set { self[Style.self] = newValue }
    }
}

extension View {
    public nonisolated func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View {
        modified(EnvironmentChange { $0.tabViewStyle = style })
    }
}
