/// A shape that is drawn, and may be drawn again: `Circle().fill(.red).stroke(.white)`. Source: Apple, ShapeView.
public nonisolated protocol ShapeView<Content>: View {
    associatedtype Content: Shape
    nonisolated var shape: Content { get }
}

/// A filled shape. Source: Apple, FillShapeView.
public nonisolated struct FillShapeView<Content: Shape, Style: ShapeStyle, Background: View>: ShapeView {
    public var shape: Content
    public var style: Style
    public var fillStyle: FillStyle
    /// What was drawn before.
    public var background: Background

    public init(shape: Content, style: Style, fillStyle: FillStyle, background: Background) {
        (self.shape, self.style, self.fillStyle, self.background) = (shape, style, fillStyle, background)
    }

    @MainActor @ViewBuilder public var body: some View {
        PaintedShape(shape: shape, style: style, isEvenOdd: fillStyle.isEOFilled).over(background)
    }
}

/// The outline of a shape. Source: Apple, StrokeShapeView.
public nonisolated struct StrokeShapeView<Content: Shape, Style: ShapeStyle, Background: View>: ShapeView {
    public var shape: Content
    public var style: Style
    public var strokeStyle: StrokeStyle
    /// Linux: lines are smooth in any case.
    public var isAntialiased: Bool
    /// What was drawn before.
    public var background: Background

    public init(shape: Content, style: Style, strokeStyle: StrokeStyle, isAntialiased: Bool, background: Background) {
        (self.shape, self.style, self.strokeStyle) = (shape, style, strokeStyle)
        (self.isAntialiased, self.background) = (isAntialiased, background)
    }

    @MainActor @ViewBuilder public var body: some View {
        PaintedShape(shape: shape, style: style, stroke: strokeStyle).over(background)
    }
}

/// A line inside of a shape. Source: Apple, StrokeBorderShapeView.
public nonisolated struct StrokeBorderShapeView<Content: InsettableShape, Style: ShapeStyle, Background: View>:
    ShapeView
{
    public var shape: Content
    public var style: Style
    public var strokeStyle: StrokeStyle
    /// Linux: lines are smooth in any case.
    public var isAntialiased: Bool
    /// What was drawn before.
    public var background: Background

    public init(shape: Content, style: Style, strokeStyle: StrokeStyle, isAntialiased: Bool, background: Background) {
        (self.shape, self.style, self.strokeStyle) = (shape, style, strokeStyle)
        (self.isAntialiased, self.background) = (isAntialiased, background)
    }

    @MainActor @ViewBuilder public var body: some View {
        PaintedShape(shape: shape.inset(by: strokeStyle.lineWidth / 2), style: style, stroke: strokeStyle)
            .over(background)
    }
}

extension View {
    @MainActor @ViewBuilder fileprivate func over<Background: View>(_ background: Background) -> some View {
        if Background.self == EmptyView.self { self } else { self.background { background } }
    }
}

extension ShapeView {
    public nonisolated func fill<S: ShapeStyle>(
        _ content: S, style: FillStyle = FillStyle()
    ) -> FillShapeView<Content, S, Self> {
        FillShapeView(shape: shape, style: content, fillStyle: style, background: self)
    }

    public nonisolated func stroke<S: ShapeStyle>(
        _ content: S, style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeShapeView<Content, S, Self> {
        StrokeShapeView(
            shape: shape, style: content, strokeStyle: style, isAntialiased: antialiased, background: self)
    }

    public nonisolated func stroke<S: ShapeStyle>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeShapeView<Content, S, Self> {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased)
    }
}

extension ShapeView where Content: InsettableShape {
    public nonisolated func strokeBorder<S: ShapeStyle>(
        _ content: S, style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Content, S, Self> {
        StrokeBorderShapeView(
            shape: shape, style: content, strokeStyle: style, isAntialiased: antialiased, background: self)
    }

    public nonisolated func strokeBorder<S: ShapeStyle>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeBorderShapeView<Content, S, Self> {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth), antialiased: antialiased)
    }
}
