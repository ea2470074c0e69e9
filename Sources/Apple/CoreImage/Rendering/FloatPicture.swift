internal import CFilters
import Foundation

/// Pixels in memory, for filters that need a pixel's neighbors. A row is four rows of floats.
final class FloatPicture: @unchecked Sendable {  // whoever fills it does so before anybody else has it
    private(set) var region: PixelRect
    let base: UnsafeMutablePointer<Float>
    /// From one row to the next above: not a power of two, because the values of a column would share a few lines of the
    /// cache.
    let row: Int

    init(_ region: PixelRect) {
        self.region = region
        row = 4 * region.width + 16
        base = .allocate(capacity: max(region.height, 1) * row)
    }

    /// Other pixels in the same memory, which is faster than new memory; `nil` if their region has another size.
    func reused(for other: PixelRect) -> FloatPicture? {
        guard (other.width, other.height) == (region.width, region.height) else { return nil }
        region = other
        return self
    }

    deinit { base.deallocate() }

    var plane: Int { region.width }

    /// Where pixel (x, y) is.
    func run(_ x: Int, _ y: Int) -> Run { Run(base: base + (y - region.y) * row + (x - region.x), plane: plane) }

    var buffer: filters_buffer {
        filters_buffer(
            base: base, row: row, plane: plane, width: Int32(region.width), height: Int32(region.height),
            repeats: false)
    }

    /// A recipe's pixels.
    convenience init(_ recipe: any Recipe, in region: PixelRect, _ rendering: Rendering) {
        self.init(region)
        let rows = recipe.rows(in: region, rendering)
        Tiles.forEach(in: region) { tile, scratch in
            for y in tile.y..<tile.maxY { rows.read(tile.x, y, tile.width, into: self.run(tile.x, y), scratch) }
        }
    }

    /// Copies pixels of the region.
    func copy(_ x: Int, _ y: Int, _ count: Int, to target: Run) {
        let source = run(x, y)
        for index in 0..<4 { target.component(index).update(from: source.component(index), count: count) }
    }
}

/// Rows that are in memory.
struct FloatRows: Rows {
    let picture: FloatPicture

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: picture.region) { picture.copy($0, y, $1, to: $2) }
    }
}
