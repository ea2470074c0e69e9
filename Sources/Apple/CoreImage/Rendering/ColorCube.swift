import Foundation

/// A table of colors for red, green and blue from 0 to 1; between its entries, colors are interpolated.
struct ColorCube: Sendable {
    /// The entries along each edge.
    let dimension: Int
    /// Red, green, blue (multiplied by alpha) and alpha of each entry; red changes fastest, then green.
    let entries: [SIMD4<Float>]
    /// Whether colors outside of 0 to 1 go on as the table ends, instead of being cut off.
    var extrapolates = false

    /// - Parameter data: four floats for each entry.
    /// - Returns: `nil` if there are not as many as the dimension says.
    init?(dimension: Int, data: Data, extrapolates: Bool) {
        guard (2...128).contains(dimension) else { return nil }
        let count = dimension * dimension * dimension
        guard data.count >= count * MemoryLayout<SIMD4<Float>>.size else { return nil }
        let entries = data.withUnsafeBytes { bytes in
            (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 16, as: SIMD4<Float>.self) }
        }
        (self.dimension, self.entries, self.extrapolates) = (dimension, entries, extrapolates)
    }

    /// A table that is computed.
    init(dimension: Int, _ color: (SIMD3<Float>) -> SIMD3<Float>) {
        self.dimension = dimension
        let step = 1 / Float(dimension - 1)
        var entries: [SIMD4<Float>] = []
        for blue in 0..<dimension {
            for green in 0..<dimension {
                for red in 0..<dimension {
                    let result = color(SIMD3(Float(red), Float(green), Float(blue)) * step)
                    entries.append(SIMD4(result, 1))
                }
            }
        }
        self.entries = entries
    }

    /// The color for one that is not multiplied by alpha. The result is not either.
    func color(for color: SIMD4<Float>) -> SIMD4<Float> {
        let wanted = SIMD3(color.x, color.y, color.z)
        // NaN counts as 0.
        let known = wanted.replacing(with: 0, where: wanted .!= wanted)
        let inside = known.clamped(lowerBound: .zero, upperBound: .one)
        var result = interpolated(inside)
        if extrapolates, inside != known {
            // Continues the slope between the edge and the point that is mirrored at it.
            let mirrored = (inside * 2 - known).clamped(lowerBound: .zero, upperBound: .one)
            result = result * 2 - interpolated(mirrored)
        }
        let alpha = max(result.w, 1e-6)
        return SIMD4(result.x / alpha, result.y / alpha, result.z / alpha, result.w * color.w)
    }

    private func interpolated(_ place: SIMD3<Float>) -> SIMD4<Float> {
        let scaled = place * Float(dimension - 1)
        let low = scaled.rounded(.down)
        let part = scaled - low
        let first = SIMD3<Int>(Int(low.x), Int(low.y), Int(low.z))
        // The last entry has no next one, and no part of it is wanted.
        func next(_ index: Int) -> Int { min(index + 1, dimension - 1) }
        func row(_ green: Int, _ blue: Int) -> SIMD4<Float> {
            let start = (blue * dimension + green) * dimension
            return mix(entries[start + first.x], entries[start + next(first.x)], part.x)
        }
        func layer(_ blue: Int) -> SIMD4<Float> { mix(row(first.y, blue), row(next(first.y), blue), part.y) }
        return mix(layer(first.z), layer(next(first.z)), part.z)
    }

    private func mix(_ one: SIMD4<Float>, _ other: SIMD4<Float>, _ part: Float) -> SIMD4<Float> {
        one + (other - one) * part
    }

    func apply(to run: Run, _ count: Int) {
        let (red, green, blue, alpha) = (run.component(0), run.component(1), run.component(2), run.component(3))
        for index in 0..<count {
            let result = color(for: SIMD4(red[index], green[index], blue[index], alpha[index]))
            (red[index], green[index], blue[index], alpha[index]) = (result.x, result.y, result.z, result.w)
        }
    }
}
