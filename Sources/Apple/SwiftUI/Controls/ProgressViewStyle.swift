/// How progress views look. Source: Apple, ProgressViewStyle.
@MainActor @preconcurrency public protocol ProgressViewStyle {
    associatedtype Body: View
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
    typealias Configuration = ProgressViewStyleConfiguration
}

/// Source: Apple, ProgressViewStyleConfiguration.
public struct ProgressViewStyleConfiguration {
    /// What is going on. Source: Apple, ProgressViewStyleConfiguration.Label.
    public nonisolated struct Label { let view: AnyView }
    /// How far it is. Source: Apple, ProgressViewStyleConfiguration.CurrentValueLabel.
    public nonisolated struct CurrentValueLabel { let view: AnyView }

    /// From 0 to 1; `nil` for something of which nobody knows how far it is.
    public let fractionCompleted: Double?
    public var label: Label?
    public var currentValueLabel: CurrentValueLabel?
}

@MainActor extension ProgressViewStyleConfiguration.Label: View {
    public var body: some View { view }
}

@MainActor extension ProgressViewStyleConfiguration.CurrentValueLabel: View {
    public var body: some View { view }
}

struct StyledProgress: View {
    let configuration: ProgressViewStyleConfiguration
    @Environment(\.progressStyles) private var styles

    var body: some View {
        func make<S: ProgressViewStyle>(_ style: S) -> AnyView {
            AnyView(style.makeBody(configuration: configuration))
        }
        // A progress view in a style has the style around it.
        let style: any ProgressViewStyle = styles.last ?? DefaultProgressViewStyle()
        return make(style).modified(EnvironmentChange { $0.progressStyles = styles.dropLast() })
    }
}

/// A bar for what is known, else a ring that turns. Source: Apple, DefaultProgressViewStyle.
public struct DefaultProgressViewStyle: ProgressViewStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        if configuration.fractionCompleted == nil {
            CircularProgressViewStyle().makeBody(configuration: configuration)
        } else {
            LinearProgressViewStyle().makeBody(configuration: configuration)
        }
    }
}

/// A bar that fills from its start. Source: Apple, LinearProgressViewStyle.
///
/// Linux: without a value, a part of the bar moves to and fro.
public struct LinearProgressViewStyle: ProgressViewStyle {
    private let tint: Color?
    public nonisolated init() { tint = nil }
    public nonisolated init(tint: Color) { self.tint = tint }
    public func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading, spacing: 4) {
            configuration.label
            ZStack(alignment: .leading) {
                Capsule().fill(Color.controlFill)
                if let fraction = configuration.fractionCompleted {
                    Capsule().fill(.tint).modified(PartOfWidth(fraction: fraction))
                } else {
                    Shuttle()
                }
            }
            .clipShape(Capsule())
            .frame(height: 4)
            configuration.currentValueLabel.font(.caption).foregroundStyle(.secondary)
        }
        .modified(ownTint(tint))
    }
}

/// A ring: one that turns, or with the part that is done. Source: Apple, CircularProgressViewStyle.
public struct CircularProgressViewStyle: ProgressViewStyle {
    private let tint: Color?
    public nonisolated init() { tint = nil }
    public nonisolated init(tint: Color) { self.tint = tint }
    public func makeBody(configuration: Configuration) -> some View {
        VStack(spacing: 8) {
            if let fraction = configuration.fractionCompleted {
                ZStack {
                    Circle().inset(by: 1.5).stroke(Color.controlFill, lineWidth: 3)
                    Circle().inset(by: 1.5).trim(from: 0, to: fraction).rotation(.degrees(-90))
                        .stroke(.tint, style: StrokeStyle(lineWidth: 3, lineCap: .round))
                }
                .frame(width: 20, height: 20)
            } else {
                Spinner()
            }
            configuration.label
            configuration.currentValueLabel.font(.caption).foregroundStyle(.secondary)
        }
        .modified(ownTint(tint))
    }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle { public static var automatic: Self { .init() } }
extension ProgressViewStyle where Self == LinearProgressViewStyle { public static var linear: Self { .init() } }
extension ProgressViewStyle where Self == CircularProgressViewStyle { public static var circular: Self { .init() } }

/// The tint of a style that has one.
private func ownTint(_ tint: Color?) -> EnvironmentChange {
    EnvironmentChange { $0.tintColor = tint ?? $0.tintColor }
}

/// The leading part of the width.
private struct PartOfWidth: LayoutChange, Sendable {
    let fraction: Double

    func proposal(_ proposal: ProposedViewSize, _ child: Item) -> ProposedViewSize {
        ProposedViewSize(width: proposal.width.map { $0 * fraction }, height: proposal.height)
    }
    func size(_ proposal: ProposedViewSize, _ child: CGSize) -> CGSize {
        CGSize(width: child.width, height: child.height)
    }
}

/// A third of the width, from end to end and back.
private struct Shuttle: View {
    @State private var isAtEnd = false

    var body: some View {
        Capsule().fill(.tint).modified(PartOfWidth(fraction: 1.0 / 3))
            .frame(maxWidth: .infinity, alignment: isAtEnd ? .trailing : .leading)
            .task {
                // Once it has been drawn at its start.
                withAnimation(.easeInOut(duration: 0.9).repeatForever(autoreverses: true)) { isAtEnd = true }
            }
    }
}

private struct Spinner: View {
    @State private var isTurning = false
    @Environment(\.tintColor) private var tint

    var body: some View {
        Circle().trim(from: 0, to: 0.75)
            .stroke(tint ?? .gray, style: StrokeStyle(lineWidth: 2.5, lineCap: .round))
            .frame(width: 20, height: 20)
            .rotationEffect(.degrees(isTurning ? 360 : 0))
            .onAppear {
                withAnimation(.linear(duration: 0.9).repeatForever(autoreverses: false)) { isTurning = true }
            }
    }
}

extension EnvironmentValues {
    private struct Styles: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue: [any ProgressViewStyle] = []
    }

    /// Of the views around, the outermost first.
    var progressStyles: [any ProgressViewStyle] {
        get { self[Styles.self] }
        set { self[Styles.self] = newValue }
    }
}

extension View {
    public nonisolated func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        // Used on the main thread, where views are evaluated.
        nonisolated(unsafe) let style = style
        return modified(EnvironmentChange { $0.progressStyles.append(style) })
    }
}
