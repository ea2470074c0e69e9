/// What a shape is for. Source: Apple, ShapeRole.
public enum ShapeRole: Sendable {
    case fill
    case stroke
    case separator
}

/// An outline that fits into any rectangle. Source: Apple, Shape.
public nonisolated protocol Shape: Sendable, Animatable, View {
    func path(in rect: CGRect) -> Path
    static var role: ShapeRole { get }
    /// Whether it is mirrored where the layout goes from right to left.
    var layoutDirectionBehavior: LayoutDirectionBehavior { get }
    func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize
}

extension Shape {
    public static var role: ShapeRole { .fill }
    public var layoutDirectionBehavior: LayoutDirectionBehavior { .mirrors }
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { proposal.replacingUnspecifiedDimensions() }

    /// The shape, filled with the foreground style.
    @MainActor public var body: some View { PaintedShape(shape: self, style: ForegroundStyle(), stroke: nil) }
}

/// A shape that can be made smaller on all sides. Source: Apple, InsettableShape.
public nonisolated protocol InsettableShape: Shape {
    associatedtype InsetShape: InsettableShape
    func inset(by amount: CGFloat) -> InsetShape
}

/// Source: Apple, Rectangle.
public nonisolated struct Rectangle: InsettableShape {
    public init() {}
    public func path(in rect: CGRect) -> Path { Path(rect) }
    public func inset(by amount: CGFloat) -> some InsettableShape { Inset(shape: self, amount: amount) }
}

/// Source: Apple, RoundedRectangle.
public nonisolated struct RoundedRectangle: InsettableShape {
    public var cornerSize: CGSize
    public var style: RoundedCornerStyle

    public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.cornerSize = cornerSize
        self.style = style
    }
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerSize: cornerSize, style: style) }
    public var animatableData: CGSize.AnimatableData {
        get { cornerSize.animatableData }
        set { cornerSize.animatableData = newValue }
    }

    /// The corners get smaller with the sides, so that the lines are parallel.
    public func inset(by amount: CGFloat) -> some InsettableShape {
        Inset(
            shape: RoundedRectangle(
                cornerSize: CGSize(
                    width: max(0, cornerSize.width - amount), height: max(0, cornerSize.height - amount)),
                style: style), amount: amount)
    }
}

/// The radii of four corners. Source: Apple, RectangleCornerRadii.
public struct RectangleCornerRadii: Equatable, Sendable {
    public var topLeading: CGFloat
    public var bottomLeading: CGFloat
    public var bottomTrailing: CGFloat
    public var topTrailing: CGFloat

    public init(
        topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0
    ) {
        self.topLeading = topLeading
        self.bottomLeading = bottomLeading
        self.bottomTrailing = bottomTrailing
        self.topTrailing = topTrailing
    }
}

/// Source: Apple, UnevenRoundedRectangle.
public nonisolated struct UnevenRoundedRectangle: InsettableShape {
    public var cornerRadii: RectangleCornerRadii
    public var style: RoundedCornerStyle

    public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        self.cornerRadii = cornerRadii
        self.style = style
    }
    public init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
    ) {
        self.init(
            cornerRadii: RectangleCornerRadii(
                topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius,
                bottomTrailing: bottomTrailingRadius, topTrailing: topTrailingRadius), style: style)
    }

    public func path(in rect: CGRect) -> Path {
        let limit = min(rect.width, rect.height) / 2
        let radii = cornerRadii
        func radius(_ value: CGFloat) -> CGFloat { min(max(0, value), limit) }
        return Path { path in
            path.move(to: CGPoint(x: rect.midX, y: rect.minY))
            let (right, bottom) = (CGPoint(x: rect.maxX, y: rect.midY), CGPoint(x: rect.midX, y: rect.maxY))
            let (left, top) = (CGPoint(x: rect.minX, y: rect.midY), CGPoint(x: rect.midX, y: rect.minY))
            path.addArc(
                tangent1End: CGPoint(x: rect.maxX, y: rect.minY), tangent2End: right, radius: radius(radii.topTrailing))
            path.addArc(
                tangent1End: CGPoint(x: rect.maxX, y: rect.maxY), tangent2End: bottom,
                radius: radius(radii.bottomTrailing))
            path.addArc(
                tangent1End: CGPoint(x: rect.minX, y: rect.maxY), tangent2End: left, radius: radius(radii.bottomLeading)
            )
            path.addArc(
                tangent1End: CGPoint(x: rect.minX, y: rect.minY), tangent2End: top, radius: radius(radii.topLeading))
            path.closeSubpath()
        }
    }

    public func inset(by amount: CGFloat) -> some InsettableShape { Inset(shape: self, amount: amount) }
}

/// Source: Apple, Circle.
public nonisolated struct Circle: InsettableShape {
    public init() {}

    private func square(in rect: CGRect) -> CGRect {
        let side = min(rect.width, rect.height)
        return CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side)
    }

    public func path(in rect: CGRect) -> Path { Path(ellipseIn: square(in: rect)) }

    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        let size = proposal.replacingUnspecifiedDimensions()
        let side = min(proposal.width == nil ? .infinity : size.width, proposal.height == nil ? .infinity : size.height)
        return side.isFinite || proposal.width != nil || proposal.height != nil
            ? CGSize(width: side, height: side) : CGSize(width: 10, height: 10)
    }

    public func inset(by amount: CGFloat) -> some InsettableShape { Inset(shape: self, amount: amount) }
}

/// Source: Apple, Ellipse.
public nonisolated struct Ellipse: InsettableShape {
    public init() {}
    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
    public func inset(by amount: CGFloat) -> some InsettableShape { Inset(shape: self, amount: amount) }
}

/// Source: Apple, Capsule.
public nonisolated struct Capsule: InsettableShape {
    public var style: RoundedCornerStyle
    public init(style: RoundedCornerStyle = .continuous) { self.style = style }
    public func path(in rect: CGRect) -> Path {
        Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2, style: style)
    }
    public func inset(by amount: CGFloat) -> some InsettableShape { Inset(shape: self, amount: amount) }
}

/// A shape of any type. Source: Apple, AnyShape.
public nonisolated struct AnyShape: Shape {
    private let shape: any Shape
    public init<S: Shape>(_ shape: S) { self.shape = shape }
    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }
    public var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { shape.sizeThatFits(proposal) }
}

private nonisolated struct Inset<Base: Shape>: InsettableShape {
    var shape: Base
    var amount: CGFloat

    func path(in rect: CGRect) -> Path {
        let inner = rect.insetBy(dx: amount, dy: amount)
        return inner.isNull ? Path() : shape.path(in: inner)
    }
    var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }
    func inset(by amount: CGFloat) -> Inset { Inset(shape: shape, amount: self.amount + amount) }
    var animatableData: AnimatablePair<Base.AnimatableData, CGFloat> {
        get { AnimatablePair(shape.animatableData, amount) }
        set { (shape.animatableData, amount) = (newValue.first, newValue.second) }
    }
}

private nonisolated struct Trimmed<Base: Shape>: Shape {
    var shape: Base
    var start: CGFloat
    var end: CGFloat

    func path(in rect: CGRect) -> Path { shape.path(in: rect).trimmedPath(from: start, to: end) }
    var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }
    var animatableData: AnimatablePair<Base.AnimatableData, AnimatablePair<CGFloat, CGFloat>> {
        get { AnimatablePair(shape.animatableData, AnimatablePair(start, end)) }
        set {
            shape.animatableData = newValue.first
            (start, end) = (newValue.second.first, newValue.second.second)
        }
    }
}

private nonisolated struct Moved<Base: Shape>: Shape {
    var shape: Base
    /// For a rectangle: rotations and scales are around a point in it.
    let transform: @Sendable (CGRect) -> CGAffineTransform

    func path(in rect: CGRect) -> Path { shape.path(in: rect).applying(transform(rect)) }
    var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }
    var animatableData: Base.AnimatableData {
        get { shape.animatableData }
        set { shape.animatableData = newValue }
    }
}

private nonisolated struct Stroked<Base: Shape>: Shape {
    var shape: Base
    let style: StrokeStyle

    func path(in rect: CGRect) -> Path { shape.path(in: rect).strokedPath(style) }
    var layoutDirectionBehavior: LayoutDirectionBehavior { shape.layoutDirectionBehavior }
    var animatableData: Base.AnimatableData {
        get { shape.animatableData }
        set { shape.animatableData = newValue }
    }
}

extension Shape {
    /// The part between two fractions of the outline.
    public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape {
        Trimmed(shape: self, start: startFraction, end: endFraction)
    }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some Shape {
        Moved(shape: self) { _ in CGAffineTransform(translationX: x, y: y) }
    }
    public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> some Shape {
        Moved(shape: self) { Effect.rotation(angle, anchor, $0.size) }
    }
    public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> some Shape {
        Moved(shape: self) { Effect.scale(scale, scale, anchor, $0.size) }
    }
    public func stroke(style: StrokeStyle) -> some Shape { Stroked(shape: self, style: style) }
    public func stroke(lineWidth: CGFloat = 1) -> some Shape { stroke(style: StrokeStyle(lineWidth: lineWidth)) }

    public func fill<S: ShapeStyle>(
        _ content: S, style: FillStyle = FillStyle()
    ) -> FillShapeView<Self, S, EmptyView> {
        FillShapeView(shape: self, style: content, fillStyle: style, background: EmptyView())
    }
    public func fill(style: FillStyle = FillStyle()) -> FillShapeView<Self, ForegroundStyle, EmptyView> {
        fill(ForegroundStyle(), style: style)
    }
    public func stroke<S: ShapeStyle>(
        _ content: S, style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeShapeView<Self, S, EmptyView> {
        StrokeShapeView(
            shape: self, style: content, strokeStyle: style, isAntialiased: antialiased, background: EmptyView())
    }
    public func stroke<S: ShapeStyle>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeShapeView<Self, S, EmptyView> {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased)
    }
}

extension InsettableShape {
    /// Draws the line inside of the shape.
    public func strokeBorder<S: ShapeStyle>(
        _ content: S, style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Self, S, EmptyView> {
        StrokeBorderShapeView(
            shape: self, style: content, strokeStyle: style, isAntialiased: antialiased, background: EmptyView())
    }
    public func strokeBorder<S: ShapeStyle>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Self, S, EmptyView> {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased)
    }
    public func strokeBorder(
        lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Self, ForegroundStyle, EmptyView> {
        strokeBorder(ForegroundStyle(), lineWidth: lineWidth, antialiased: antialiased)
    }
    public func strokeBorder(
        style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Self, ForegroundStyle, EmptyView> {
        strokeBorder(ForegroundStyle(), style: style, antialiased: antialiased)
    }
}

extension Shape where Self == Rectangle { public static var rect: Rectangle { Rectangle() } }
extension Shape where Self == Circle { public static var circle: Circle { Circle() } }
extension Shape where Self == Capsule { public static var capsule: Capsule { Capsule() } }
extension Shape where Self == Ellipse { public static var ellipse: Ellipse { Ellipse() } }
extension Shape where Self == RoundedRectangle {
    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

/// How the inside of a path is found. Source: Apple, FillStyle.
public struct FillStyle: Equatable, Sendable {
    public var isEOFilled: Bool
    public var isAntialiased: Bool
    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}

/// A shape that is drawn.
nonisolated struct PaintedShape<S: Shape> {
    var shape: S
    var style: any ShapeStyle
    var stroke: StrokeStyle?
    var isEvenOdd = false
}

@MainActor extension PaintedShape: LeafView, Leaf {
    typealias Body = Never

    func size(_ proposal: ProposedViewSize, _ item: LeafItem) -> CGSize { shape.sizeThatFits(proposal) }
    func makeSurface(_ item: LeafItem) -> Surface? { Surface() }

    func update(_ surface: Surface, _ item: LeafItem) {
        let path = shape.path(in: CGRect(origin: .zero, size: surface.size), item.environment.layoutDirection)
        surface.show(.shape(path, style.paint(item.environment), stroke, isEvenOdd: isEvenOdd))
    }

    func contains(_ point: CGPoint, _ item: LeafItem) -> Bool {
        let inside = CGPoint(x: point.x - item.frame.minX, y: point.y - item.frame.minY)
        let path = shape.path(in: CGRect(origin: .zero, size: item.frame.size), item.environment.layoutDirection)
        return (stroke.map { path.strokedPath($0) } ?? path).contains(inside, eoFill: isEvenOdd)
    }
}

@MainActor extension PaintedShape: AnimatableLeaf {
    func animate(_ state: LeafAnimation, _ item: LeafItem, _ transaction: Transaction) {
        let line = stroke.map { [Double($0.lineWidth)] } ?? []
        state.set(AnimatedNumbers(style.paint(item.environment).numbers + line), transaction)
        state.set(shape, transaction)
    }

    func shown(_ state: LeafAnimation, _ item: LeafItem) -> any Leaf {
        var result = self
        if let numbers = state.now(AnimatedNumbers.self) {
            result.style = style.paint(item.environment).with(numbers)
            if let width = numbers.values.last, stroke != nil { result.stroke?.lineWidth = width }
        }
        if let shape = state.now(S.self) { result.shape = shape }
        return result
    }
}
