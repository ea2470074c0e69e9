import Foundation
import MissingFoundation

/// Some numbers: a place, a rectangle, a row of a matrix. Source: Apple, CIVector.
open class CIVector: NSObject, @unchecked Sendable {  // never changes
    private let values: [CGFloat]

    public init(values: UnsafePointer<CGFloat>, count: Int) {
        self.values = Array(UnsafeBufferPointer(start: values, count: max(count, 0)))
    }

    private init(_ values: [CGFloat]) { self.values = values }

    public convenience init(x: CGFloat) { self.init([x]) }

    public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }

    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }

    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }

    public convenience init(cgPoint point: CGPoint) { self.init([point.x, point.y]) }

    /// X, y, width and height.
    public convenience init(cgRect rect: CGRect) { self.init([rect.minX, rect.minY, rect.width, rect.height]) }

    /// The six fields of a transform.
    public convenience init(cgAffineTransform transform: CGAffineTransform) {
        self.init([transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty])
    }

    /// From the form of ``stringRepresentation``.
    public convenience init(string representation: String) {
        let numbers = representation.split { " []\t\n,".contains($0) }
        self.init(numbers.compactMap { Double($0).map { CGFloat($0) } })
    }

    /// 0 beyond the last number.
    open func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }

    open var count: Int { values.count }
    open var x: CGFloat { value(at: 0) }
    open var y: CGFloat { value(at: 1) }
    open var z: CGFloat { value(at: 2) }
    open var w: CGFloat { value(at: 3) }
    open var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
    open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }
    open var cgAffineTransformValue: CGAffineTransform {
        CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
    }

    /// `[1 0 0.5]`.
    open var stringRepresentation: String {
        "[\(values.map { "\(NSNumber(value: Double($0)))" }.joined(separator: " "))]"
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.values == values }

    open override var hash: Int { values.hashValue }
}
