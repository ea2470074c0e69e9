import Foundation

/// A path that grows. Source: Apple, CGMutablePath.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    public init() { super.init([]) }

    override init(_ elements: [PathElement]) { super.init(elements) }

    static func made(
        _ transform: UnsafePointer<CGAffineTransform>?, _ body: (CGMutablePath) -> Void
    ) -> [PathElement] {
        let path = CGMutablePath()
        body(path)
        guard let transform = transform?.pointee else { return path.elements }
        return path.elements.map { $0.applying(transform) }
    }

    private func add(_ new: [PathElement], _ transform: CGAffineTransform) {
        elements += transform.isIdentity ? new : new.map { $0.applying(transform) }
    }

    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        add([.move(point)], transform)
    }

    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        add([.line(point)], transform)
    }

    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        add([.move(first)] + points.dropFirst().map { .line($0) }, transform)
    }

    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        add([.quad(end, control: control)], transform)
    }

    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {
        add([.curve(end, control1: control1, control2: control2)], transform)
    }

    public func closeSubpath() {
        if let last = elements.last, last != .close { elements.append(.close) }
    }

    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        let corners = [
            CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
            CGPoint(x: rect.minX, y: rect.maxY),
        ]
        add([.move(CGPoint(x: rect.minX, y: rect.minY))] + corners.map { .line($0) } + [.close], transform)
    }

    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        let place = CGAffineTransform(
            a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY)
        let circle = Self.arc(from: 0, by: 2 * .pi)
        add(([.move(CGPoint(x: 1, y: 0))] + circle + [.close]).map { $0.applying(place) }, transform)
    }

    /// - Parameters:
    ///   - cornerWidth: at most half of the width.
    ///   - cornerHeight: at most half of the height.
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        let (w, h) = (max(0, min(cornerWidth, rect.width / 2)), max(0, min(cornerHeight, rect.height / 2)))
        guard w > 0, h > 0 else { return addRect(rect, transform: transform) }
        let centers = [
            CGPoint(x: rect.maxX - w, y: rect.maxY - h), CGPoint(x: rect.minX + w, y: rect.maxY - h),
            CGPoint(x: rect.minX + w, y: rect.minY + h), CGPoint(x: rect.maxX - w, y: rect.minY + h),
        ]
        var new: [PathElement] = [.move(CGPoint(x: rect.maxX, y: rect.midY))]
        for (quarter, center) in centers.enumerated() {
            let place = CGAffineTransform(a: w, b: 0, c: 0, d: h, tx: center.x, ty: center.y)
            let angle = CGFloat(quarter) * .pi / 2
            new.append(PathElement.line(CGPoint(x: cos(angle), y: sin(angle))).applying(place))
            new += Self.arc(from: angle, by: .pi / 2).map { $0.applying(place) }
        }
        add(new + [.close], transform)
    }

    /// A part of a circle, to which a line leads if the path is not empty.
    ///
    /// - Parameter clockwise: where y points up; with y down, `false` is the direction of a clock's hands.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        var delta = endAngle - startAngle
        if abs(delta) < 2 * .pi || (delta < 0) != clockwise {
            delta = delta.truncatingRemainder(dividingBy: 2 * .pi)
            if clockwise, delta > 0 { delta -= 2 * .pi }
            if !clockwise, delta < 0 { delta += 2 * .pi }
            // A whole turn in the wrong direction is one in the right one.
            if delta == 0, startAngle != endAngle { delta = clockwise ? -2 * .pi : 2 * .pi }
        } else {
            delta = clockwise ? -2 * .pi : 2 * .pi
        }
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
    }

    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        let place = CGAffineTransform(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y)
        let start = CGPoint(x: cos(startAngle), y: sin(startAngle))
        let lead: PathElement = isEmpty || elements.last == .close ? .move(start) : .line(start)
        add(([lead] + Self.arc(from: startAngle, by: delta)).map { $0.applying(place) }, transform)
    }

    /// A rounded corner at `tangent1End`, on the way from the current point to `tangent2End`.
    public func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) {
        let start = currentPoint.applying(transform.inverted())
        let (x1, y1) = (start.x - tangent1End.x, start.y - tangent1End.y)
        let (x2, y2) = (tangent2End.x - tangent1End.x, tangent2End.y - tangent1End.y)
        let (length1, length2) = (hypot(x1, y1), hypot(x2, y2))
        let cross = x1 * y2 - y1 * x2
        guard length1 > 0, length2 > 0, abs(cross) > 1e-9 * length1 * length2, radius > 0 else {
            return addLine(to: tangent1End, transform: transform)
        }
        let half = acos(max(-1, min(1, (x1 * x2 + y1 * y2) / (length1 * length2)))) / 2
        let (along, away) = (radius / tan(half), radius / sin(half))
        let middle = CGPoint(x: x1 / length1 + x2 / length2, y: y1 / length1 + y2 / length2)
        let scale = away / hypot(middle.x, middle.y)
        let center = CGPoint(x: tangent1End.x + middle.x * scale, y: tangent1End.y + middle.y * scale)
        let from = CGPoint(x: tangent1End.x + x1 / length1 * along, y: tangent1End.y + y1 / length1 * along)
        let to = CGPoint(x: tangent1End.x + x2 / length2 * along, y: tangent1End.y + y2 / length2 * along)
        addArc(
            center: center, radius: radius, startAngle: atan2(from.y - center.y, from.x - center.x),
            endAngle: atan2(to.y - center.y, to.x - center.x), clockwise: cross > 0, transform: transform)
    }

    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) { add(path.elements, transform) }

    /// Curves along the unit circle, of at most a quarter each.
    static func arc(from start: CGFloat, by delta: CGFloat) -> [PathElement] {
        let count = max(1, Int((abs(delta) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = delta / CGFloat(count)
        let reach = 4 / 3 * tan(step / 4)
        return (0..<count).map { index in
            let (a, b) = (start + CGFloat(index) * step, start + CGFloat(index + 1) * step)
            return .curve(
                CGPoint(x: cos(b), y: sin(b)),
                control1: CGPoint(x: cos(a) - reach * sin(a), y: sin(a) + reach * cos(a)),
                control2: CGPoint(x: cos(b) + reach * sin(b), y: sin(b) - reach * cos(b)))
        }
    }
}
