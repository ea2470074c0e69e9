/// Two or three columns, in which a choice in one decides what the next one shows. Source: Apple, NavigationSplitView.
///
/// In a narrow window, the columns are pages on top of each other: a choice leads to the next one, and a button back.
/// Linux: narrow is less than 600 points; of three columns, the first is there by itself from 900 points on. Columns
/// never cover each other in a wide window.
public nonisolated struct NavigationSplitView<Sidebar: View, Content: View, Detail: View> {
    let sidebar: Sidebar
    /// `nil` if there are two columns.
    let content: Content?
    let detail: Detail
    var visibility: Binding<NavigationSplitViewVisibility>?
    var compact: Binding<NavigationSplitViewColumn>?
}

extension NavigationSplitView {
    public nonisolated init(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) { self.init(sidebar: sidebar(), content: content(), detail: detail()) }

    /// - Parameters:
    ///   - columnVisibility: which columns a wide window shows; it follows the person.
    ///   - sidebar: the first column.
    ///   - content: the column in the middle.
    ///   - detail: the last column.
    public nonisolated init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) { self.init(sidebar: sidebar(), content: content(), detail: detail(), visibility: columnVisibility) }

    /// - Parameters:
    ///   - preferredCompactColumn: which column is in front in a narrow window; it follows the person.
    ///   - sidebar: the first column.
    ///   - content: the column in the middle.
    ///   - detail: the last column.
    public nonisolated init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) { self.init(sidebar: sidebar(), content: content(), detail: detail(), compact: preferredCompactColumn) }

    /// - Parameters:
    ///   - columnVisibility: which columns a wide window shows; it follows the person.
    ///   - preferredCompactColumn: which column is in front in a narrow window; it follows the person.
    ///   - sidebar: the first column.
    ///   - content: the column in the middle.
    ///   - detail: the last column.
    public nonisolated init(
        columnVisibility: Binding<NavigationSplitViewVisibility>,
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        self.init(
            sidebar: sidebar(), content: content(), detail: detail(), visibility: columnVisibility,
            compact: preferredCompactColumn)
    }
}

extension NavigationSplitView where Content == EmptyView {
    public nonisolated init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
        self.init(sidebar: sidebar(), content: nil, detail: detail())
    }

    /// - Parameters:
    ///   - columnVisibility: which columns a wide window shows; it follows the person.
    ///   - sidebar: the first column.
    ///   - detail: the second column.
    public nonisolated init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) { self.init(sidebar: sidebar(), content: nil, detail: detail(), visibility: columnVisibility) }

    /// - Parameters:
    ///   - preferredCompactColumn: which column is in front in a narrow window; it follows the person.
    ///   - sidebar: the first column.
    ///   - detail: the second column.
    public nonisolated init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) { self.init(sidebar: sidebar(), content: nil, detail: detail(), compact: preferredCompactColumn) }

    /// - Parameters:
    ///   - columnVisibility: which columns a wide window shows; it follows the person.
    ///   - preferredCompactColumn: which column is in front in a narrow window; it follows the person.
    ///   - sidebar: the first column.
    ///   - detail: the second column.
    public nonisolated init(
        columnVisibility: Binding<NavigationSplitViewVisibility>,
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) {
        self.init(
            sidebar: sidebar(), content: nil, detail: detail(), visibility: columnVisibility,
            compact: preferredCompactColumn)
    }
}

@MainActor extension NavigationSplitView: View {
    public var body: some View {
        SplitBody(
            columns: [AnyView(sidebar)] + (content.map { [AnyView($0)] } ?? []) + [AnyView(detail)],
            visibility: visibility, compact: compact)
    }
}

/// Which columns a split view shows. Source: Apple, NavigationSplitViewVisibility.
public struct NavigationSplitViewVisibility: Equatable, Codable, Sendable {
    private enum Kind: Int, Codable {
        case automatic, all, doubleColumn, detailOnly
    }
    private let kind: Kind
    /// As many as there is room for.
    public static var automatic: Self { Self(kind: .automatic) }
    public static var all: Self { Self(kind: .all) }
    /// The last two.
    public static var doubleColumn: Self { Self(kind: .doubleColumn) }
    public static var detailOnly: Self { Self(kind: .detailOnly) }

    /// The columns of `count` that are shown in a width, from the left.
    func columns(of count: Int, in width: CGFloat) -> [Int] {
        let first =
            switch kind {
            case .all: 0
            case .doubleColumn: max(0, count - 2)
            case .detailOnly: count - 1
            case .automatic: width < 900 ? max(0, count - 2) : 0
            }
        return Array(first..<count)
    }
}

/// A column of a split view. Source: Apple, NavigationSplitViewColumn.
public struct NavigationSplitViewColumn: Hashable, Sendable {
    private let place: Int
    public static var sidebar: Self { Self(place: 0) }
    public static var content: Self { Self(place: 1) }
    public static var detail: Self { Self(place: 2) }

    /// Its number in a view of `count` columns. Without a column in the middle, that is the sidebar.
    func index(of count: Int) -> Int { place == 2 ? count - 1 : count == 2 ? 0 : place }

    init(index: Int, of count: Int) { place = index == count - 1 ? 2 : index }

    private init(place: Int) { self.place = place }
}

/// How a split view arranges its columns. Source: Apple, NavigationSplitViewStyle. Linux: all side by side.
public protocol NavigationSplitViewStyle: Sendable {}
/// Source: Apple, AutomaticNavigationSplitViewStyle.
public struct AutomaticNavigationSplitViewStyle: NavigationSplitViewStyle { public init() {} }
/// Source: Apple, BalancedNavigationSplitViewStyle.
public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle { public init() {} }
/// Source: Apple, ProminentDetailNavigationSplitViewStyle.
public struct ProminentDetailNavigationSplitViewStyle: NavigationSplitViewStyle { public init() {} }

extension NavigationSplitViewStyle where Self == AutomaticNavigationSplitViewStyle {
    public static var automatic: Self { .init() }
}
extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
    public static var balanced: Self { .init() }
}
extension NavigationSplitViewStyle where Self == ProminentDetailNavigationSplitViewStyle {
    public static var prominentDetail: Self { .init() }
}

extension View {
    /// Linux: columns are always side by side.
    public nonisolated func navigationSplitViewStyle<S: NavigationSplitViewStyle>(_ style: S) -> some View {
        if style is ProminentDetailNavigationSplitViewStyle {
            NoEffectReport.add("View.navigationSplitViewStyle(_:)", "columns are always side by side")
        }
        return self
    }

    /// How wide the column is that the view is in, in points; the last column takes what is left.
    public nonisolated func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View {
        preference(key: ColumnWidth.self, value: width)
    }

    /// Linux: the ideal width counts, as nobody moves the columns' edges.
    public nonisolated func navigationSplitViewColumnWidth(
        min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil
    ) -> some View { preference(key: ColumnWidth.self, value: ideal) }
}

struct ColumnWidth: PreferenceKey {
    static let defaultValue: CGFloat? = nil
    static func reduce(value: inout CGFloat?, nextValue: () -> CGFloat?) { value = value ?? nextValue() }
}
