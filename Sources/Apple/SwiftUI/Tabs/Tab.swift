/// What a ``TabView`` has: tabs, and what is made of them. Source: Apple, TabContent.
@MainActor @preconcurrency public protocol TabContent<TabValue> {
    /// What says which tab is shown.
    associatedtype TabValue: Hashable
    associatedtype Body: TabContent
    @TabContentBuilder<TabValue> var body: Body { get }
}

extension Never: TabContent {
    public typealias TabValue = Never
}

extension TabContent where Body == Never {
    /// A tab has no body.
    public var body: Never { fatalError("\(Self.self) is not made of other tabs") }
}

/// Content that makes its own views.
@MainActor protocol PrimitiveTabContent: TabContent where Body == Never {
    /// Views with tab items.
    var tabViews: AnyView { get }
}

extension TabContent {
    var views: AnyView { (self as? any PrimitiveTabContent)?.tabViews ?? body.views }
}

/// One tab of a ``TabView``: its view, its value and its name in the bar. Source: Apple, Tab.
public nonisolated struct Tab<Value, Content, Label> {
    let value: Value?
    let content: Content
    let label: Label
}

@MainActor extension Tab: TabContent, PrimitiveTabContent where Value: Hashable, Content: View, Label: View {
    public typealias TabValue = Value
    public typealias Body = Never

    var tabViews: AnyView {
        let label = label
        guard let value else { return AnyView(content.tabItem { label }) }
        return AnyView(content.tag(value).tabItem { label })
    }
}

extension Tab where Value: Hashable, Content: View, Label: View {
    /// - `value`: what the selection is while the tab is shown.
    public init(value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(value: value, content: content(), label: label())
    }
}

extension Tab where Value: Hashable, Content: View, Label == DefaultTabLabel {
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, value: Value, @ViewBuilder content: () -> Content
    ) {
        self.init(
            value: value, content: content(),
            label: DefaultTabLabel(title: Text(titleKey), image: Image(systemName: systemImage)))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, value: Value, @ViewBuilder content: () -> Content
    ) {
        self.init(
            value: value, content: content(),
            label: DefaultTabLabel(title: Text(verbatim: String(title)), image: Image(systemName: systemImage)))
    }

    /// - `image`: its name among the program's assets.
    public init(_ titleKey: LocalizedStringKey, image: String, value: Value, @ViewBuilder content: () -> Content) {
        self.init(
            value: value, content: content(), label: DefaultTabLabel(title: Text(titleKey), image: Image(image)))
    }
}

extension Tab where Value == Never, Content: View, Label: View {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(value: nil, content: content(), label: label())
    }
}

extension Tab where Value == Never, Content: View, Label == DefaultTabLabel {
    public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(
            value: nil, content: content(),
            label: DefaultTabLabel(title: Text(titleKey), image: Image(systemName: systemImage)))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(
            value: nil, content: content(),
            label: DefaultTabLabel(title: Text(verbatim: String(title)), image: Image(systemName: systemImage)))
    }

    /// - `image`: its name among the program's assets.
    public init(_ titleKey: LocalizedStringKey, image: String, @ViewBuilder content: () -> Content) {
        self.init(value: nil, content: content(), label: DefaultTabLabel(title: Text(titleKey), image: Image(image)))
    }
}

/// A picture and a title. Source: Apple, DefaultTabLabel.
public nonisolated struct DefaultTabLabel {
    let title: Text
    let image: Image
}

@MainActor extension DefaultTabLabel: View {
    public var body: some View {
        Label {
            title
        } icon: {
            image
        }
    }
}

/// Makes tabs of the statements of a closure. Source: Apple, TabContentBuilder.
@resultBuilder public struct TabContentBuilder<TabValue: Hashable> {
    /// The views of tabs. Source: Apple, TabContentBuilder.Content.
    public nonisolated struct Content<C: TabContent> {
        let content: C
    }

    public static func buildExpression<Content: TabContent<TabValue>>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: TabContent<TabValue>>(_ content: Content) -> Content { content }

    /// Each has the builder's kind of value: `buildExpression` sees to it.
    public static func buildBlock<each Content: TabContent>(
        _ content: repeat each Content
    ) -> some TabContent<TabValue> {
        var list: [any TabContent] = []
        repeat list.append(each content)
        return TabList<TabValue>(list: list)
    }

    public static func buildIf<Content: TabContent<TabValue>>(_ content: Content?) -> Content? { content }

    public static func buildEither<First: TabContent<TabValue>, Second: TabContent<TabValue>>(
        first: First
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(storage: .first(first)) }

    public static func buildEither<First: TabContent<TabValue>, Second: TabContent<TabValue>>(
        second: Second
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(storage: .second(second)) }
}

@MainActor extension TabContentBuilder.Content: View {
    public var body: some View { content.views }
}

/// Several tabs in a row; their number is fixed.
private nonisolated struct TabList<TabValue: Hashable> {
    let list: [any TabContent]
}

@MainActor extension TabList: TabContent, PrimitiveTabContent {
    typealias Body = Never
    var tabViews: AnyView { AnyView(TupleView((), children: list.map(\.views))) }
}

@MainActor extension Optional: TabContent, PrimitiveTabContent where Wrapped: TabContent {
    public typealias TabValue = Wrapped.TabValue
    public typealias Body = Never
    var tabViews: AnyView { AnyView(map(\.views)) }
}

@MainActor extension _ConditionalContent: TabContent
where TrueContent: TabContent, FalseContent: TabContent, TrueContent.TabValue == FalseContent.TabValue {
    public typealias TabValue = TrueContent.TabValue
    public typealias Body = Never
}

@MainActor extension _ConditionalContent: PrimitiveTabContent
where TrueContent: TabContent, FalseContent: TabContent, TrueContent.TabValue == FalseContent.TabValue {
    var tabViews: AnyView {
        switch storage {
        case .first(let tab): AnyView(_ConditionalContent<AnyView, AnyView>(storage: .first(tab.views)))
        case .second(let tab): AnyView(_ConditionalContent<AnyView, AnyView>(storage: .second(tab.views)))
        }
    }
}

@MainActor extension ForEach: TabContent, PrimitiveTabContent where Content: TabContent {
    public typealias TabValue = Content.TabValue
    public typealias Body = Never
    var tabViews: AnyView {
        let content = content
        return AnyView(ForEach<Data, ID, AnyView>(data: data, content: { content($0).views }, id: id))
    }
}

extension ForEach where Content: TabContent {
    public nonisolated init<TabValue>(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @TabContentBuilder<TabValue> content: @escaping (Data.Element) -> Content
    ) where TabValue == Content.TabValue { self.init(data: data, content: content, id: { $0[keyPath: id] }) }
}

extension ForEach where ID == Data.Element.ID, Content: TabContent, Data.Element: Identifiable {
    public nonisolated init<TabValue>(
        _ data: Data, @TabContentBuilder<TabValue> content: @escaping (Data.Element) -> Content
    ) where TabValue == Content.TabValue { self.init(data: data, content: content, id: \.id) }
}

extension TabView {
    /// - `selection`: the value of the tab that is shown.
    public nonisolated init<C: TabContent>(
        selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> C
    ) where Content == TabContentBuilder<SelectionValue>.Content<C>, C.TabValue == SelectionValue {
        (self.selection, self.content) = (selection, .init(content: content()))
    }

    public nonisolated init<C: TabContent>(
        @TabContentBuilder<Never> content: () -> C
    ) where SelectionValue == Never, Content == TabContentBuilder<Never>.Content<C>, C.TabValue == Never {
        (selection, self.content) = (nil, .init(content: content()))
    }
}
