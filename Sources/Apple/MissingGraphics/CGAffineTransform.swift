import Foundation

/// The map x' = a·x + c·y + tx, y' = b·x + d·y + ty. Source: Apple, CGAffineTransform.
public struct CGAffineTransform: Hashable, Codable, Sendable {
    /// What x' takes of x. Source: Apple, CGAffineTransform.a.
    public var a: CGFloat
    /// What y' takes of x. Source: Apple, CGAffineTransform.b.
    public var b: CGFloat
    /// What x' takes of y. Source: Apple, CGAffineTransform.c.
    public var c: CGFloat
    /// What y' takes of y. Source: Apple, CGAffineTransform.d.
    public var d: CGFloat
    /// What is added to x'. Source: Apple, CGAffineTransform.tx.
    public var tx: CGFloat
    /// What is added to y'. Source: Apple, CGAffineTransform.ty.
    public var ty: CGFloat

    /// All fields 0, which maps everything to the origin. Source: Apple, CGAffineTransform.init().
    public init() {
        self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    }

    /// Source: Apple, CGAffineTransform.init(a:b:c:d:tx:ty:).
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Source: Apple, CGAffineTransform.init(_:_:_:_:_:_:).
    public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
        self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
    }

    /// - Parameter angle: in radians, counterclockwise where y points up.
    ///
    /// Source: Apple, CGAffineTransform.init(rotationAngle:).
    public init(rotationAngle angle: CGFloat) {
        self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }

    /// Source: Apple, CGAffineTransform.init(scaleX:y:).
    public init(scaleX sx: CGFloat, y sy: CGFloat) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
    }

    /// Source: Apple, CGAffineTransform.init(translationX:y:).
    public init(translationX tx: CGFloat, y ty: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
    }
}

extension CGAffineTransform {
    /// Leaves everything where it is. Source: Apple, CGAffineTransform.identity.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Source: Apple, CGAffineTransform.isIdentity.
    public var isIdentity: Bool { self == .identity }

    /// First this one, then `t2`. Source: Apple, CGAffineTransform.concatenating(_:).
    public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * t2.a + b * t2.c, b: a * t2.b + b * t2.d,
            c: c * t2.a + d * t2.c, d: c * t2.b + d * t2.d,
            tx: tx * t2.a + ty * t2.c + t2.tx, ty: tx * t2.b + ty * t2.d + t2.ty)
    }

    /// First turned by `angle` radians, then this one. Source: Apple, CGAffineTransform.rotated(by:).
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }

    /// First scaled, then this one. Source: Apple, CGAffineTransform.scaledBy(x:y:).
    public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
    }

    /// First moved, then this one. Source: Apple, CGAffineTransform.translatedBy(x:y:).
    public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: tx, y: ty).concatenating(self)
    }

    /// The way back; the map itself when there is none. Source: Apple, CGAffineTransform.inverted().
    public func inverted() -> CGAffineTransform {
        let determinant = a * d - b * c
        guard determinant != 0 else { return self }
        return CGAffineTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }
}

extension CGPoint {
    /// Source: Apple, CGPoint.applying(_:).
    public func applying(_ t: CGAffineTransform) -> CGPoint {
        CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
    }
}

extension CGSize {
    /// Source: Apple, CGSize.applying(_:).
    public func applying(_ t: CGAffineTransform) -> CGSize {
        CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
    }
}

extension CGRect {
    /// The smallest upright rectangle around the mapped one. Source: Apple, CGRect.applying(_:).
    public func applying(_ t: CGAffineTransform) -> CGRect {
        let corners = [
            CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
        ].map { $0.applying(t) }
        let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
        let (low, high) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        return CGRect(x: left, y: low, width: right - left, height: high - low)
    }
}
