import Foundation

extension NSValue {
    /// Source: Apple, NSValue.init(cgPoint:).
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
    /// Source: Apple, NSValue.init(cgSize:).
    public convenience init(cgSize size: CGSize) { self.init(size: size) }
    /// Source: Apple, NSValue.init(cgRect:).
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

    /// Source: Apple, NSValue.cgPointValue.
    public var cgPointValue: CGPoint { pointValue }
    /// Source: Apple, NSValue.cgSizeValue.
    public var cgSizeValue: CGSize { sizeValue }
    /// Source: Apple, NSValue.cgRectValue.
    public var cgRectValue: CGRect { rectValue }
}
