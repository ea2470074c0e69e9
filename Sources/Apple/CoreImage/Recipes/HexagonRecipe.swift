internal import CFilters
import Foundation

/// Hexagons of one color each: the mean of 13 places in it.
///
/// Hexagons lie in rows; every other row is shifted by half a hexagon. The hexagon of a place is in one of the two nearest
/// rows.
struct HexagonRecipe: Recipe {
    let source: any Recipe
    /// The middle of a hexagon.
    let center: CGPoint
    /// Of a hexagon, from 1 to 1000.
    let side: Double

    var extent: CGRect { source.extent }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let wanted = region.intersection(PixelRect(centersIn: extent))
        if wanted.isEmpty { return ClearRows() }
        let reach = Int(side * 2) + 1
        let needed = wanted.outset(reach, reach).intersection(PixelRect(centersIn: extent))
        let neighborhood = Neighborhood(source, in: needed, rendering)
        let grid = HexagonGrid(center: center, side: side)
        let colors = FloatPicture(grid.hexagons(of: wanted))
        Tiles.forEach(in: colors.region) { tile, _ in
            for row in tile.y..<tile.maxY {
                for column in tile.x..<tile.maxX {
                    colors.run(column, row).fill(color(neighborhood, grid.middle(column, row)), 1)
                }
            }
        }
        return HexagonRows(colors: colors, grid: grid, visible: wanted)
    }

    private func color(_ neighborhood: Neighborhood, _ middle: CGPoint) -> SIMD4<Float> {
        let (middle, side) = (SIMD2(Float(middle.x), Float(middle.y)), Float(side))
        var sum = neighborhood.sample(middle)
        for step in 0..<12 {
            let turn = Float(step) * .pi / 6
            let away = step % 2 == 0 ? side * 0.75 : side * 0.4
            sum += neighborhood.sample(middle + away * SIMD2(cos(turn), sin(turn)))
        }
        return sum / 13
    }
}

/// Where hexagons are, by column and row; those of odd rows are half a column farther right.
private struct HexagonGrid: Sendable {
    let width: Double
    /// From one row to the next.
    let height: Double
    let origin: CGPoint

    init(center: CGPoint, side: Double) {
        (width, height) = (side * 3.0.squareRoot(), side * 1.5)
        // Of the same hexagons, one near (0, 0): the picture is seldom far from it.
        origin = CGPoint(
            x: center.x.truncatingRemainder(dividingBy: width), y: center.y.truncatingRemainder(dividingBy: 2 * height))
    }

    func middle(_ column: Int, _ row: Int) -> CGPoint {
        CGPoint(
            x: origin.x + (Double(column) + (row.isMultiple(of: 2) ? 0 : 0.5)) * width,
            y: origin.y + Double(row) * height)
    }

    /// The lower of the two nearest rows to the middle of a pixel.
    func row(_ y: Int) -> Int { Int(((Double(y) + 0.5 - origin.y) / height).rounded(.down)) }

    /// All columns and rows that pixels of a region can belong to.
    func hexagons(of region: PixelRect) -> PixelRect {
        let first = Int(((Double(region.x) - origin.x) / width).rounded(.down)) - 1
        let last = Int(((Double(region.maxX) - origin.x) / width).rounded(.up)) + 1
        let (low, top) = (row(region.y), row(region.maxY - 1) + 1)
        return PixelRect(x: first, y: low, width: last - first + 1, height: top - low + 1)
    }
}

private struct HexagonRows: Rows {
    let colors: FloatPicture
    let grid: HexagonGrid
    let visible: PixelRect

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { x, count, run in
            /// A row of hexagons, as seen from the first pixel.
            func line(_ row: Int) -> filters_hexagon_row {
                let middle = grid.middle(colors.region.x, row)
                let (dx, dy) = (Double(x) + 0.5 - middle.x, Double(y) + 0.5 - middle.y)
                return filters_hexagon_row(
                    colors: colors.run(colors.region.x, row).base, start: Float(dx), away: Float(dy * dy))
            }
            let low = grid.row(y)
            let (even, odd) = low.isMultiple(of: 2) ? (low, low + 1) : (low + 1, low)
            var (one, other) = (line(even), line(odd))
            filters_hexagons(&one, &other, Float(grid.width), colors.plane, run.base, run.plane, Int32(count))
        }
    }
}
