/// What shapes, texts and symbols are drawn with. Source: Apple, ShapeStyle.
public protocol ShapeStyle: Sendable {
    associatedtype Resolved: ShapeStyle = Never
    /// The style in an environment.
    func resolve(in environment: EnvironmentValues) -> Resolved
}

extension Never: ShapeStyle {
    public func resolve(in environment: EnvironmentValues) -> Never { fatalError("there is no such style") }
}

extension ShapeStyle where Resolved == Never {
    public func resolve(in environment: EnvironmentValues) -> Never {
        fatalError("\(Self.self) is resolved by SwiftUI")
    }
}

/// What is put on the screen.
enum Paint: Hashable, Sendable {
    case color(Color.Resolved)
    case gradient(GradientPaint)

    /// One color, for what cannot be drawn with a gradient.
    var color: Color.Resolved {
        switch self {
        case .color(let color): color
        case .gradient(let gradient): gradient.stops.first?.color ?? Color.Resolved(red: 0, green: 0, blue: 0)
        }
    }

    var numbers: [Double] {
        switch self {
        case .color(let color): color.numbers
        case .gradient(let gradient): gradient.stops.flatMap(\.color.numbers)
        }
    }

    func with(_ numbers: AnimatedNumbers) -> Paint {
        switch self {
        case .color: return numbers.values.count >= 4 ? .color(.init(numbers: numbers.values[..<4])) : self
        case .gradient(var gradient):
            for index in gradient.stops.indices where numbers.values.count >= 4 * index + 4 {
                gradient.stops[index].color = .init(numbers: numbers.values[(4 * index)..<(4 * index + 4)])
            }
            return .gradient(gradient)
        }
    }

    func faded(_ opacity: Double) -> Paint {
        switch self {
        case .color(var color):
            color.opacity *= Float(opacity)
            return .color(color)
        case .gradient(var gradient):
            for index in gradient.stops.indices { gradient.stops[index].color.opacity *= Float(opacity) }
            return .gradient(gradient)
        }
    }
}

struct GradientPaint: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case linear(UnitPoint, UnitPoint)
        case radial(UnitPoint, from: CGFloat, to: CGFloat)
        case angular(UnitPoint, from: Angle, to: Angle)
    }
    struct Stop: Hashable, Sendable {
        var color: Color.Resolved
        var location: CGFloat
    }
    let kind: Kind
    var stops: [Stop]
}

/// A style that knows its paint.
protocol PaintStyle: ShapeStyle {
    func ownPaint(_ environment: EnvironmentValues) -> Paint
}

extension ShapeStyle {
    func paint(_ environment: EnvironmentValues) -> Paint {
        if let style = self as? any PaintStyle { return style.ownPaint(environment) }
        return resolve(in: environment).paint(environment)
    }
}

extension Paint: PaintStyle {
    func ownPaint(_ environment: EnvironmentValues) -> Paint { self }
}

extension Color: PaintStyle {
    func ownPaint(_ environment: EnvironmentValues) -> Paint { .color(resolve(in: environment)) }
}

extension Color.Resolved: PaintStyle {
    func ownPaint(_ environment: EnvironmentValues) -> Paint { .color(self) }
}

/// The style of the views around. Source: Apple, ForegroundStyle.
public struct ForegroundStyle: PaintStyle {
    public init() {}
    func ownPaint(_ environment: EnvironmentValues) -> Paint {
        environment.foreground.paint(environment)
    }
}

/// The screen's background. Source: Apple, BackgroundStyle.
public struct BackgroundStyle: PaintStyle {
    public init() {}
    func ownPaint(_ environment: EnvironmentValues) -> Paint { Color.screen.paint(environment) }
}

/// The tint of the views around. Source: Apple, TintShapeStyle.
public struct TintShapeStyle: PaintStyle {
    public init() {}
    func ownPaint(_ environment: EnvironmentValues) -> Paint { Color.accentColor.paint(environment) }
}

/// What shapes that lie over others are filled with, such as the track of a slider. Source: Apple, FillShapeStyle.
public struct FillShapeStyle: PaintStyle {
    public init() {}
    func ownPaint(_ environment: EnvironmentValues) -> Paint {
        let opacity = environment.colorScheme == .dark ? 0.36 : 0.2
        return .color(Color.Resolved(space: .sRGB, 120 / 255, 120 / 255, 128 / 255, opacity))
    }
}

/// A level of the foreground style: the further from it, the fainter. Source: Apple, HierarchicalShapeStyle.
public struct HierarchicalShapeStyle: PaintStyle {
    let opacity: Double
    public static let primary = HierarchicalShapeStyle(opacity: 1)
    public static let secondary = HierarchicalShapeStyle(opacity: 0.5)
    public static let tertiary = HierarchicalShapeStyle(opacity: 0.25)
    public static let quaternary = HierarchicalShapeStyle(opacity: 0.18)

    func ownPaint(_ environment: EnvironmentValues) -> Paint {
        environment.foreground.paint(environment).faded(opacity)
    }
}

/// A style, made fainter.
private struct OpacityShapeStyle<Style: ShapeStyle>: PaintStyle {
    let style: Style
    let opacity: Double
    func ownPaint(_ environment: EnvironmentValues) -> Paint { style.paint(environment).faded(opacity) }
}

/// A style of any type. Source: Apple, AnyShapeStyle.
public struct AnyShapeStyle: PaintStyle {
    private let style: any ShapeStyle
    public init<S: ShapeStyle>(_ style: S) { self.style = style }
    func ownPaint(_ environment: EnvironmentValues) -> Paint { style.paint(environment) }
}

/// A plain surface that hides part of what is behind it. Source: Apple, Material.
///
/// Linux: what is behind shines through, but is not blurred.
public struct Material: PaintStyle {
    let opacity: Double
    public static let ultraThin = Material(opacity: 0.45)
    public static let thin = Material(opacity: 0.6)
    public static let regular = Material(opacity: 0.75)
    public static let thick = Material(opacity: 0.87)
    public static let ultraThick = Material(opacity: 0.94)
    public static let bar = Material(opacity: 0.9)

    func ownPaint(_ environment: EnvironmentValues) -> Paint {
        let shade = environment.colorScheme == .dark ? 0.13 : 0.97
        return .color(Color.Resolved(space: .sRGB, shade, shade, shade, opacity))
    }
}

/// Colors with places between 0 and 1. Source: Apple, Gradient.
public struct Gradient: Hashable, Sendable {
    /// Source: Apple, Gradient.Stop.
    public struct Stop: Hashable, Sendable {
        public var color: Color
        public var location: CGFloat
        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }
    public var stops: [Stop]

    public init(stops: [Stop]) { self.stops = stops }
    public init(colors: [Color]) {
        let last = CGFloat(max(1, colors.count - 1))
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
    }

    func paint(_ kind: GradientPaint.Kind, _ environment: EnvironmentValues) -> Paint {
        .gradient(
            GradientPaint(
                kind: kind,
                stops: stops.map { .init(color: $0.color.resolve(in: environment), location: $0.location) }))
    }
}

/// Source: Apple, LinearGradient.
public nonisolated struct LinearGradient: PaintStyle {
    let gradient: Gradient
    let start: UnitPoint
    let end: UnitPoint

    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        (self.gradient, start, end) = (gradient, startPoint, endPoint)
    }
    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(colors: colors), startPoint: startPoint, endPoint: endPoint)
    }
    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        self.init(gradient: Gradient(stops: stops), startPoint: startPoint, endPoint: endPoint)
    }
    func ownPaint(_ environment: EnvironmentValues) -> Paint { gradient.paint(.linear(start, end), environment) }
}

/// Source: Apple, RadialGradient.
public nonisolated struct RadialGradient: PaintStyle {
    let gradient: Gradient
    let center: UnitPoint
    let radii: ClosedRange<CGFloat>

    public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        (self.gradient, self.center) = (gradient, center)
        radii = min(startRadius, endRadius)...max(startRadius, endRadius)
    }
    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        self.init(gradient: Gradient(colors: colors), center: center, startRadius: startRadius, endRadius: endRadius)
    }
    func ownPaint(_ environment: EnvironmentValues) -> Paint {
        gradient.paint(.radial(center, from: radii.lowerBound, to: radii.upperBound), environment)
    }
}

/// Source: Apple, AngularGradient.
public nonisolated struct AngularGradient: PaintStyle {
    let gradient: Gradient
    let center: UnitPoint
    let angles: (Angle, Angle)

    public init(gradient: Gradient, center: UnitPoint, startAngle: Angle = .zero, endAngle: Angle = .degrees(360)) {
        (self.gradient, self.center, angles) = (gradient, center, (startAngle, endAngle))
    }
    public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {
        self.init(gradient: gradient, center: center, startAngle: angle, endAngle: angle + .degrees(360))
    }
    public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
        self.init(gradient: Gradient(colors: colors), center: center, startAngle: startAngle, endAngle: endAngle)
    }
    public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {
        self.init(gradient: Gradient(colors: colors), center: center, angle: angle)
    }
    func ownPaint(_ environment: EnvironmentValues) -> Paint {
        gradient.paint(.angular(center, from: angles.0, to: angles.1), environment)
    }
}

/// A style that is also a view fills its rectangle.
extension ShapeStyle where Self: View {
    @MainActor public var body: some View { Rectangle().fill(self) }
}
extension LinearGradient: View {}
extension RadialGradient: View {}
extension AngularGradient: View {}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color.red }
    public static var orange: Color { Color.orange }
    public static var yellow: Color { Color.yellow }
    public static var green: Color { Color.green }
    public static var mint: Color { Color.mint }
    public static var teal: Color { Color.teal }
    public static var cyan: Color { Color.cyan }
    public static var blue: Color { Color.blue }
    public static var indigo: Color { Color.indigo }
    public static var purple: Color { Color.purple }
    public static var pink: Color { Color.pink }
    public static var brown: Color { Color.brown }
    public static var gray: Color { Color.gray }
    public static var white: Color { Color.white }
    public static var black: Color { Color.black }
    public static var clear: Color { Color.clear }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .init(opacity: 1) }
    public static var secondary: HierarchicalShapeStyle { .init(opacity: 0.5) }
    public static var tertiary: HierarchicalShapeStyle { .init(opacity: 0.25) }
    public static var quaternary: HierarchicalShapeStyle { .init(opacity: 0.18) }
}

extension ShapeStyle where Self == ForegroundStyle { public static var foreground: ForegroundStyle { .init() } }
extension ShapeStyle where Self == BackgroundStyle { public static var background: BackgroundStyle { .init() } }
extension ShapeStyle where Self == TintShapeStyle { public static var tint: TintShapeStyle { .init() } }
extension ShapeStyle where Self == FillShapeStyle { public static var fill: FillShapeStyle { .init() } }
extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Material { .ultraThin }
    public static var thinMaterial: Material { .thin }
    public static var regularMaterial: Material { .regular }
    public static var thickMaterial: Material { .thick }
    public static var ultraThickMaterial: Material { .ultraThick }
    public static var bar: Material { .bar }
}

extension ShapeStyle {
    public func opacity(_ opacity: Double) -> some ShapeStyle { OpacityShapeStyle(style: self, opacity: opacity) }
}

extension EnvironmentValues {
    private struct Foreground: EnvironmentKey { static let defaultValue: any ShapeStyle = Color.primary }

    /// What texts, symbols and shapes that name no style are drawn with.
    var foreground: any ShapeStyle {
        get { self[Foreground.self] }
        set { self[Foreground.self] = newValue }
    }
}

extension View {
    public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        modified(
            EnvironmentChange { values in
                // The levels of a style are those of the style around it.
                values.foreground = style is HierarchicalShapeStyle ? style.paint(values) : style
                values.secondForeground = nil
            })
    }
    public nonisolated func foregroundColor(_ color: Color?) -> some View {
        modified(EnvironmentChange { if let color { $0.foreground = color } })
    }
    public nonisolated func tint(_ tint: Color?) -> some View { modified(EnvironmentChange { $0.tintColor = tint }) }
    public nonisolated func accentColor(_ accentColor: Color?) -> some View { tint(accentColor) }

    public nonisolated func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all)
        -> some View
    {
        modified(
            Secondary(
                view: Rectangle().fill(style), alignment: .center, isBehind: true, ignoresSafeArea: edges))
    }
    public nonisolated func background<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    )
        -> some View
    { modified(Secondary(view: shape.fill(style, style: fillStyle), alignment: .center, isBehind: true)) }
    public nonisolated func background<T: Shape>(in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
        background(BackgroundStyle(), in: shape, fillStyle: fillStyle)
    }
    public nonisolated func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View
    {
        modified(
            Secondary(
                view: Rectangle().fill(style), alignment: .center, isBehind: false, ignoresSafeArea: edges))
    }
    public nonisolated func overlay<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    )
        -> some View
    { modified(Secondary(view: shape.fill(style, style: fillStyle), alignment: .center, isBehind: false)) }
    public nonisolated func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
        overlay { Rectangle().strokeBorder(content, lineWidth: width) }
    }
}
