/// What a button is for. Source: Apple, ButtonRole.
public struct ButtonRole: Equatable, Sendable {
    private let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

/// A control that runs an action. Source: Apple, Button.
public nonisolated struct Button<Label: View> {
    let action: @MainActor () -> Void
    let role: ButtonRole?
    let label: Label

    @preconcurrency public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }

    @preconcurrency public nonisolated init(
        role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) {
        (self.role, self.action, self.label) = (role, action, label())
    }
}

extension Button where Label == Text {
    @preconcurrency public nonisolated init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(titleKey, role: nil, action: action)
    }
    @_disfavoredOverload
    @preconcurrency public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(title, role: nil, action: action)
    }
    @preconcurrency public nonisolated init(
        _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Text(titleKey) }
    }
    @_disfavoredOverload
    @preconcurrency public nonisolated init<S: StringProtocol>(
        _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { Text(verbatim: String(title)) }
    }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    @preconcurrency public nonisolated init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }
}

@MainActor extension Button: View {
    public var body: some View { ButtonBody(action: action, role: role, label: AnyView(label)) }
}

private struct ButtonBody: View {
    let action: @MainActor () -> Void
    let role: ButtonRole?
    let label: AnyView
    @State private var isPressed = false
    @Environment(\.buttonStyle) private var style
    @Environment(\.isEnabled) private var isEnabled
    @Environment(\.buttonWillAct) private var willAct
    @Environment(\.cancelsByKey) private var cancelsByKey

    var body: some View {
        styled
            .contentShape(Rectangle())
            .modified(Pressable(traits: .isButton, label: nil, press: act))
            .gesture(
                PressGesture().onEnded { isInside in
                    isPressed = false
                    if isInside { act() }
                }.onChanged { isPressed = $0 }
            )
            .keyboardShortcut(role == .cancel && cancelsByKey ? .cancelAction : nil)
            .transformPreference(CancelKey.self) { if role == .cancel { $0 = true } }
    }

    private func act() {
        action()
        willAct?()
    }

    private var styled: AnyView {
        let configuration = ButtonStyleConfiguration(
            role: role, label: .init(view: label), isPressed: isPressed && isEnabled, press: act)
        func make<S: ButtonStyle>(_ style: S) -> AnyView { AnyView(style.makeBody(configuration: configuration)) }
        return make(style)
    }
}

/// A press: changes say whether the touch is inside, the end says whether it counts.
struct PressGesture: RecognizedGesture {
    typealias Body = Never
    typealias Value = Bool

    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Bool>) -> Void) -> any Recognizer {
        PressRecognizer(item, report)
    }
}

private final class PressRecognizer: Recognizer {
    private let item: Item
    private let report: (GestureReport<Bool>) -> Void
    private var isDown = false

    init(_ item: Item, _ report: @escaping (GestureReport<Bool>) -> Void) { (self.item, self.report) = (item, report) }

    func take(_ touch: TouchInput) -> Bool {
        let isInside = (item.touchFrame ?? item.frame).insetBy(dx: -10, dy: -10).contains(touch.location)
        switch touch.phase {
        case .began:
            isDown = true
            report(.changed(true))
        case .moved: if isDown { report(.changed(isInside)) }
        case .ended:
            guard isDown else { return false }
            isDown = false
            report(.ended(isInside))
            return true
        case .cancelled: cancel()
        }
        return false
    }

    func cancel() {
        if isDown { report(.ended(false)) }
        isDown = false
    }
}

/// How buttons look. Source: Apple, ButtonStyle.
@MainActor @preconcurrency public protocol ButtonStyle {
    associatedtype Body: View
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
    typealias Configuration = ButtonStyleConfiguration
}

/// Source: Apple, ButtonStyleConfiguration.
public struct ButtonStyleConfiguration {
    /// What the button shows. Source: Apple, ButtonStyleConfiguration.Label.
    public nonisolated struct Label {
        let view: AnyView
    }
    public let role: ButtonRole?
    public let label: Label
    public let isPressed: Bool
    /// What the button does.
    let press: @MainActor () -> Void
}

@MainActor extension ButtonStyleConfiguration.Label: View {
    public var body: some View { view }
}

/// Source: Apple, PlainButtonStyle.
public struct PlainButtonStyle: ButtonStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        Enabling { isEnabled in
            configuration.label.opacity(configuration.isPressed ? 0.5 : isEnabled ? 1 : 0.4)
        }
    }
}

/// Source: Apple, BorderlessButtonStyle.
public struct BorderlessButtonStyle: ButtonStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        Enabling { isEnabled in
            configuration.label
                .foregroundStyle(configuration.role == .destructive ? Color.red : .accentColor)
                .opacity(configuration.isPressed ? 0.3 : isEnabled ? 1 : 0.4)
        }
    }
}

/// Source: Apple, DefaultButtonStyle.
public struct DefaultButtonStyle: ButtonStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        BorderlessButtonStyle().makeBody(configuration: configuration)
    }
}

/// Source: Apple, BorderedButtonStyle.
public struct BorderedButtonStyle: ButtonStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        let color = configuration.role == .destructive ? Color.red : .accentColor
        Bordered(configuration: configuration, text: color, fill: color.opacity(0.15))
    }
}

/// Source: Apple, BorderedProminentButtonStyle.
public struct BorderedProminentButtonStyle: ButtonStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        Bordered(
            configuration: configuration, text: .white,
            fill: configuration.role == .destructive ? Color.red : .accentColor)
    }
}

private struct Bordered: View {
    let configuration: ButtonStyleConfiguration
    let text: Color
    let fill: Color
    @Environment(\.isEnabled) private var isEnabled
    @Environment(\.borderShape) private var shape
    @Environment(\.controlSize) private var size

    var body: some View {
        configuration.label
            .foregroundStyle(text)
            .padding(.horizontal, size.padding.horizontal)
            .padding(.vertical, size.padding.vertical)
            .background(fill, in: shape.shape)
            .opacity(configuration.isPressed ? 0.6 : isEnabled ? 1 : 0.4)
    }
}

private struct Enabling<Content: View>: View {
    @Environment(\.isEnabled) private var isEnabled
    @ViewBuilder let content: (Bool) -> Content
    var body: some View { content(isEnabled) }
}

extension ButtonStyle where Self == PlainButtonStyle { public static var plain: PlainButtonStyle { .init() } }
extension ButtonStyle where Self == DefaultButtonStyle { public static var automatic: DefaultButtonStyle { .init() } }
extension ButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { .init() }
}
extension ButtonStyle where Self == BorderedButtonStyle { public static var bordered: BorderedButtonStyle { .init() } }
extension ButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { .init() }
}

/// The outline of bordered buttons. Source: Apple, ButtonBorderShape.
public struct ButtonBorderShape: Equatable, Sendable {
    private enum Kind: Equatable {
        case capsule, circle
        case rounded(CGFloat)
    }
    private let kind: Kind
    public static let automatic = ButtonBorderShape(kind: .rounded(8))
    public static let capsule = ButtonBorderShape(kind: .capsule)
    public static let circle = ButtonBorderShape(kind: .circle)
    public static let roundedRectangle = ButtonBorderShape(kind: .rounded(8))
    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { .init(kind: .rounded(radius)) }

    var shape: AnyShape {
        switch kind {
        case .capsule: AnyShape(Capsule())
        case .circle: AnyShape(Circle())
        case .rounded(let radius): AnyShape(RoundedRectangle(cornerRadius: radius))
        }
    }
}

extension EnvironmentValues {
    private struct Style: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue: any ButtonStyle = DefaultButtonStyle()
    }
    private struct Border: EnvironmentKey { static let defaultValue = ButtonBorderShape.automatic }
    // Never changed.
    private struct WillAct: EnvironmentKey { nonisolated(unsafe) static let defaultValue: (() -> Void)? = nil }

    var buttonStyle: any ButtonStyle {
        get { self[Style.self] }
        set { self[Style.self] = newValue }
    }
    var borderShape: ButtonBorderShape {
        get { self[Border.self] }
        set { self[Border.self] = newValue }
    }
    /// What happens besides when a button is pressed: a menu closes.
    var buttonWillAct: (() -> Void)? {
        get { self[WillAct.self] }
        set { self[WillAct.self] = newValue }
    }
}

extension View {
    public nonisolated func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
        // Used on the main thread, where views are evaluated.
        nonisolated(unsafe) let style = style
        return modified(EnvironmentChange { $0.buttonStyle = style })
    }
    public nonisolated func buttonBorderShape(_ shape: ButtonBorderShape) -> some View {
        environment(\.borderShape, shape)
    }
}
