import Foundation

/// Whole pixels: pixel (x, y) covers from x to x + 1 and from y to y + 1, with y up.
struct PixelRect: Hashable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var maxX: Int { x + width }
    var maxY: Int { y + height }
    var isEmpty: Bool { width <= 0 || height <= 0 }
    var count: Int { isEmpty ? 0 : width * height }

    init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// Beyond this, coordinates count as infinite.
    static let limit = 1 << 30

    /// The pixels that a rectangle touches.
    init(around rect: CGRect) { self.init(rect, low: { $0.rounded(.down) }, high: { $0.rounded(.up) }) }

    /// The pixels whose middles are in a rectangle.
    init(centersIn rect: CGRect) {
        self.init(rect, low: { ($0 - 0.5).rounded(.up) }, high: { ($0 - 0.5).rounded(.up) })
    }

    private init(_ rect: CGRect, low: (CGFloat) -> CGFloat, high: (CGFloat) -> CGFloat) {
        guard !rect.isNull, !rect.isEmpty else {
            self = .empty
            return
        }
        func whole(_ value: CGFloat) -> Int {
            value.isNaN ? 0 : Int(max(-CGFloat(Self.limit), min(CGFloat(Self.limit), value)))
        }
        let (left, lower) = (whole(low(rect.minX)), whole(low(rect.minY)))
        self.init(
            x: left, y: lower, width: whole(high(rect.maxX)) - left, height: whole(high(rect.maxY)) - lower)
        if isEmpty { self = .empty }
    }

    var rect: CGRect { CGRect(x: x, y: y, width: width, height: height) }

    func intersection(_ other: PixelRect) -> PixelRect {
        let (left, low) = (max(x, other.x), max(y, other.y))
        let both = PixelRect(
            x: left, y: low, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - low)
        return both.isEmpty ? .empty : both
    }

    /// The smallest rectangle with both.
    func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (left, low) = (min(x, other.x), min(y, other.y))
        return PixelRect(x: left, y: low, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - low)
    }

    func outset(_ dx: Int, _ dy: Int) -> PixelRect {
        isEmpty ? .empty : PixelRect(x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy)
    }

    func offset(_ dx: Int, _ dy: Int) -> PixelRect { PixelRect(x: x + dx, y: y + dy, width: width, height: height) }
}

extension CGRect {
    /// Grown by a border, which leaves infinite and null rectangles as they are.
    func outset(_ border: CGFloat) -> CGRect { isNull || isUnbounded ? self : insetBy(dx: -border, dy: -border) }

    /// Whether it has no end.
    var isUnbounded: Bool { isInfinite || width >= CGFloat(PixelRect.limit) || height >= CGFloat(PixelRect.limit) }

    /// Mapped; an infinite rectangle stays infinite.
    func mapped(by transform: CGAffineTransform) -> CGRect {
        isNull || isUnbounded ? self : applying(transform)
    }
}
