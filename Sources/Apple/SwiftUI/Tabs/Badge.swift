/// What a badge is on: a row of a list, which shows it at its end, or a tab, which shows it in the bar.
private nonisolated struct BadgedView<Content: View> {
    let content: Content
    let badge: Text?
}

/// A view with a badge, of any type.
@MainActor protocol AnyBadgedView: WrappingView {
    var anyBadge: Text? { get }
}

@MainActor extension BadgedView: View, AnyBadgedView {
    var anyBadge: Text? { badge }
    var wrapped: any View { content }
    var body: some View { BadgedBody(content: content, badge: badge) }
}

private struct BadgedBody<Content: View>: View {
    let content: Content
    let badge: Text?
    @Environment(\.isInRow) private var isInRow

    var body: some View {
        if isInRow {
            HStack {
                content
                if let badge {
                    Spacer()
                    badge.foregroundStyle(.secondary)
                }
            }
        } else {
            content.environment(\.tabBadge, badge)
        }
    }
}

/// What stands for a tab, with the badge at the corner of its picture.
struct BadgedLabel: View {
    let label: AnyView
    let badge: Text?
    @Environment(\.layoutDirection) private var direction

    var body: some View {
        VStack(spacing: 2) { label }
            .overlay(alignment: .top) {
                if let badge {
                    badge.font(.system(size: 11)).foregroundStyle(Color.white)
                        .padding(.horizontal, 5)
                        .frame(minWidth: 18, minHeight: 18)
                        .background(Color.red, in: Capsule())
                        .fixedSize()
                        .offset(x: direction == .rightToLeft ? -16 : 16, y: -2)
                }
            }
    }
}

extension EnvironmentValues {
    private struct TabBadge: EnvironmentKey { static let defaultValue: Text? = nil }

    /// Of the tabs in the view.
    var tabBadge: Text? {
        get { self[TabBadge.self] }
        set { self[TabBadge.self] = newValue }
    }
}

extension View {
    /// Shows a number at the end of a list's row, or on a tab; 0 shows nothing.
    public nonisolated func badge(_ count: Int) -> some View {
        BadgedView(content: self, badge: count == 0 ? nil : Text(verbatim: "\(count)"))
    }

    /// Shows a text at the end of a list's row, or on a tab; `nil` shows nothing.
    public nonisolated func badge(_ label: Text?) -> some View { BadgedView(content: self, badge: label) }

    public nonisolated func badge(_ key: LocalizedStringKey?) -> some View {
        BadgedView(content: self, badge: key.map { Text($0) })
    }

    @_disfavoredOverload
    public nonisolated func badge<S: StringProtocol>(_ label: S?) -> some View {
        BadgedView(content: self, badge: label.map { Text(verbatim: String($0)) })
    }
}

private nonisolated struct BadgedTab<Base: TabContent> {
    let base: Base
    let badge: Text?
}

@MainActor extension BadgedTab: TabContent, PrimitiveTabContent {
    typealias TabValue = Base.TabValue
    typealias Body = Never
    var tabViews: AnyView { AnyView(base.views.badge(badge)) }
}

extension TabContent {
    /// Shows a number on the tab; 0 shows nothing.
    public nonisolated func badge(_ count: Int) -> some TabContent<TabValue> {
        BadgedTab(base: self, badge: count == 0 ? nil : Text(verbatim: "\(count)"))
    }

    /// Shows a text on the tab; `nil` shows nothing.
    public nonisolated func badge(_ label: Text?) -> some TabContent<TabValue> { BadgedTab(base: self, badge: label) }

    public nonisolated func badge(_ key: LocalizedStringKey) -> some TabContent<TabValue> {
        BadgedTab(base: self, badge: Text(key))
    }

    @_disfavoredOverload
    public nonisolated func badge<S: StringProtocol>(_ label: S) -> some TabContent<TabValue> {
        BadgedTab(base: self, badge: Text(verbatim: String(label)))
    }
}
