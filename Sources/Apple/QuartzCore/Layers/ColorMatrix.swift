/// Changes colors: each part of the new color is a sum of parts of the old one, and of a constant. Parts are red, green, blue
/// and alpha, not multiplied by alpha.
package struct ColorMatrix: Hashable, Sendable {
    /// For each part of the old color, what it gives to the parts of the new one.
    package var rows: [SIMD4<Float>]
    package var offset = SIMD4<Float>()

    package static let identity = ColorMatrix(rows: [
        SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1),
    ])

    package init(rows: [SIMD4<Float>], offset: SIMD4<Float> = SIMD4()) {
        (self.rows, self.offset) = (rows, offset)
    }

    /// The color that the matrix makes of `color`, between 0 and 1.
    package func applied(to color: SIMD4<Float>) -> SIMD4<Float> {
        let sum = rows[0] * color.x + rows[1] * color.y + rows[2] * color.z + rows[3] * color.w + offset
        return sum.clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 1))
    }
}
