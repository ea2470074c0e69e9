/// How toggles look. Source: Apple, ToggleStyle.
@MainActor @preconcurrency public protocol ToggleStyle {
    associatedtype Body: View
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
    typealias Configuration = ToggleStyleConfiguration
}

/// Source: Apple, ToggleStyleConfiguration.
public struct ToggleStyleConfiguration {
    /// What the toggle shows. Source: Apple, ToggleStyleConfiguration.Label.
    public nonisolated struct Label {
        let view: AnyView
    }
    public let label: Label
    @Binding public var isOn: Bool
}

@MainActor extension ToggleStyleConfiguration.Label: View {
    public var body: some View { view }
}

/// Source: Apple, SwitchToggleStyle.
public struct SwitchToggleStyle: ToggleStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        ToggleBody(isOn: configuration.$isOn, label: AnyView(configuration.label))
    }
}

/// Source: Apple, DefaultToggleStyle.
public struct DefaultToggleStyle: ToggleStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        SwitchToggleStyle().makeBody(configuration: configuration)
    }
}

/// A button that is filled while it is on. Source: Apple, ButtonToggleStyle.
public struct ButtonToggleStyle: ToggleStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        let isOn = configuration.$isOn
        Button {
            isOn.wrappedValue.toggle()
        } label: {
            configuration.label
                .foregroundStyle(isOn.wrappedValue ? Color.white : .accentColor)
                .padding(.horizontal, 12).padding(.vertical, 7)
                .background(
                    isOn.wrappedValue ? Color.accentColor : .controlFill, in: RoundedRectangle(cornerRadius: 8))
        }
        .buttonStyle(.plain)
        .accessibilityAddTraits(.isToggle)
        .accessibilityValue(isOn.wrappedValue ? Text("On") : Text("Off"))
    }
}

extension ToggleStyle where Self == DefaultToggleStyle { public static var automatic: Self { .init() } }
extension ToggleStyle where Self == SwitchToggleStyle { public static var `switch`: Self { .init() } }
extension ToggleStyle where Self == ButtonToggleStyle { public static var button: Self { .init() } }

extension EnvironmentValues {
    private struct Style: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue: any ToggleStyle = DefaultToggleStyle()
    }

    var toggleStyle: any ToggleStyle {
        get { self[Style.self] }
        set { self[Style.self] = newValue }
    }
}

extension View {
    public nonisolated func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        // Used on the main thread, where views are evaluated.
        nonisolated(unsafe) let style = style
        return modified(EnvironmentChange { $0.toggleStyle = style })
    }
}

extension Toggle where Label == SwiftUI.Label<Text, Image> {
    public nonisolated init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
}

/// A toggle in the style of the views around.
struct StyledToggle: View {
    let isOn: Binding<Bool>
    let label: AnyView
    @Environment(\.toggleStyle) private var style

    var body: some View {
        let configuration = ToggleStyleConfiguration(label: .init(view: label), isOn: isOn)
        func make<S: ToggleStyle>(_ style: S) -> AnyView { AnyView(style.makeBody(configuration: configuration)) }
        return make(style)
    }
}
