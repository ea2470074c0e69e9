/// Lines and curves. Source: Apple, Path.
public nonisolated struct Path: Equatable, Sendable {
    /// Source: Apple, Path.Element.
    public enum Element: Equatable, Sendable {
        case move(to: CGPoint)
        case line(to: CGPoint)
        case quadCurve(to: CGPoint, control: CGPoint)
        case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
        case closeSubpath
    }

    public private(set) var cgPath: CGPath

    public init() { cgPath = CGMutablePath() }
    public init(_ path: CGPath) { cgPath = path.copy() ?? path }
    public init(_ rect: CGRect) { self.init { $0.addRect(rect) } }
    public init(ellipseIn rect: CGRect) { self.init { $0.addEllipse(in: rect) } }
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init { $0.addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius)) }
    }
    public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.init { $0.addRoundedRect(in: rect, cornerSize: cornerSize) }
    }

    public init(_ callback: (inout Path) -> Void) {
        self.init()
        callback(&self)
    }

    private mutating func change(_ change: (CGMutablePath) -> Void) {
        let path = cgPath.mutableCopy() ?? CGMutablePath()
        change(path)
        cgPath = path
    }

    public var isEmpty: Bool { cgPath.isEmpty }
    public var boundingRect: CGRect { cgPath.boundingBoxOfPath }
    public var currentPoint: CGPoint? { isEmpty ? nil : cgPath.currentPoint }

    public func contains(_ p: CGPoint, eoFill: Bool = false) -> Bool {
        cgPath.contains(p, using: eoFill ? .evenOdd : .winding)
    }

    public mutating func move(to end: CGPoint) { change { $0.move(to: end) } }
    public mutating func addLine(to end: CGPoint) { change { $0.addLine(to: end) } }
    public mutating func addLines(_ lines: [CGPoint]) { change { $0.addLines(between: lines) } }
    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
        change { $0.addQuadCurve(to: end, control: control) }
    }
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        change { $0.addCurve(to: end, control1: control1, control2: control2) }
    }
    public mutating func closeSubpath() { change { $0.closeSubpath() } }
    public mutating func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        change { $0.addRect(rect, transform: transform) }
    }
    public mutating func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        change { $0.addRects(rects, transform: transform) }
    }
    public mutating func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        change { $0.addEllipse(in: rect, transform: transform) }
    }
    public mutating func addRoundedRect(
        in rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous,
        transform: CGAffineTransform = .identity
    ) {
        let width = min(cornerSize.width, rect.width / 2)
        let height = min(cornerSize.height, rect.height / 2)
        change {
            $0.addRoundedRect(in: rect, cornerWidth: max(0, width), cornerHeight: max(0, height), transform: transform)
        }
    }
    public mutating func addArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, endAngle: Angle, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        change {
            $0.addArc(
                center: center, radius: radius, startAngle: startAngle.radians, endAngle: endAngle.radians,
                clockwise: clockwise, transform: transform)
        }
    }
    public mutating func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: Angle, delta: Angle, transform: CGAffineTransform = .identity
    ) {
        change {
            $0.addRelativeArc(
                center: center, radius: radius, startAngle: startAngle.radians, delta: delta.radians,
                transform: transform)
        }
    }
    public mutating func addArc(
        tangent1End p1: CGPoint, tangent2End p2: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) { change { $0.addArc(tangent1End: p1, tangent2End: p2, radius: radius, transform: transform) } }
    public mutating func addPath(_ path: Path, transform: CGAffineTransform = .identity) {
        change { $0.addPath(path.cgPath, transform: transform) }
    }

    public func applying(_ transform: CGAffineTransform) -> Path {
        withUnsafePointer(to: transform) { cgPath.copy(using: $0) }.map { Path($0) } ?? self
    }
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path { applying(CGAffineTransform(translationX: dx, y: dy)) }

    /// The part between two fractions of the length.
    public func trimmedPath(from: CGFloat, to: CGFloat) -> Path { Path(cgPath.part(from: from, to: to)) }

    /// The outline of what is drawn along the path.
    public func strokedPath(_ style: StrokeStyle) -> Path {
        Path(
            cgPath.copy(
                strokingWithWidth: style.lineWidth, lineCap: style.lineCap, lineJoin: style.lineJoin,
                miterLimit: style.miterLimit))
    }

    public func forEach(_ body: (Element) -> Void) {
        cgPath.applyWithBlock { pointer in
            let element = pointer.pointee
            switch element.type {
            case .moveToPoint: body(.move(to: element.points[0]))
            case .addLineToPoint: body(.line(to: element.points[0]))
            case .addQuadCurveToPoint: body(.quadCurve(to: element.points[1], control: element.points[0]))
            case .addCurveToPoint:
                body(.curve(to: element.points[2], control1: element.points[0], control2: element.points[1]))
            case .closeSubpath: body(.closeSubpath)
            }
        }
    }
}

extension Path: Shape {
    public func path(in rect: CGRect) -> Path { self }
}

/// How round corners are. Source: Apple, RoundedCornerStyle.
///
/// Linux: both are arcs of a circle.
public enum RoundedCornerStyle: Hashable, Sendable {
    case circular
    case continuous
}

/// How a path is drawn along its line. Source: Apple, StrokeStyle.
public struct StrokeStyle: Equatable, Sendable {
    public var lineWidth: CGFloat
    public var lineCap: CGLineCap
    public var lineJoin: CGLineJoin
    public var miterLimit: CGFloat
    public var dash: [CGFloat]
    public var dashPhase: CGFloat

    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
    ) {
        self.lineWidth = lineWidth
        self.lineCap = lineCap
        self.lineJoin = lineJoin
        self.miterLimit = miterLimit
        self.dash = dash
        self.dashPhase = dashPhase
    }
}
