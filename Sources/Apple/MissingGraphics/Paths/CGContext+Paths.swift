import Foundation

/// How a path is drawn. Source: Apple, CGPathDrawingMode.
public enum CGPathDrawingMode: Int32, Sendable {
    case fill = 0
    case eoFill = 1
    case stroke = 2
    case fillStroke = 3
    case eoFillStroke = 4
}

extension CGContext {
    // MARK: The current path

    /// Starts a new path.
    public func beginPath() { path.elements.removeAll() }

    public func move(to point: CGPoint) { path.move(to: point, transform: ctm) }

    public func addLine(to point: CGPoint) { path.addLine(to: point, transform: ctm) }

    public func addLines(between points: [CGPoint]) { path.addLines(between: points, transform: ctm) }

    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        path.addCurve(to: end, control1: control1, control2: control2, transform: ctm)
    }

    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        path.addQuadCurve(to: end, control: control, transform: ctm)
    }

    public func addRect(_ rect: CGRect) { path.addRect(rect, transform: ctm) }

    public func addRects(_ rects: [CGRect]) { path.addRects(rects, transform: ctm) }

    public func addEllipse(in rect: CGRect) { path.addEllipse(in: rect, transform: ctm) }

    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        path.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
            transform: ctm)
    }

    public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
        path.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: ctm)
    }

    public func addPath(_ path: CGPath) { self.path.addPath(path, transform: ctm) }

    public func closePath() { path.closeSubpath() }

    public var isPathEmpty: Bool { path.isEmpty }

    public var currentPointOfPath: CGPoint { path.currentPoint.applying(ctm.inverted()) }

    public var boundingBoxOfPath: CGRect { path.boundingBoxOfPath.applying(ctm.inverted()) }

    // MARK: Lines

    public func setLineWidth(_ width: CGFloat) { state.line.width = width }

    public func setLineCap(_ cap: CGLineCap) { state.line.cap = cap }

    public func setLineJoin(_ join: CGLineJoin) { state.line.join = join }

    public func setMiterLimit(_ limit: CGFloat) { state.line.miterLimit = limit }

    /// Lengths that are drawn and left out in turn; none for a whole line.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.line.dash = lengths
        state.line.dashPhase = phase
    }

    public func setFillColor(_ color: CGColor) { state.fill = Self.premultiplied(color.rgba) }

    public func setStrokeColor(_ color: CGColor) { state.stroke = Self.premultiplied(color.rgba) }

    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        state.stroke = Self.premultiplied(SIMD4(red, green, blue, alpha))
    }

    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
        setStrokeColor(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    // MARK: Drawing

    /// Fills the current path, and starts a new one.
    public func fillPath(using rule: CGPathFillRule = .winding) {
        drawPath(using: rule == .winding ? .fill : .eoFill)
    }

    /// Draws along the current path, and starts a new one.
    public func strokePath() { drawPath(using: .stroke) }

    /// Draws the current path, and starts a new one.
    public func drawPath(using mode: CGPathDrawingMode) {
        if mode != .stroke {
            let isEvenOdd = mode == .eoFill || mode == .eoFillStroke
            withShadow { context in
                let path = FlatPath(context.path.elements, tolerance: 0.1)
                context.paint(context.coverage(path, isEvenOdd ? .evenOdd : .winding), context.state.fill)
            }
        }
        if mode != .fill, mode != .eoFill { withShadow { $0.paint($0.strokeCoverage, $0.state.stroke) } }
        beginPath()
    }

    public func fillEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        fillPath()
    }

    public func strokeEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        strokePath()
    }

    public func stroke(_ rect: CGRect) {
        beginPath()
        addRect(rect)
        strokePath()
    }

    public func stroke(_ rect: CGRect, width: CGFloat) {
        let line = state.line
        state.line.width = width
        stroke(rect)
        state.line = line
    }

    /// Draws lines from each odd point to the next one.
    public func strokeLineSegments(between points: [CGPoint]) {
        beginPath()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            move(to: points[index])
            addLine(to: points[index + 1])
        }
        strokePath()
    }

    // MARK: Clipping

    /// From now on draws only inside of the current path, and starts a new one.
    public func clip(using rule: CGPathFillRule = .winding) {
        state.clip = coverage(FlatPath(path.elements, tolerance: 0.1), rule).intersected(with: state.clip)
        beginPath()
    }

    public func clip(to rect: CGRect) {
        beginPath()
        addRect(rect)
        clip()
    }

    public func clip(to rects: [CGRect]) {
        beginPath()
        addRects(rects)
        clip()
    }

    private func coverage(_ path: FlatPath, _ rule: CGPathFillRule) -> Coverage {
        Coverage(path, rule, columns: width, rows: height)
    }

    /// The pen has its width in the program's coordinates, the path is in pixels.
    private var strokeCoverage: Coverage {
        let back = ctm.inverted()
        let tolerance = 0.1 / max(1e-6, hypot(ctm.a, ctm.b))
        let outline = FlatPath(path.elements.map { $0.applying(back) }, tolerance: tolerance).stroked(state.line)
        // A transform that mirrors turns all polygons over, which the winding rule does not mind.
        return coverage(FlatPath(outline.elements.map { $0.applying(ctm) }, tolerance: 0.1), .winding)
    }
}
