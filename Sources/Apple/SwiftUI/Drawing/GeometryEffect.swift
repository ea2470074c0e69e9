import QuartzCore

/// Moves, turns and stretches a view where it is drawn; the layout stays as it is. Source: Apple, GeometryEffect.
///
/// It is animated by its `animatableData`.
public nonisolated protocol GeometryEffect: Animatable, ViewModifier where Body == Never {
    /// The change of coordinates of a view of a size, around its top left corner.
    nonisolated func effectValue(size: CGSize) -> ProjectionTransform
}

extension GeometryEffect {
    /// Linux: the same effect, as effects never change the layout.
    public nonisolated func ignoredByLayout() -> _IgnoredByLayoutEffect<Self> { _IgnoredByLayoutEffect(base: self) }
}

extension ViewModifier where Body == Never {
    /// An effect has no body.
    public func body(content: Content) -> Never { fatalError("\(Self.self) is not made of other views") }
}

/// Source: Apple, GeometryEffect.ignoredByLayout().
public nonisolated struct _IgnoredByLayoutEffect<Base: GeometryEffect>: GeometryEffect {
    public typealias Body = Never
    var base: Base

    public var animatableData: Base.AnimatableData {
        get { base.animatableData }
        set { base.animatableData = newValue }
    }

    public func effectValue(size: CGSize) -> ProjectionTransform { base.effectValue(size: size) }
}

/// A modifier whose numbers are animated. Source: Apple, AnimatableModifier.
@MainActor @preconcurrency public protocol AnimatableModifier: Animatable, ViewModifier {}

/// The change of coordinates, already on its way if it is animated.
private struct Projection: EffectChange {
    let value: (CGSize) -> ProjectionTransform

    private func transform(_ size: CGSize) -> CGAffineTransform? {
        value(size).affine(near: CGPoint(x: size.width / 2, y: size.height / 2))
    }

    func apply(_ surface: Surface, _ environment: EnvironmentValues) {
        surface.setTransform(transform(surface.size) ?? CGAffineTransform(scaleX: 0, y: 0))
    }
    func contains(_ point: CGPoint, _ size: CGSize, _ environment: EnvironmentValues) -> Bool { transform(size) != nil }
    func original(_ point: CGPoint, _ size: CGSize) -> CGPoint {
        transform(size).map { point.applying($0.inverted()) } ?? point
    }
}

/// An affine change whose numbers are animated.
private struct AffineTransform: EffectChange {
    var transform: CGAffineTransform
    var animatableData: AnimatedNumbers {
        get {
            AnimatedNumbers([transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty])
        }
        set {
            transform = CGAffineTransform(
                a: newValue[0], b: newValue[1], c: newValue[2], d: newValue[3], tx: newValue[4], ty: newValue[5])
        }
    }

    private var isSeen: Bool { abs(transform.a * transform.d - transform.b * transform.c) > 1e-9 }

    func apply(_ surface: Surface, _ environment: EnvironmentValues) { surface.setTransform(transform) }
    func contains(_ point: CGPoint, _ size: CGSize, _ environment: EnvironmentValues) -> Bool { isSeen }
    func original(_ point: CGPoint, _ size: CGSize) -> CGPoint {
        isSeen ? point.applying(transform.inverted()) : point
    }
}

extension GeometryEffect {
    /// The view with the effect as it is now.
    func applied(to content: any View) -> any View {
        func applied(_ content: some View) -> any View {
            content.modified(Projection { effectValue(size: $0) })
        }
        return applied(content)
    }
}

extension View {
    /// Draws the view with other coordinates, around its top left corner.
    ///
    /// Linux: the perspective is that of the view's center; edges stay parallel.
    public nonisolated func projectionEffect(_ transform: ProjectionTransform) -> some View {
        modified(Projection { _ in transform })
    }

    /// Draws the view with other coordinates, around its top left corner.
    public nonisolated func transformEffect(_ transform: CGAffineTransform) -> some View {
        modified(AffineTransform(transform: transform))
    }
}
