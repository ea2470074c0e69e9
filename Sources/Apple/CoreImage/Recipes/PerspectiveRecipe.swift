import Foundation

/// A map of the plane that keeps straight lines straight: how a flat thing looks from another place.
struct Perspective: Sendable {
    /// The rows of a matrix, for (x, y, 1).
    private let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    private init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ w: SIMD3<Double>) { rows = (x, y, w) }

    /// From the unit square to four corners.
    ///
    /// - Returns: `nil` unless the corners are those of a convex shape with an area.
    ///
    /// Source: Heckbert, Fundamentals of Texture Mapping and Image Warping, 2.2.3.
    init?(unitSquareTo corners: Corners) {
        guard corners.areConvex else { return nil }
        func value(_ point: CGPoint) -> SIMD2<Double> { SIMD2(Double(point.x), Double(point.y)) }
        let (p0, p1) = (value(corners.bottomLeft), value(corners.bottomRight))
        let (p2, p3) = (value(corners.topRight), value(corners.topLeft))
        let (d1, d2, s) = (p1 - p2, p3 - p2, p0 - p1 + p2 - p3)
        let whole = d1.x * d2.y - d1.y * d2.x
        let g = (s.x * d2.y - s.y * d2.x) / whole
        let h = (d1.x * s.y - d1.y * s.x) / whole
        self.init(
            SIMD3(p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x),
            SIMD3(p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y), SIMD3(g, h, 1))
    }

    /// First another map, which moves and scales.
    func after(_ transform: CGAffineTransform) -> Perspective {
        func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(
                row.x * Double(transform.a) + row.y * Double(transform.b),
                row.x * Double(transform.c) + row.y * Double(transform.d),
                row.x * Double(transform.tx) + row.y * Double(transform.ty) + row.z)
        }
        return Perspective(row(rows.0), row(rows.1), row(rows.2))
    }

    /// Back again, by the adjugate: its scale does not matter, but its sign does.
    var inverted: Perspective {
        let (a, b, c) = rows
        func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
        }
        let columns = (cross(b, c), cross(c, a), cross(a, b))
        let sign: Double = (a * columns.0).sum() < 0 ? -1 : 1
        return Perspective(
            SIMD3(columns.0.x, columns.1.x, columns.2.x) * sign, SIMD3(columns.0.y, columns.1.y, columns.2.y) * sign,
            SIMD3(columns.0.z, columns.1.z, columns.2.z) * sign)
    }

    /// - Returns: `nil` for a place at the horizon or behind it.
    @inline(__always)
    func callAsFunction(_ x: Double, _ y: Double) -> SIMD2<Double>? {
        let w = rows.2.x * x + rows.2.y * y + rows.2.z
        guard w > 1e-9 else { return nil }
        return SIMD2(rows.0.x * x + rows.0.y * y + rows.0.z, rows.1.x * x + rows.1.y * y + rows.1.z) / w
    }

    /// Where a rectangle's middle is mapped to, or a corner if that is at the horizon or behind it.
    func middle(of rect: CGRect) -> CGPoint {
        let places = [CGPoint(x: rect.midX, y: rect.midY)] + Corners(rect).all
        let place = places.lazy.compactMap { self(Double($0.x), Double($0.y)) }.first ?? .zero
        return CGPoint(x: place.x, y: place.y)
    }

    /// The box around a mapped rectangle; `nil` if it reaches the horizon.
    func box(of rect: CGRect) -> CGRect? {
        let places = Corners(rect).all.compactMap { self(Double($0.x), Double($0.y)) }
        guard places.count == 4 else { return nil }
        let (xs, ys) = (places.map(\.x), places.map(\.y))
        return CGRect(x: xs.min()!, y: ys.min()!, width: xs.max()! - xs.min()!, height: ys.max()! - ys.min()!)
    }
}

/// Four corners, with y up.
struct Corners: Sendable {
    var bottomLeft, bottomRight, topRight, topLeft: CGPoint

    init(bottomLeft: CGPoint, bottomRight: CGPoint, topRight: CGPoint, topLeft: CGPoint) {
        (self.bottomLeft, self.bottomRight, self.topRight, self.topLeft) = (bottomLeft, bottomRight, topRight, topLeft)
    }

    init(_ rect: CGRect) {
        self.init(
            bottomLeft: CGPoint(x: rect.minX, y: rect.minY), bottomRight: CGPoint(x: rect.maxX, y: rect.minY),
            topRight: CGPoint(x: rect.maxX, y: rect.maxY), topLeft: CGPoint(x: rect.minX, y: rect.maxY))
    }

    var all: [CGPoint] { [bottomLeft, bottomRight, topRight, topLeft] }

    var areConvex: Bool {
        let points = all
        let turns = points.indices.map { index in
            let (a, b, c) = (points[index], points[(index + 1) % 4], points[(index + 2) % 4])
            return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
        }
        return turns.allSatisfy { $0 > 1e-6 } || turns.allSatisfy { $0 < -1e-6 }
    }

    /// The lengths of the longer of two opposite sides.
    var size: CGSize {
        func distance(_ a: CGPoint, _ b: CGPoint) -> CGFloat { hypot(a.x - b.x, a.y - b.y) }
        return CGSize(
            width: max(distance(bottomLeft, bottomRight), distance(topLeft, topRight)),
            height: max(distance(bottomLeft, topLeft), distance(bottomRight, topRight)))
    }
}

/// A picture seen from another place; each pixel is between four of the source, and clear beyond its edges.
struct PerspectiveRecipe: Recipe {
    let source: any Recipe
    /// From places of the result to places of the source.
    let back: Perspective
    let extent: CGRect

    /// Pixels of the source, on each side of its middle. Toward the horizon a picture without end would be needed without end:
    /// what is farther away is left clear.
    private static let farthest = 2048

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let wanted = region.intersection(PixelRect(around: extent))
        let whole = PixelRect(centersIn: source.extent)
        var needed = back.box(of: wanted.rect).map { PixelRect(around: $0).outset(1, 1).intersection(whole) } ?? whole
        if needed.width > 2 * Self.farthest || needed.height > 2 * Self.farthest, source.extent.isUnbounded {
            let middle = back.middle(of: wanted.rect)
            let far = CGFloat(Self.farthest)
            needed = needed.intersection(
                PixelRect(around: CGRect(x: middle.x - far, y: middle.y - far, width: 2 * far, height: 2 * far)))
        }
        if wanted.isEmpty || needed.isEmpty { return ClearRows() }
        return PerspectiveRows(picture: FloatPicture(source, in: needed, rendering), back: back, visible: wanted)
    }
}

private struct PerspectiveRows: Rows {
    let picture: FloatPicture
    let back: Perspective
    let visible: PixelRect

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { x, count, run in
            for index in 0..<count {
                let place = back(Double(x + index) + 0.5, Double(y) + 0.5)
                let color = place.map(color) ?? .zero
                for component in 0..<4 { run.component(component)[index] = color[component] }
            }
        }
    }

    private func color(at place: SIMD2<Double>) -> SIMD4<Float> {
        let region = picture.region
        let corner = place - 0.5
        guard corner.x > Double(region.x - 1), corner.x < Double(region.maxX), corner.y > Double(region.y - 1),
            corner.y < Double(region.maxY)
        else { return .zero }
        let low = corner.rounded(.down)
        let part = SIMD2<Float>(corner - low)
        let (x, y) = (Int(low.x), Int(low.y))
        let lower = pixel(x, y) * (1 - part.x) + pixel(x + 1, y) * part.x
        let upper = pixel(x, y + 1) * (1 - part.x) + pixel(x + 1, y + 1) * part.x
        return lower * (1 - part.y) + upper * part.y
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let region = picture.region
        guard x >= region.x, x < region.maxX, y >= region.y, y < region.maxY else { return .zero }
        let run = picture.run(x, y)
        return SIMD4(run.component(0)[0], run.component(1)[0], run.component(2)[0], run.component(3)[0])
    }
}
