import UIKitCore

/// A material like glass. Source: Apple, Glass.
///
/// Linux: what is behind shines through; it is neither blurred nor bent.
public struct Glass: Equatable, Sendable {
    private enum Kind: Equatable {
        case regular, clear, identity
    }
    private let kind: Kind
    private var tint: Color?

    public static var regular: Glass { Glass(kind: .regular) }
    /// Hides less of what is behind.
    public static var clear: Glass { Glass(kind: .clear) }
    /// No glass at all.
    public static var identity: Glass { Glass(kind: .identity) }

    public func tint(_ color: Color?) -> Glass {
        var glass = self
        glass.tint = color
        return glass
    }

    /// Linux: without effect, as glass that is touched does not move.
    public func interactive(_ isEnabled: Bool = true) -> Glass {
        if isEnabled { NoEffectReport.add("Glass.interactive(_:)", "glass that is touched does not move") }
        return self
    }

    /// What it lays behind a view, the lowest first.
    var layers: [AnyShapeStyle] {
        switch kind {
        case .identity: []
        case .clear: [AnyShapeStyle(Material(opacity: 0.25))] + color
        case .regular: [AnyShapeStyle(Material.thin)] + color
        }
    }

    private var color: [AnyShapeStyle] { tint.map { [AnyShapeStyle($0.opacity(0.6))] } ?? [] }
}

/// A capsule. Source: Apple, DefaultGlassEffectShape.
public nonisolated struct DefaultGlassEffectShape: Shape {
    public init() {}
    public func path(in rect: CGRect) -> Path { Capsule().path(in: rect) }
}

extension View {
    /// Lays glass behind the view.
    public nonisolated func glassEffect(
        _ glass: Glass = .regular, in shape: some Shape = DefaultGlassEffectShape()
    ) -> some View {
        background { GlassSurface(layers: glass.layers, shape: shape) }
    }
}

private struct GlassSurface<S: Shape>: View {
    let layers: [AnyShapeStyle]
    let shape: S

    var body: some View {
        ZStack {
            ForEach(layers.indices, id: \.self) { shape.fill(layers[$0]) }
        }
    }
}

/// Views on glass that may flow together. Source: Apple, GlassEffectContainer.
public nonisolated struct GlassEffectContainer<Content: View> {
    private let content: Content

    /// - Parameters:
    ///   - spacing: Linux: without effect, as glass does not flow together.
    ///   - content: the views.
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        if spacing != nil {
            NoEffectReport.add("GlassEffectContainer.init(spacing:content:)", "glass does not flow together")
        }
        self.content = content()
    }
}

@MainActor extension GlassEffectContainer: View {
    public var body: some View { content }
}

/// A button of glass. Source: Apple, GlassButtonStyle.
public struct GlassButtonStyle: ButtonStyle {
    private let glass: Glass
    public nonisolated init() { glass = .regular }
    public nonisolated init(_ glass: Glass) { self.glass = glass }
    public func makeBody(configuration: Configuration) -> some View {
        GlassButton(configuration: configuration, text: nil, glass: glass)
    }
}

/// A button of glass with the tint's color. Source: Apple, GlassProminentButtonStyle.
public struct GlassProminentButtonStyle: ButtonStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        let color = configuration.role == .destructive ? Color.red : .accentColor
        GlassButton(configuration: configuration, text: .white, glass: .regular.tint(color))
    }
}

extension ButtonStyle where Self == GlassButtonStyle {
    public static var glass: GlassButtonStyle { .init() }
    public static func glass(_ glass: Glass) -> Self { .init(glass) }
}
extension ButtonStyle where Self == GlassProminentButtonStyle {
    public static var glassProminent: GlassProminentButtonStyle { .init() }
}

private struct GlassButton: View {
    let configuration: ButtonStyleConfiguration
    let text: Color?
    let glass: Glass
    @Environment(\.isEnabled) private var isEnabled
    @Environment(\.borderShape) private var border
    @Environment(\.controlSize) private var size

    var body: some View {
        configuration.label
            .foregroundStyle(text ?? (configuration.role == .destructive ? Color.red : .primary))
            .padding(.horizontal, size.padding.horizontal)
            .padding(.vertical, size.padding.vertical)
            .glassEffect(glass, in: border == .automatic ? AnyShape(Capsule()) : border.shape)
            .opacity(configuration.isPressed ? 0.6 : isEnabled ? 1 : 0.4)
    }
}
