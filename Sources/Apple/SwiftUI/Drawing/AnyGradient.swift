/// A color's gradient: a little brighter above. Source: Apple, AnyGradient.
public struct AnyGradient: PaintStyle, Hashable {
    private let gradient: Gradient

    /// From top to bottom.
    public init(_ gradient: Gradient) { self.gradient = gradient }

    func ownPaint(_ environment: EnvironmentValues) -> Paint { gradient.paint(.linear(.top, .bottom), environment) }
}

extension Color {
    public var gradient: AnyGradient {
        AnyGradient(Gradient(colors: [mix(with: .white, by: 0.2), self]))
    }
}
