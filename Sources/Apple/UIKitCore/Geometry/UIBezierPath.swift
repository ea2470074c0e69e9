import Foundation

/// Lines and curves, and how they are drawn. Source: Apple, UIBezierPath.
open class UIBezierPath: NSObject {
    private var path = CGMutablePath()
    private var dash: (lengths: [CGFloat], phase: CGFloat) = ([], 0)

    open var lineWidth: CGFloat = 1
    open var lineCapStyle = CGLineCap.butt
    open var lineJoinStyle = CGLineJoin.miter
    open var miterLimit: CGFloat = 10
    open var usesEvenOddFillRule = false

    public override init() {}

    public convenience init(rect: CGRect) {
        self.init()
        path.addRect(rect)
    }

    public convenience init(ovalIn rect: CGRect) {
        self.init()
        path.addEllipse(in: rect)
    }

    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init()
        path.addRoundedRect(in: rect, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
    }

    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init()
        let (w, h) = (min(cornerRadii.width, rect.width / 2), min(cornerRadii.height, rect.height / 2))
        func corner(_ corner: UIRectCorner, _ place: CGPoint, from: CGSize, to: CGSize) {
            let isRound = corners.contains(corner) && w > 0 && h > 0
            let (one, two) = isRound ? (from, to) : (.zero, .zero)
            let start = CGPoint(x: place.x + one.width, y: place.y + one.height)
            if path.isEmpty { path.move(to: start) } else { path.addLine(to: start) }
            guard isRound else { return }
            // The usual approximation of a quarter of a circle.
            let reach: CGFloat = 0.447715
            path.addCurve(
                to: CGPoint(x: place.x + two.width, y: place.y + two.height),
                control1: CGPoint(x: place.x + one.width * reach, y: place.y + one.height * reach),
                control2: CGPoint(x: place.x + two.width * reach, y: place.y + two.height * reach))
        }
        let (across, down) = (CGSize(width: w, height: 0), CGSize(width: 0, height: h))
        let (back, up) = (CGSize(width: -w, height: 0), CGSize(width: 0, height: -h))
        corner(.topLeft, CGPoint(x: rect.minX, y: rect.minY), from: down, to: across)
        corner(.topRight, CGPoint(x: rect.maxX, y: rect.minY), from: back, to: down)
        corner(.bottomRight, CGPoint(x: rect.maxX, y: rect.maxY), from: up, to: back)
        corner(.bottomLeft, CGPoint(x: rect.minX, y: rect.maxY), from: across, to: up)
        path.closeSubpath()
    }

    /// - `startAngle`: in radians, from the right.
    /// - `clockwise`: as it is seen on the screen.
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    public convenience init(cgPath CGPath: CGPath) {
        self.init()
        path.addPath(CGPath)
    }

    /// A copy.
    open var cgPath: CGPath {
        get { path.copy() ?? path }
        set {
            path = CGMutablePath()
            path.addPath(newValue)
        }
    }

    // MARK: Building

    open func move(to point: CGPoint) { path.move(to: point) }

    open func addLine(to point: CGPoint) { path.addLine(to: point) }

    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }

    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        path.addQuadCurve(to: endPoint, control: controlPoint)
    }

    /// - `clockwise`: as it is seen on the screen.
    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        // Graphics count as if y pointed up.
        path.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    }

    open func close() { path.closeSubpath() }

    open func removeAllPoints() { path = CGMutablePath() }

    open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.path) }

    open func apply(_ transform: CGAffineTransform) {
        let changed = CGMutablePath()
        changed.addPath(path, transform: transform)
        path = changed
    }

    /// The same lines from their ends to their starts: each part for itself, the parts in their order.
    ///
    /// Inside another path, the reversed one becomes a hole.
    open func reversing() -> UIBezierPath {
        let new = UIBezierPath(cgPath: path.reversed())
        (new.lineWidth, new.lineCapStyle, new.lineJoinStyle) = (lineWidth, lineCapStyle, lineJoinStyle)
        (new.miterLimit, new.usesEvenOddFillRule, new.dash) = (miterLimit, usesEvenOddFillRule, dash)
        return new
    }

    // MARK: Questions

    open var isEmpty: Bool { path.isEmpty }
    open var bounds: CGRect { path.boundingBoxOfPath }
    open var currentPoint: CGPoint { path.currentPoint }

    /// Whether a point is in the area that ``fill()`` fills.
    open func contains(_ point: CGPoint) -> Bool {
        path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
    }

    // MARK: Drawing

    /// Lengths that are drawn and left out in turn.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        dash = (pattern.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? [], phase)
    }

    /// Fills it in the current context with its fill color.
    open func fill() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.beginPath()
        context.addPath(path)
        context.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding)
    }

    /// Draws along it in the current context with its stroke color.
    open func stroke() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.setLineWidth(lineWidth)
        context.setLineCap(lineCapStyle)
        context.setLineJoin(lineJoinStyle)
        context.setMiterLimit(miterLimit)
        context.setLineDash(phase: dash.phase, lengths: dash.lengths)
        context.beginPath()
        context.addPath(path)
        context.strokePath()
        context.restoreGState()
    }

    /// From now on the current context draws only inside of it.
    open func addClip() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.beginPath()
        context.addPath(path)
        context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
    }
}
