import Foundation

/// How the ends of lines look. Source: Apple, CGLineCap.
public enum CGLineCap: Int32, Sendable {
    case butt = 0
    case round = 1
    case square = 2
}

/// How lines meet. Source: Apple, CGLineJoin.
public enum CGLineJoin: Int32, Sendable {
    case miter = 0
    case round = 1
    case bevel = 2
}

/// Which points are inside of a path. Source: Apple, CGPathFillRule.
public enum CGPathFillRule: Int, Sendable {
    /// Those around which the path goes in one direction more often than in the other.
    case winding
    /// Those from which a ray crosses the path an odd number of times.
    case evenOdd
}

/// Source: Apple, CGPathElementType.
public enum CGPathElementType: Int32, Sendable {
    case moveToPoint = 0
    case addLineToPoint = 1
    case addQuadCurveToPoint = 2
    case addCurveToPoint = 3
    case closeSubpath = 4
}

/// A step of a path, valid only while the block runs that it is given to. Source: Apple, CGPathElement.
public struct CGPathElement {
    public var type: CGPathElementType
    /// The control points, and last the end; nothing to close a subpath.
    public var points: UnsafeMutablePointer<CGPoint>
}

/// A step of a path.
package enum PathElement: Hashable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(CGPoint, control: CGPoint)
    case curve(CGPoint, control1: CGPoint, control2: CGPoint)
    case close

    /// The control points, and last the end.
    package var points: [CGPoint] {
        switch self {
        case .move(let end), .line(let end): [end]
        case .quad(let end, let control): [control, end]
        case .curve(let end, let one, let two): [one, two, end]
        case .close: []
        }
    }

    package var type: CGPathElementType {
        switch self {
        case .move: .moveToPoint
        case .line: .addLineToPoint
        case .quad: .addQuadCurveToPoint
        case .curve: .addCurveToPoint
        case .close: .closeSubpath
        }
    }

    func applying(_ t: CGAffineTransform) -> PathElement {
        switch self {
        case .move(let end): .move(end.applying(t))
        case .line(let end): .line(end.applying(t))
        case .quad(let end, let control): .quad(end.applying(t), control: control.applying(t))
        case .curve(let end, let one, let two):
            .curve(end.applying(t), control1: one.applying(t), control2: two.applying(t))
        case .close: .close
        }
    }
}

/// Lines and curves. Source: Apple, CGPath.
public class CGPath: Hashable, @unchecked Sendable {  // Constant, but for CGMutablePath, which one thread may use.
    package final var elements: [PathElement] = []

    init(_ elements: [PathElement]) { self.elements = elements }

    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(CGMutablePath.made(transform) { $0.addRect(rect) })
    }

    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(CGMutablePath.made(transform) { $0.addEllipse(in: rect) })
    }

    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        self.init(
            CGMutablePath.made(transform) {
                $0.addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
            })
    }

    public final var isEmpty: Bool { elements.isEmpty }

    /// The end of the last element; zero in an empty path.
    public final var currentPoint: CGPoint {
        for index in elements.indices.reversed() {
            if let end = elements[index].points.last { return end }
            let start = elements[..<index].last { $0.type == .moveToPoint }
            if let start = start?.points.last { return start }
        }
        return .zero
    }

    /// Around all points, those included by which curves are controlled; null if there are none.
    public final var boundingBox: CGRect { CGRect(around: elements.flatMap(\.points)) }

    /// Around the lines and curves themselves; null if there are none.
    public final var boundingBoxOfPath: CGRect {
        CGRect(around: FlatPath(elements, tolerance: 0.01).subpaths.flatMap(\.points))
    }

    public final func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        let turns = FlatPath(elements.map { $0.applying(transform) }, tolerance: 0.05).turns(around: point)
        return rule == .winding ? turns != 0 : turns % 2 != 0
    }

    public final func copy() -> CGPath? { CGPath(elements) }

    public final func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        let transform = transform?.pointee ?? .identity
        return CGPath(elements.map { $0.applying(transform) })
    }

    public final func mutableCopy() -> CGMutablePath? { CGMutablePath(elements) }

    /// The outline of what is drawn along the path.
    public final func copy(
        strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        let style = StrokeStyle(width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
        let outline = FlatPath(elements, tolerance: 0.05).stroked(style)
        return CGPath(outline.elements.map { $0.applying(transform) })
    }

    /// Calls `block` with each element.
    public final func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
        for element in elements {
            var points = element.points
            points.withUnsafeMutableBufferPointer { buffer in
                // An element without points still has a pointer, which nobody may read.
                let start = buffer.baseAddress ?? UnsafeMutablePointer(bitPattern: MemoryLayout<CGPoint>.alignment)!
                withUnsafePointer(to: CGPathElement(type: element.type, points: start), block)
            }
        }
    }

    public static func == (one: CGPath, other: CGPath) -> Bool { one.elements == other.elements }

    public final func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension CGRect {
    /// The smallest rectangle around points; null without any.
    init(around points: [CGPoint]) {
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
        else {
            self = .null
            return
        }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }
}
