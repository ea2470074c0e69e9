/// What the views in a page say of its bar.
struct NavigationBar: Equatable {
    struct Item: Identifiable, Equatable {
        let placement: ToolbarItemPlacement
        /// What is shown. A new value of its view does not change the bar, which would evaluate the page again, and
        /// with it this view.
        let content: DeferredContent
        var id: ObjectIdentifier { ObjectIdentifier(content) }
        static func == (first: Self, second: Self) -> Bool {
            first.content === second.content && first.placement == second.placement
        }
    }
    var title: Text?
    var mode: NavigationBarItem.TitleDisplayMode?
    var items: [Item] = []
    /// `nil` until a view says so; likewise for the back button.
    var visibility: Visibility?
    var backVisibility: Visibility?
    var looks = BarLooks()
    var isHidden: Bool { visibility == .hidden }
    var hidesBack: Bool { backVisibility == .hidden }
    /// As on the iPhone, titles are large unless a view says otherwise.
    var isLarge: Bool { title != nil && mode != .inline && !hasPrincipal }
    /// Whether something stands in the place of the title.
    var hasPrincipal: Bool { items.contains { $0.placement.edge == .principal } }
}

struct NavigationBarKey: PreferenceKey {
    static let defaultValue = NavigationBar()
    static func reduce(value: inout NavigationBar, nextValue: () -> NavigationBar) {
        let next = nextValue()
        value.title = value.title ?? next.title
        value.mode = value.mode ?? next.mode
        value.items += next.items
        value.visibility = value.visibility ?? next.visibility
        value.backVisibility = value.backVisibility ?? next.backVisibility
        value.looks.fill(from: next.looks)
    }
}

/// Where an item of a bar is. Source: Apple, ToolbarItemPlacement.
public struct ToolbarItemPlacement: Equatable, Sendable {
    enum Edge {
        case leading, trailing, bottom, principal, keyboard
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
    /// Above the keyboard. Linux: at the lower edge of the page, while one of its texts is edited.
    public static let keyboard = Self(edge: .keyboard)
    /// In the place of the title.
    public static let principal = Self(edge: .principal)
}

/// An item of a bar. Source: Apple, ToolbarItem.
///
/// - Parameters:
///   - ID: what a toolbar that a person rearranges knows the item by; `()` in others. Linux: no toolbar is rearranged.
///   - Content: the item's view.
public struct ToolbarItem<ID, Content: View> {
    let placement: ToolbarItemPlacement
    let content: Content
}

extension ToolbarItem where ID == () {
    public nonisolated init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        (self.placement, self.content) = (placement, content())
    }
}

extension ToolbarItem where ID == String {
    public nonisolated init(
        id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
    ) { (self.placement, self.content) = (placement, content()) }
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

extension Optional: ToolbarContent, ToolbarItems where Wrapped: ToolbarContent {
    public typealias Body = Never
    fileprivate var items: [(ToolbarItemPlacement, AnyView)] { self?.allItems ?? [] }
}

/// Several items at one place. Source: Apple, ToolbarItemGroup.
public struct ToolbarItemGroup<Content: View> {
    let placement: ToolbarItemPlacement
    let content: Content
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        (self.placement, self.content) = (placement, content())
    }
}

extension ToolbarItemGroup: ToolbarContent, ToolbarItems {
    public typealias Body = Never
    fileprivate var items: [(ToolbarItemPlacement, AnyView)] { [(placement, AnyView(content))] }
}

@MainActor extension _ConditionalContent: ToolbarContent, ToolbarItems
where TrueContent: ToolbarContent, FalseContent: ToolbarContent {
    public typealias Body = Never
    fileprivate var items: [(ToolbarItemPlacement, AnyView)] {
        switch storage {
        case .first(let content): content.allItems
        case .second(let content): content.allItems
        }
    }
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
    public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
        first: First
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(storage: .first(first)) }
    public static func buildEither<First: ToolbarContent, Second: ToolbarContent>(
        second: Second
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(storage: .second(second)) }
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
    public nonisolated func navigationBarTitle(_ title: Text) -> some View { navigationTitle(title) }
    public nonisolated func navigationBarTitle(_ titleKey: LocalizedStringKey) -> some View {
        navigationTitle(Text(titleKey))
    }
    @_disfavoredOverload public nonisolated func navigationBarTitle<S: StringProtocol>(_ title: S) -> some View {
        navigationTitle(Text(verbatim: String(title)))
    }
    public nonisolated func navigationBarTitle(
        _ title: Text, displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { navigationTitle(title).navigationBarTitleDisplayMode(displayMode) }
    public nonisolated func navigationBarTitle(
        _ titleKey: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { navigationTitle(Text(titleKey)).navigationBarTitleDisplayMode(displayMode) }
    @_disfavoredOverload public nonisolated func navigationBarTitle<S: StringProtocol>(
        _ title: S, displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { navigationTitle(Text(verbatim: String(title))).navigationBarTitleDisplayMode(displayMode) }
    /// Shows the page without its bar.
    public nonisolated func navigationBarHidden(_ hidden: Bool) -> some View {
        bar { $0.visibility = $0.visibility ?? (hidden ? .hidden : .visible) }
    }
    public nonisolated func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
        bar { $0.backVisibility = $0.backVisibility ?? (hidesBackButton ? .hidden : .visible) }
    }
    /// Shows or hides bars. Linux: only the navigation bar can be hidden.
    public nonisolated func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        let isMeant = bars.isEmpty || bars.contains(.automatic) || bars.contains(.navigationBar)
        if visibility == .hidden, bars.contains(.tabBar) || bars.contains(.bottomBar) {
            NoEffectReport.add("View.toolbar(_:for:)", "only the navigation bar can be hidden")
        }
        return bar { if isMeant { $0.visibility = $0.visibility ?? visibility.said } }
    }
    /// Linux: a navigation view is always a stack.
    public nonisolated func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View { self }
    /// Items of the bar, in sources from before toolbars.
    public func navigationBarItems<L: View, T: View>(leading: L, trailing: T) -> some View {
        modified(
            Toolbar(items: [(.navigationBarLeading, AnyView(leading)), (.navigationBarTrailing, AnyView(trailing))]))
    }
    public func navigationBarItems<L: View>(leading: L) -> some View {
        modified(Toolbar(items: [(.navigationBarLeading, AnyView(leading))]))
    }
    public func navigationBarItems<T: View>(trailing: T) -> some View {
        modified(Toolbar(items: [(.navigationBarTrailing, AnyView(trailing))]))
    }
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        modified(Toolbar(items: content().allItems))
    }
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        modified(Toolbar(items: [(.automatic, AnyView(content()))]))
    }
}

/// A bar. Source: Apple, ToolbarPlacement.
public struct ToolbarPlacement: Hashable, Sendable {
    private let name: String
    public static let automatic = Self(name: "automatic")
    public static let navigationBar = Self(name: "navigationBar")
    public static let bottomBar = Self(name: "bottomBar")
    public static let tabBar = Self(name: "tabBar")
}

/// How a ``NavigationView`` looks. Linux: always like a stack. Source: Apple, NavigationViewStyle.
public protocol NavigationViewStyle: Sendable {}
/// Source: Apple, StackNavigationViewStyle.
public struct StackNavigationViewStyle: NavigationViewStyle { public init() {} }
/// Source: Apple, DefaultNavigationViewStyle.
public struct DefaultNavigationViewStyle: NavigationViewStyle { public init() {} }

extension NavigationViewStyle where Self == StackNavigationViewStyle { public static var stack: Self { .init() } }
extension NavigationViewStyle where Self == DefaultNavigationViewStyle {
    public static var automatic: Self { .init() }
}

/// Puts views into the bar of the page.
private struct Toolbar: Change {
    let items: [(placement: ToolbarItemPlacement, view: AnyView)]

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { ToolbarNode(view, inputs) }
}

private final class ToolbarNode: ModifierNode, PreferenceSource {
    /// One for each item, as long as there is one at its place.
    private var contents: [DeferredContent] = []
    private var toolbar: [(placement: ToolbarItemPlacement, view: AnyView)] { (change as! Toolbar).items }

    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        contents = toolbar.map { item in DeferredContent { item.view } }
    }

    override func changed(from old: any Change) {
        let items = toolbar
        contents.removeLast(max(0, contents.count - items.count))
        for (content, item) in zip(contents, items) { graph.afterUpdate { content.take { item.view } } }
        contents += items.dropFirst(contents.count).map { item in DeferredContent { item.view } }
    }

    func preference<K: PreferenceKey>(_ key: K.Type, _ below: () -> K.Value?) -> K.Value? {
        guard key == NavigationBarKey.self else { return below() }
        var bar = below() as? NavigationBar ?? NavigationBarKey.defaultValue
        bar.items += zip(toolbar, contents).map { NavigationBar.Item(placement: $0.placement, content: $1) }
        return bar as? K.Value
    }
}
