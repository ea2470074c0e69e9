import Foundation

/// Pixels of four independent numbers, always the same at the same place, without an end.
struct NoiseRecipe: Recipe, Rows {
    var extent: CGRect { .infinite }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows { self }

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        for index in 0..<count {
            let bits = Self.hash(UInt64(bitPattern: Int64(x + index)) << 32 ^ UInt64(UInt32(truncatingIfNeeded: y)))
            let alpha = Float(bits >> 48) / 65_535
            run.component(3)[index] = alpha
            for component in 0..<3 {
                run.component(component)[index] = Float(bits >> (16 * component) & 0xffff) / 65_535 * alpha
            }
        }
    }

    /// Source: Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators (SplitMix64).
    private static func hash(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9e37_79b9_7f4a_7c15
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }
}

/// A mask: how much of each pixel a rectangle with round corners covers.
struct RoundedRectangleRecipe: Recipe, Rows {
    let rect: CGRect
    let radius: Float

    var extent: CGRect { rect }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows { self }

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        let middle = SIMD2(Float(rect.midX), Float(rect.midY))
        let half = SIMD2(Float(rect.width), Float(rect.height)) / 2 - radius
        run.fill(.zero, count)
        for index in 0..<count {
            let offset = SIMD2(Float(x + index) + 0.5, Float(y) + 0.5) - middle
            let beyond = SIMD2(abs(offset.x), abs(offset.y)) - half
            let outer = SIMD2(max(beyond.x, 0), max(beyond.y, 0))
            let distance = (outer * outer).sum().squareRoot() + min(max(beyond.x, beyond.y), 0) - radius
            run.component(3)[index] = max(0, min(1, 0.5 - distance))
        }
    }
}

/// A color for each place, without an end: multiplied by alpha.
struct PlaceRecipe: Recipe, Rows {
    let color: @Sendable (SIMD2<Float>) -> SIMD4<Float>

    init(_ color: @escaping @Sendable (SIMD2<Float>) -> SIMD4<Float>) { self.color = color }

    var extent: CGRect { .infinite }

    func rows(in region: PixelRect, _ rendering: Rendering) -> any Rows { self }

    func read(_ x: Int, _ y: Int, _ count: Int, into run: Run, _ scratch: Scratch) {
        for index in 0..<count {
            let color = color(SIMD2(Float(x + index) + 0.5, Float(y) + 0.5))
            for component in 0..<4 { run.component(component)[index] = color[component] }
        }
    }
}
