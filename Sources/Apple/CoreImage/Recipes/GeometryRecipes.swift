internal import CFilters
import Foundation

/// A transform that maps pixels to pixels: turned by quarters, mirrored, moved.
struct GridTransform: Sendable, Hashable {
    /// Of 0, 1 and -1: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
    var a, b, c, d: Int
    var tx, ty: Int

    /// - Returns: `nil` for a transform that leaves the grid of pixels.
    init?(_ transform: CGAffineTransform) {
        func whole(_ value: CGFloat, within limit: CGFloat) -> Int? {
            let nearest = value.rounded()
            return abs(value - nearest) < 1e-6 && abs(nearest) <= limit ? Int(nearest) : nil
        }
        guard let a = whole(transform.a, within: 1), let b = whole(transform.b, within: 1),
            let c = whole(transform.c, within: 1), let d = whole(transform.d, within: 1),
            let tx = whole(transform.tx, within: CGFloat(PixelRect.limit)),
            let ty = whole(transform.ty, within: CGFloat(PixelRect.limit)),
            abs(a) + abs(b) == 1, abs(c) + abs(d) == 1, abs(a) == abs(d)
        else { return nil }
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    var swapsAxes: Bool { a == 0 }

    /// The pixel that lies at a place of the result.
    func source(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
        // A pixel is where its lower left corner is, which mirroring turns into another corner.
        let (dx, dy) = (x - tx, y - ty)
        if swapsAxes { return (x: b * dy - (b < 0 ? 1 : 0), y: c * dx - (c < 0 ? 1 : 0)) }
        return (x: a * dx - (a < 0 ? 1 : 0), y: d * dy - (d < 0 ? 1 : 0))
    }

    func source(_ region: PixelRect) -> PixelRect {
        if region.isEmpty { return .empty }
        let one = source(region.x, region.y)
        let other = source(region.maxX - 1, region.maxY - 1)
        let (x, y) = (min(one.x, other.x), min(one.y, other.y))
        return PixelRect(x: x, y: y, width: abs(one.x - other.x) + 1, height: abs(one.y - other.y) + 1)
    }
}

/// A picture whose pixels are elsewhere, but the same.
struct GridRecipe: Recipe {
    let source: any Recipe
    let transform: GridTransform
    /// The same.
    let affine: CGAffineTransform
    let extent: CGRect

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let rows = source.rows(in: transform.source(region), rendering)
        guard transform.swapsAxes else { return MovedRows(source: rows, transform: transform) }
        return BlockRows(in: region) { transform.turn(rows, into: $0, $1) }
    }
}

private struct MovedRows: Rows {
    let source: any Rows
    let transform: GridTransform

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        let first = transform.source(transform.a > 0 ? x : x + count - 1, y)
        source.read(first.x, first.y, count, into: run, scratch)
        if transform.a < 0 { for index in 0..<4 { filters_reverse(run.component(index), Int32(count)) } }
    }
}

extension GridTransform {
    /// Fills a block whose rows are columns of the source.
    fileprivate func turn(_ rows: any Rows, into block: FloatPicture, _ scratch: Scratch) {
        let from = source(block.region)
        // Several rows at once, which become columns side by side.
        let most = Run.capacity / Tiles.height
        scratch.withRun { lines in
            for y in stride(from: from.y, to: from.maxY, by: most) {
                let count = min(most, from.maxY - y)
                for line in 0..<count {
                    let place = c > 0 ? line : count - 1 - line
                    let values = lines.advanced(by: place * Tiles.height)
                    rows.read(from.x, y + line, from.width, into: values, scratch)
                    guard b < 0 else { continue }
                    for index in 0..<4 { filters_reverse(values.component(index), Int32(from.width)) }
                }
                let column = c > 0 ? y - from.y : from.maxY - y - count
                for index in 0..<4 {
                    filters_transpose(
                        lines.component(index), Tiles.height, block.base + index * block.plane + column, block.row,
                        Int32(from.width), Int32(count))
                }
            }
        }
    }
}

/// A picture that was scaled, turned or sheared: each pixel is between four of the source.
struct SampleRecipe: Recipe {
    let source: any Recipe
    let transform: CGAffineTransform
    let isNearest: Bool
    let extent: CGRect

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let back = transform.inverted()
        let needed = PixelRect(around: region.rect.applying(back)).outset(1, 1)
        let whole = PixelRect(centersIn: source.extent)
        let part = needed.intersection(whole)
        let place = PixelRect(around: extent).intersection(region)
        if part.isEmpty || place.isEmpty { return ClearRows() }
        let isUpright = (transform.b == 0 && transform.c == 0) || (transform.a == 0 && transform.d == 0)
        let middles = PixelRect(centersIn: extent.insetBy(dx: -1e-6, dy: -1e-6)).intersection(region)
        return SampleRows(
            picture: FloatPicture(source, in: part, rendering), back: back, isNearest: isNearest,
            hasSharpEdges: isUpright, visible: isUpright ? middles : place)
    }
}

private struct SampleRows: Rows {
    let picture: FloatPicture
    let back: CGAffineTransform
    let isNearest: Bool
    /// An upright picture ends between two pixels; the edges of a turned one are mixed with what is beneath.
    let hasSharpEdges: Bool
    let visible: PixelRect

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { x, count, run in
            let middle = CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5).applying(back)
            var buffer = picture.buffer
            buffer.repeats = hasSharpEdges
            filters_sample(
                &buffer, Float(middle.x - 0.5 - CGFloat(picture.region.x)),
                Float(middle.y - 0.5 - CGFloat(picture.region.y)), Float(back.a), Float(back.b), isNearest, run.base,
                run.plane, Int32(count))
        }
    }
}
