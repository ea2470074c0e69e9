/// Rows below each other, which scroll. Source: Apple, List.
public nonisolated struct List<SelectionValue: Hashable, Content: View> {
    let content: Content
    let selection: ListSelection?
}

extension List where SelectionValue == Never {
    public nonisolated init(@ViewBuilder content: () -> Content) { self.init(content: content(), selection: nil) }

    public nonisolated init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent), selection: nil)
    }

    public nonisolated init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent), selection: nil)
    }

    public nonisolated init<RowContent: View>(
        _ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> RowContent
    ) where Content == ForEach<Range<Int>, Int, RowContent> {
        self.init(content: ForEach(data, content: rowContent), selection: nil)
    }
}

extension List {
    /// A list in which a person selects one row; a row's value is its tag, or the id of its element.
    public nonisolated init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
        self.init(content: content(), selection: selection.map { ListSelection($0) })
    }

    /// A list in which a person selects any number of rows.
    public nonisolated init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {
        self.init(content: content(), selection: selection.map { ListSelection($0) })
    }

    public nonisolated init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent), selection: selection.map { ListSelection($0) })
    }

    public nonisolated init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent), selection: selection.map { ListSelection($0) })
    }

    public nonisolated init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent), selection: selection.map { ListSelection($0) })
    }

    public nonisolated init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent), selection: selection.map { ListSelection($0) })
    }
}

@MainActor extension List: View {
    public var body: some View { ListBody(content: AnyView(content), selection: selection) }
}

/// Rows of controls. Source: Apple, Form.
public nonisolated struct Form<Content: View> {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@MainActor extension Form: View {
    public var body: some View { ListBody(content: AnyView(content), selection: nil) }
}

/// What of a list is selected, by the values of its rows.
struct ListSelection {
    let contains: (AnyHashable) -> Bool
    /// What is selected where one row can be.
    let chosen: AnyHashable?
    let toggle: (AnyHashable) -> Void
    /// Selects nothing anymore, where one can be selected; several stay.
    let clear: () -> Void

    init<Value: Hashable>(_ binding: Binding<Value?>) {
        chosen = binding.wrappedValue.map { AnyHashable($0) }
        contains = { binding.wrappedValue.map { AnyHashable($0) } == $0 }
        toggle = { value in
            if let value = value.base as? Value { binding.wrappedValue = value }
        }
        clear = { binding.wrappedValue = nil }
    }

    init<Value: Hashable>(_ binding: Binding<Set<Value>>) {
        chosen = nil
        contains = { value in (value.base as? Value).map { binding.wrappedValue.contains($0) } ?? false }
        toggle = { value in
            guard let value = value.base as? Value else { return }
            if binding.wrappedValue.remove(value) == nil { binding.wrappedValue.insert(value) }
        }
        clear = {}
    }
}

private struct ListBody: View {
    let content: AnyView
    let selection: ListSelection?
    @Environment(\.listLook) private var look
    @Environment(\.hidesListBackground) private var hidesBackground
    @Environment(\.splitPlace) private var splitPlace

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 0) {
                content.modified(Rows(look: look, selection: selection))
            }
            .frame(maxWidth: .infinity)
            .padding(.vertical, look.isInset ? 10 : 0)
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(hidesBackground ? Color.clear : look.isInset ? .groupedScreen : .screen)
        .environment(\.isInRow, true)
        .environment(\.listSelection, selection)
        .modified(FollowingChoice(place: splitPlace, selection: selection))
    }
}

/// Views with a heading: a group of rows in a list. Source: Apple, Section.
public nonisolated struct Section<Parent, Content, Footer> {
    let header: Parent
    let content: Content
    let footer: Footer
}

extension Section where Parent: View, Content: View, Footer: View {
    public nonisolated init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) { self.init(header: header(), content: content(), footer: footer()) }

    public nonisolated init(header: Parent, footer: Footer, @ViewBuilder content: () -> Content) {
        self.init(header: header, content: content(), footer: footer)
    }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    public nonisolated init(@ViewBuilder content: () -> Content) {
        self.init(header: EmptyView(), content: content(), footer: EmptyView())
    }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(header: header(), content: content(), footer: EmptyView())
    }

    public nonisolated init(header: Parent, @ViewBuilder content: () -> Content) {
        self.init(header: header, content: content(), footer: EmptyView())
    }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
    public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(header: EmptyView(), content: content(), footer: footer())
    }

    public nonisolated init(footer: Footer, @ViewBuilder content: () -> Content) {
        self.init(header: EmptyView(), content: content(), footer: footer)
    }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(header: Text(titleKey), content: content(), footer: EmptyView())
    }

    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(header: Text(verbatim: String(title)), content: content(), footer: EmptyView())
    }
}

@MainActor extension Section: View where Parent: View, Content: View, Footer: View {
    public var body: some View {
        SectionBody(header: AnyView(header), content: AnyView(content), footer: AnyView(footer))
    }
}

private struct SectionBody: View {
    let header: AnyView
    let content: AnyView
    let footer: AnyView
    @Environment(\.isInRow) private var isInList
    @Environment(\.listLook) private var look
    @Environment(\.listSelection) private var selection
    @Environment(\.headerProminence) private var prominence

    var body: some View {
        if isInList {
            VStack(alignment: .leading, spacing: 0) {
                title(header.accessibilityAddTraits(.isHeader))
                content.modified(Rows(look: look, selection: selection))
                note(footer)
            }
            .padding(.vertical, 10)
            .layoutValue(key: IsSection.self, value: true)
        } else {
            header
            content
            footer
        }
    }

    @ViewBuilder private func title(_ text: some View) -> some View {
        if prominence == .increased {
            text.font(.title3.bold()).padding(.horizontal, look.isInset ? 32 : 16).padding(.vertical, 6)
        } else {
            note(text)
        }
    }

    private func note(_ text: some View) -> some View {
        text.font(.footnote).foregroundStyle(Color.secondary)
            .padding(.horizontal, look.isInset ? 32 : 16).padding(.vertical, 6)
    }
}

/// How lists look. Source: Apple, ListStyle.
public protocol ListStyle: Sendable {}
/// Source: Apple, DefaultListStyle.
public struct DefaultListStyle: ListStyle { public init() {} }
/// Source: Apple, PlainListStyle.
public struct PlainListStyle: ListStyle { public init() {} }
/// Source: Apple, InsetGroupedListStyle.
public struct InsetGroupedListStyle: ListStyle { public init() {} }

extension ListStyle where Self == DefaultListStyle { public static var automatic: Self { .init() } }
extension ListStyle where Self == PlainListStyle { public static var plain: Self { .init() } }
extension ListStyle where Self == InsetGroupedListStyle { public static var insetGrouped: Self { .init() } }

extension View {
    public nonisolated func listStyle<S: ListStyle>(_ style: S) -> some View {
        environment(\.listLook, ListLook(isInset: !(style is PlainListStyle)))
    }
}

/// What the styles of lists come to.
struct ListLook: Equatable {
    /// Groups of rows with round corners, away from the list's edges.
    var isInset = true
    var margin: CGFloat { isInset ? 16 : 0 }
}

extension EnvironmentValues {
    private struct Look: EnvironmentKey { static let defaultValue = ListLook() }
    private struct InRow: EnvironmentKey { static let defaultValue = false }
    // Never changed.
    private struct Selection: EnvironmentKey { nonisolated(unsafe) static let defaultValue: ListSelection? = nil }

    var listLook: ListLook {
        get { self[Look.self] }
        set { self[Look.self] = newValue }
    }
    /// Whether the view is in a list.
    var isInRow: Bool {
        get { self[InRow.self] }
        set { self[InRow.self] = newValue }
    }
    var listSelection: ListSelection? {
        get { self[Selection.self] }
        set { self[Selection.self] = newValue }
    }
}
