internal import CFilters
import Foundation

/// A picture whose pixels are weighted sums of those around them, the same in all directions.
///
/// A wide blur is computed on a smaller picture: means of 2 by 2, 4 by 4 … pixels, blurred by the rest of the width, and
/// interpolated. The result has the same variance.
struct BlurRecipe: Recipe {
    enum Shape: Sendable, Hashable {
        /// The standard deviation.
        case gaussian(Double)
        /// Pixels on each side of the middle.
        case box(Double)
    }

    let source: any Recipe
    let shape: Shape

    /// A wider blur is as wide as the widest, which has no detail left.
    init(source: any Recipe, shape: Shape) {
        self.source = source
        self.shape =
            switch shape {
            case .gaussian(let sigma): .gaussian(min(sigma, 1000))
            case .box(let radius): .box(min(radius, 200))
            }
    }

    var extent: CGRect {
        switch shape {
        case .gaussian(let sigma): source.extent.outset((3 * sigma).rounded(.up))
        case .box(let radius): source.extent.outset(radius.rounded(.up))
        }
    }

    /// The sides of the squares whose means are taken first.
    private var factor: Int {
        guard case .gaussian(let sigma) = shape else { return 1 }
        var factor = 1
        while sigma / Double(factor) > 4, factor < 64 { factor *= 2 }
        return factor
    }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let wanted = region.intersection(PixelRect(around: extent))
        if wanted.isEmpty { return ClearRows() }
        let factor = factor
        let weights = weights(factor)
        if factor == 1, weights.count < Run.capacity / 2 { return directly(wanted, weights, rendering) }
        let small = ReducedPicture(source, around: wanted, reach: weights.count / 2, factor: factor, rendering)
        let blurred = Self.blur(small.picture, weights, factor == 1 ? wanted : small.result)
        if factor == 1 { return FloatRows(picture: blurred) }
        return EnlargedRows(picture: blurred, factor: factor, visible: wanted)
    }

    /// Symmetric, with an odd number.
    private func weights(_ factor: Int) -> [Float] {
        let values: [Double]
        switch shape {
        case .gaussian(let sigma):
            let side = Double(factor)
            // Means and interpolation blur too.
            let reduction = factor == 1 ? 0 : (side * side - 1) / 12 + side * side / 6
            let rest = max((sigma * sigma - reduction).squareRoot() / side, 0.01)
            let reach = max(1, Int((3.3 * rest).rounded(.up)))
            values = (-reach...reach).map { exp(-Double($0 * $0) / (2 * rest * rest)) }
        case .box(let radius):
            let reach = Int(radius.rounded(.up))
            // A radius between two pixels takes a part of the outermost ones.
            let outer = 1 - (Double(reach) - radius)
            values = (-reach...reach).map { abs($0) == reach && reach > 0 ? outer : 1 }
        }
        let sum = values.reduce(0, +)
        return values.map { Float($0 / sum) }
    }

    /// Rows are blurred as they are read, columns when they are wanted: one picture in memory, not three.
    private func directly(_ wanted: PixelRect, _ weights: [Float], _ rendering: Rendering) -> any Rows {
        let reach = weights.count / 2
        let rows = source.rows(in: wanted.outset(reach, reach), rendering)
        let across = FloatPicture(wanted.outset(0, reach))
        let most = Run.capacity - 2 * reach
        Tiles.forEach(in: across.region) { tile, scratch in
            scratch.withRun { run in
                for y in tile.y..<tile.maxY {
                    for x in stride(from: tile.x, to: tile.maxX, by: most) {
                        let count = min(most, tile.maxX - x)
                        rows.read(x - reach, y, count + 2 * reach, into: run, scratch)
                        run.weigh(weights, into: across.run(x, y), count)
                    }
                }
            }
        }
        return BlurredRows(across: across, weights: weights, visible: wanted)
    }

    /// Both directions, one after the other.
    private static func blur(_ picture: FloatPicture, _ weights: [Float], _ result: PixelRect) -> FloatPicture {
        let reach = weights.count / 2
        let tall = PixelRect(
            x: result.x, y: picture.region.y, width: result.width, height: picture.region.height)
        let across = FloatPicture(tall)
        Tiles.forEach(in: tall) { tile, _ in
            for y in tile.y..<tile.maxY {
                picture.run(tile.x - reach, y).weigh(weights, into: across.run(tile.x, y), tile.width)
            }
        }
        let both = FloatPicture(result)
        Tiles.forEach(in: result) { tile, _ in
            for y in tile.y..<tile.maxY {
                across.run(tile.x, y - reach)
                    .weigh(weights, step: across.row, into: both.run(tile.x, y), tile.width)
            }
        }
        return both
    }
}

extension Run {
    /// Writes for each of `count` pixels the weighted sum of itself and those that follow.
    ///
    /// - Parameter step: from one pixel of a sum to the next, in floats: 1 along a row, a picture's row along a column.
    fileprivate func weigh(_ weights: [Float], step: Int = 1, into target: Run, _ count: Int) {
        for index in 0..<4 {
            filters_weigh(
                component(index), step, weights, Int32(weights.count), target.component(index), Int32(count))
        }
    }
}

/// Columns of a picture whose rows are blurred.
private struct BlurredRows: Rows {
    let across: FloatPicture
    let weights: [Float]
    let visible: PixelRect

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { x, count, run in
            across.run(x, y - weights.count / 2).weigh(weights, step: across.row, into: run, count)
        }
    }
}

/// Means of squares of a picture: square (0, 0) begins at pixel (0, 0).
struct ReducedPicture {
    let picture: FloatPicture
    /// What can be blurred with the pixels that are there, in squares.
    let result: PixelRect

    /// - Parameter reach: how many squares a square's light is seen.
    init(_ source: any Recipe, around wanted: PixelRect, reach: Int, factor: Int, _ rendering: Rendering) {
        if factor == 1 {
            picture = FloatPicture(source, in: wanted.outset(reach, reach), rendering)
            result = wanted
            return
        }
        // Interpolation needs a square more on each side, blurring as many as it reaches.
        let result = Self.squares(wanted, factor).outset(1, 1)
        let squares = result.outset(reach, reach)
        let target = FloatPicture(squares)
        let pixels = PixelRect(
            x: squares.x * factor, y: squares.y * factor, width: squares.width * factor,
            height: squares.height * factor)
        let rows = source.rows(in: pixels, rendering)
        // In runs of whole squares.
        let most = Run.capacity / factor
        Tiles.forEach(in: squares) { tile, scratch in
            for y in tile.y..<tile.maxY {
                for x in stride(from: tile.x, to: tile.maxX, by: most) {
                    let count = min(most, tile.maxX - x)
                    Self.reduce(rows, x, y, count, factor, into: target.run(x, y), scratch)
                }
            }
        }
        (picture, self.result) = (target, result)
    }

    /// Writes the means of `count` squares from (x, y) on.
    private static func reduce(
        _ rows: any Rows, _ x: Int, _ y: Int, _ count: Int, _ factor: Int, into sums: Run, _ scratch: Scratch
    ) {
        sums.fill(.zero, count)
        scratch.withRun { run in
            for line in 0..<factor {
                rows.read(x * factor, y * factor + line, count * factor, into: run, scratch)
                for index in 0..<4 {
                    filters_add_groups(run.component(index), Int32(factor), sums.component(index), Int32(count))
                }
            }
        }
        let share = 1 / Float(factor * factor)
        for index in 0..<4 {
            let values = sums.component(index)
            for place in 0..<count { values[place] *= share }
        }
    }

    static func squares(_ region: PixelRect, _ factor: Int) -> PixelRect {
        func down(_ value: Int) -> Int { Int((Double(value) / Double(factor)).rounded(.down)) }
        let (x, y) = (down(region.x), down(region.y))
        return PixelRect(x: x, y: y, width: down(region.maxX - 1) - x + 1, height: down(region.maxY - 1) - y + 1)
    }
}

/// Pixels between the means of squares.
private struct EnlargedRows: Rows {
    let picture: FloatPicture
    let factor: Int
    let visible: PixelRect

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { x, count, run in
            let step = 1 / Float(factor)
            func place(_ pixel: Int, _ first: Int) -> Float {
                // In squares from the middle of the first; computed in whole numbers as far as possible.
                Float(2 * (pixel - first * factor) + 1 - factor) * 0.5 * step
            }
            var buffer = picture.buffer
            filters_enlarge(
                &buffer, place(x, picture.region.x), place(y, picture.region.y), step, run.base, run.plane,
                Int32(count))
        }
    }
}
