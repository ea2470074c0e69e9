internal import CFilters
import Foundation
import Locking

/// Squares of one color each: the mean of their pixels.
struct PixellateRecipe: Recipe {
    let source: any Recipe
    let side: Int
    /// A corner of a square.
    let corner: (x: Int, y: Int)

    var extent: CGRect {
        if source.extent.isNull || source.extent.isUnbounded { return source.extent }
        return pixels(of: squares(PixelRect(around: source.extent))).rect
    }

    private func squares(_ region: PixelRect) -> PixelRect {
        ReducedPicture.squares(region.offset(-corner.x, -corner.y), side)
    }

    private func pixels(of squares: PixelRect) -> PixelRect {
        PixelRect(
            x: squares.x * side + corner.x, y: squares.y * side + corner.y, width: squares.width * side,
            height: squares.height * side)
    }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let wanted = region.intersection(PixelRect(around: extent))
        if wanted.isEmpty { return ClearRows() }
        let squares = squares(wanted)
        let means = FloatPicture(squares)
        let rows = source.rows(in: pixels(of: squares), rendering)
        Tiles.forEach(in: PixelRect(x: 0, y: squares.y, width: 1, height: squares.height)) { band, scratch in
            for y in band.y..<band.maxY {
                for x in squares.x..<squares.maxX {
                    let square = pixels(of: PixelRect(x: x, y: y, width: 1, height: 1))
                    let mean = Self.mean(of: rows, in: square, scratch)
                    means.run(x, y).fill(mean, 1)
                }
            }
        }
        return PixellatedRows(means: means, side: side, x: corner.x, y: corner.y, visible: wanted)
    }

    static func mean(of rows: any Rows, in area: PixelRect, _ scratch: Scratch) -> SIMD4<Float> {
        var sums: [Double] = [0, 0, 0, 0]
        scratch.withRun { run in
            for y in area.y..<area.maxY {
                for x in stride(from: area.x, to: area.maxX, by: Run.capacity) {
                    let count = min(Run.capacity, area.maxX - x)
                    rows.read(x, y, count, into: run, scratch)
                    filters_sums(run.base, run.plane, Int32(count), &sums)
                }
            }
        }
        return SIMD4(sums.map { Float($0 / Double(max(area.count, 1))) })
    }
}

private struct PixellatedRows: Rows {
    let means: FloatPicture
    let side: Int
    let x: Int
    let y: Int
    let visible: PixelRect

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { first, count, run in
            var place = first
            while place < first + count {
                let one = PixelRect(x: place - self.x, y: y - self.y, width: 1, height: 1)
                let square = ReducedPicture.squares(one, side)
                let end = min((square.x + 1) * side + self.x, first + count)
                let mean = means.run(square.x, square.y)
                run.advanced(by: place - first).fill(SIMD4((0..<4).map { mean.component($0)[0] }), end - place)
                place = end
            }
        }
    }
}

/// One pixel: the mean of an area.
struct AverageRecipe: Recipe {
    let source: any Recipe
    let area: CGRect

    var extent: CGRect { CGRect(x: 0, y: 0, width: 1, height: 1) }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let pixels = PixelRect(centersIn: area.intersection(source.extent))
        if pixels.isEmpty || region.isEmpty { return ClearRows() }
        let rows = source.rows(in: pixels, rendering)
        let lines = Mutex([Int: SIMD4<Float>]())
        let bands = PixelRect(x: 0, y: pixels.y, width: Run.capacity, height: pixels.height)
        Tiles.forEach(in: bands) { band, scratch in
            let part = PixelRect(x: pixels.x, y: band.y, width: pixels.width, height: band.height)
            let mean = PixellateRecipe.mean(of: rows, in: part, scratch) * Float(band.height)
            lines.withLock { $0[band.y] = mean }
        }
        // Always in the same order, for the same result.
        let sum = lines.withLock { $0.sorted { $0.key < $1.key }.reduce(SIMD4<Float>.zero) { $0 + $1.value } }
        return ColorRecipe(premultiplied: sum / Float(pixels.height))
    }
}

/// Two colors and what is between them; sRGB's light, multiplied by alpha.
struct GradientRecipe: Recipe, Rows {
    enum Shape: Sendable {
        case linear(CGPoint, CGPoint, isSmooth: Bool)
        case radial(PointOperation.Circle)
    }

    let shape: Shape
    let from: [Float]
    let to: [Float]

    init(_ shape: Shape, from: CIColor, to: CIColor) {
        func values(_ color: CIColor) -> [Float] {
            let alpha = Float(color.alpha)
            return [color.red, color.green, color.blue].map { Float($0) * alpha } + [alpha]
        }
        (self.shape, self.from, self.to) = (shape, values(from), values(to))
    }

    var extent: CGRect { .infinite }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows { self }

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        switch shape {
        case .linear(let start, let end, let isSmooth):
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let length = max(dx * dx + dy * dy, 1e-12)
            let t = ((CGFloat(x) + 0.5 - start.x) * dx + (CGFloat(y) + 0.5 - start.y) * dy) / length
            filters_linear_gradient(
                Float(t), Float(dx / length), isSmooth, from, to, run.base, run.plane, Int32(count))
        case .radial(let circle):
            var place = circle.at(x, y)
            filters_radial_gradient(&place, from, to, run.base, run.plane, Int32(count))
        }
    }
}
