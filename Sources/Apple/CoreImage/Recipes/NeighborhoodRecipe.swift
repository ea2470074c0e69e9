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
        let picture = FloatPicture(source, in: needed, rendering)
        return NeighborhoodRows(neighborhood: Neighborhood(picture: picture), visible: wanted, pixel: pixel)
    }
}

/// Pixels in memory, by their places: pixel (0, 0) has its middle at (0.5, 0.5), and y is up.
struct Neighborhood: Sendable {
    let picture: FloatPicture

    /// The pixel in which a place lies.
    func nearest(_ place: SIMD2<Float>) -> SIMD4<Float> { pixel(whole(place.x), whole(place.y)) }

    /// The color at a place, between those of four pixels.
    func sample(_ place: SIMD2<Float>) -> SIMD4<Float> {
        let corner = place - 0.5
        let low = corner.rounded(.down)
        let part = corner - low
        let (x, y) = (whole(low.x), whole(low.y))
        let lower = pixel(x, y) * (1 - part.x) + pixel(x + 1, y) * part.x
        let upper = pixel(x, y + 1) * (1 - part.x) + pixel(x + 1, y + 1) * part.x
        return lower * (1 - part.y) + upper * part.y
    }

    func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let region = picture.region
        let run = picture.run(
            min(max(x, region.x), region.maxX - 1), min(max(y, region.y), region.maxY - 1))
        return SIMD4(run.component(0)[0], run.component(1)[0], run.component(2)[0], run.component(3)[0])
    }

    /// A place can be far outside, or none at all.
    private func whole(_ value: Float) -> Int {
        let limit = Float(PixelRect.limit)
        return value.isNaN ? 0 : Int(min(max(value, -limit), limit).rounded(.down))
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
