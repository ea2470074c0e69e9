/// A title and a picture. Source: Apple, Label.
public nonisolated struct Label<Title: View, Icon: View> {
    let title: Title
    let icon: Icon
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        (self.title, self.icon) = (title(), icon())
    }
}

extension Label where Title == Text, Icon == Image {
    public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(systemName: name)
        }
    }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init {
            Text(verbatim: String(title))
        } icon: {
            Image(systemName: name)
        }
    }
}

@MainActor extension Label: View {
    public var body: some View { StyledLabel(title: AnyView(title), icon: AnyView(icon)) }
}

private struct StyledLabel: View {
    let title: AnyView
    let icon: AnyView
    @Environment(\.labelStyle) private var style

    var body: some View {
        func make<S: LabelStyle>(_ style: S) -> AnyView {
            let parts = LabelStyleConfiguration(title: .init(view: title), icon: .init(view: icon))
            return AnyView(style.makeBody(configuration: parts))
        }
        return make(style)
    }
}

/// How labels look. Source: Apple, LabelStyle.
@MainActor @preconcurrency public protocol LabelStyle: Sendable {
    associatedtype Body: View
    typealias Configuration = LabelStyleConfiguration
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The parts of a label. Source: Apple, LabelStyleConfiguration.
public struct LabelStyleConfiguration {
    /// Source: Apple, LabelStyleConfiguration.Title.
    public nonisolated struct Title {
        let view: AnyView
    }
    /// Source: Apple, LabelStyleConfiguration.Icon.
    public nonisolated struct Icon {
        let view: AnyView
    }
    public let title: Title
    public let icon: Icon
}

@MainActor extension LabelStyleConfiguration.Title: View {
    public var body: some View { view }
}

@MainActor extension LabelStyleConfiguration.Icon: View {
    public var body: some View { view }
}

/// Source: Apple, DefaultLabelStyle.
public struct DefaultLabelStyle: LabelStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.icon
            configuration.title
        }
    }
}

/// Source: Apple, TitleAndIconLabelStyle.
public struct TitleAndIconLabelStyle: LabelStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        DefaultLabelStyle().makeBody(configuration: configuration)
    }
}

/// Source: Apple, TitleOnlyLabelStyle.
public struct TitleOnlyLabelStyle: LabelStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

/// The title is not drawn, and still read to people who do not see. Source: Apple, IconOnlyLabelStyle.
public struct IconOnlyLabelStyle: LabelStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        configuration.icon.accessibilityHidden(true).background {
            configuration.title.opacity(0.001).frame(width: 1, height: 1).clipped()
        }
    }
}

extension LabelStyle where Self == DefaultLabelStyle { public static var automatic: Self { .init() } }
extension LabelStyle where Self == TitleAndIconLabelStyle { public static var titleAndIcon: Self { .init() } }
extension LabelStyle where Self == TitleOnlyLabelStyle { public static var titleOnly: Self { .init() } }
extension LabelStyle where Self == IconOnlyLabelStyle { public static var iconOnly: Self { .init() } }

extension EnvironmentValues {
    private struct Key: EnvironmentKey { static let defaultValue: any LabelStyle = DefaultLabelStyle() }

    var labelStyle: any LabelStyle {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}

extension View {
    public nonisolated func labelStyle<S: LabelStyle>(_ style: S) -> some View { environment(\.labelStyle, style) }
}
