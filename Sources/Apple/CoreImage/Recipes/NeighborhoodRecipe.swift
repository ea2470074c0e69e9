internal import CFilters
import Foundation

/// Each pixel is computed by itself from pixels at other places, which depend on where it is. Beyond its edges, the picture
/// goes on as it ends. ``NearbyRecipe`` is faster for pixels that are always at the same places around.
struct NeighborhoodRecipe: Recipe {
    let source: any Recipe
    /// The pixels from which those of a region are computed.
    let reach: @Sendable (PixelRect) -> PixelRect
    /// The pixel with this middle.
    let pixel: @Sendable (Neighborhood, SIMD2<Float>) -> SIMD4<Float>

    init(
        _ source: any Recipe, reach: @escaping @Sendable (PixelRect) -> PixelRect,
        pixel: @escaping @Sendable (Neighborhood, SIMD2<Float>) -> SIMD4<Float>
    ) {
        (self.source, self.reach, self.pixel) = (source, reach, pixel)
    }

    var extent: CGRect { source.extent }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows {
        let whole = PixelRect(centersIn: extent)
        let wanted = region.intersection(whole)
        if wanted.isEmpty { return ClearRows() }
        var needed = reach(wanted).intersection(whole)
        // A picture without an end does not fit into memory; beyond this border, its last pixels are repeated.
        if needed.width > 1 << 14 || needed.height > 1 << 14 { needed = needed.intersection(wanted.outset(2048, 2048)) }
        let neighborhood = Neighborhood(source, in: needed, rendering)
        return NeighborhoodRows(neighborhood: neighborhood, visible: wanted, pixel: pixel)
    }
}

/// Pixels in memory, by their places: pixel (0, 0) has its middle at (0.5, 0.5), and y is up.
///
/// The four components of a pixel lie side by side: they are loaded at once, wherever the pixel is.
final class Neighborhood: @unchecked Sendable {  // nothing changes after `init`
    private let region: PixelRect
    private let base: UnsafeMutablePointer<SIMD4<Float>>

    /// A recipe's pixels.
    init(_ recipe: any Recipe, in region: PixelRect, _ rendering: Rendering) {
        self.region = region
        base = .allocate(capacity: max(region.count, 1))
        let rows = recipe.rows(in: region, rendering)
        Tiles.forEach(in: region) { tile, scratch in
            scratch.withRun { run in
                for y in tile.y..<tile.maxY {
                    rows.read(tile.x, y, tile.width, into: run, scratch)
                    let row = base + (y - region.y) * region.width + (tile.x - region.x)
                    row.withMemoryRebound(to: Float.self, capacity: 4 * tile.width) {
                        filters_store_floats(run.base, run.plane, Int32(tile.width), $0)
                    }
                }
            }
        }
    }

    deinit { base.deallocate() }

    /// The pixel in which a place lies.
    func nearest(_ place: SIMD2<Float>) -> SIMD4<Float> { pixel(Self.below(place.x), Self.below(place.y)) }

    /// The color at a place, between those of four pixels.
    func sample(_ place: SIMD2<Float>) -> SIMD4<Float> {
        let corner = place - 0.5
        let (x, y) = (Self.below(corner.x), Self.below(corner.y))
        let part = corner - SIMD2(Float(x), Float(y))
        let lower = pixel(x, y) * (1 - part.x) + pixel(x + 1, y) * part.x
        let upper = pixel(x, y + 1) * (1 - part.x) + pixel(x + 1, y + 1) * part.x
        return lower * (1 - part.y) + upper * part.y
    }

    /// The mean of `count` places on a line, each between four pixels.
    func mean(from place: SIMD2<Float>, step: SIMD2<Float>, count: Int) -> SIMD4<Float> {
        let first = place - 0.5 - SIMD2(Float(region.x), Float(region.y))
        let mean = base.withMemoryRebound(to: Float.self, capacity: 4 * region.count) {
            filters_mean_of_line(
                $0, Int32(region.width), Int32(region.height), first.x, first.y, step.x, step.y, Int32(count))
        }
        return SIMD4(mean.red, mean.green, mean.blue, mean.alpha)
    }

    func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let column = min(max(x, region.x), region.maxX - 1) - region.x
        let row = min(max(y, region.y), region.maxY - 1) - region.y
        return base[row * region.width + column]
    }

    /// The greatest whole number that is not greater. A place can be far outside, or none at all.
    private static func below(_ value: Float) -> Int {
        let limit = Float(PixelRect.limit)
        guard abs(value) <= limit else { return value > 0 ? PixelRect.limit : value < 0 ? -PixelRect.limit : 0 }
        // Not `rounded`, which is a call on processors that may lack the instruction.
        let cut = Int(value)
        return Float(cut) > value ? cut - 1 : cut
    }
}

extension SIMD2<Float> {
    var length: Float { (self * self).sum().squareRoot() }
}

extension SIMD4<Float> {
    /// BT.709's, of red, green and blue.
    var luminance: Float { (self * SIMD4(0.2126, 0.7152, 0.0722, 0)).sum() }
}

private struct NeighborhoodRows: Rows {
    let neighborhood: Neighborhood
    let visible: PixelRect
    let pixel: @Sendable (Neighborhood, SIMD2<Float>) -> SIMD4<Float>

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        read(x, y, count, into: run, within: visible) { x, count, run in
            for index in 0..<count {
                let color = pixel(neighborhood, SIMD2(Float(x + index) + 0.5, Float(y) + 0.5))
                for component in 0..<4 { run.component(component)[index] = color[component] }
            }
        }
    }
}
