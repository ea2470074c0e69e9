/// Y'CbCr as the recommendations write it, in floating point: the truth that conversions are compared with.
///
/// Source: ITU-R BT.601-7, BT.709-6, BT.2020-2: `Y' = Kr R' + (1 - Kr - Kb) G' + Kb B'`; JFIF 1.02 for full range.
package struct ColorReference: Sendable, Hashable {
    package enum Matrix: Sendable, CaseIterable {
        case rec601, rec709, rec2020

        var weights: (red: Double, blue: Double) {
            switch self {
            case .rec601: (0.299, 0.114)
            case .rec709: (0.2126, 0.0722)
            case .rec2020: (0.2627, 0.0593)
            }
        }
    }

    package var matrix: Matrix
    /// 0…255 instead of 16…235 and 16…240.
    package var isFullRange: Bool

    package init(_ matrix: Matrix, fullRange: Bool) {
        self.matrix = matrix
        isFullRange = fullRange
    }

    /// What a JPEG file holds.
    package static let jfif = ColorReference(.rec601, fullRange: true)

    private var lumaScale: Double { isFullRange ? 255 : 219 }
    private var chromaScale: Double { isFullRange ? 255 : 224 }
    private var black: Double { isFullRange ? 0 : 16 }

    /// 8-bit codes, not rounded, of a color whose parts are 0…1.
    package func encode(_ color: RGB) -> (y: Double, cb: Double, cr: Double) {
        let (kr, kb) = matrix.weights
        let y = kr * color.red + (1 - kr - kb) * color.green + kb * color.blue
        return (
            black + lumaScale * y,
            128 + chromaScale * (color.blue - y) / (2 * (1 - kb)),
            128 + chromaScale * (color.red - y) / (2 * (1 - kr))
        )
    }

    /// The color that 8-bit codes stand for; parts may lie outside 0…1.
    package func decode(y: Double, cb: Double, cr: Double) -> RGB {
        let (kr, kb) = matrix.weights
        let luma = (y - black) / lumaScale
        let red = luma + 2 * (1 - kr) * (cr - 128) / chromaScale
        let blue = luma + 2 * (1 - kb) * (cb - 128) / chromaScale
        return RGB(red: red, green: (luma - kr * red - kb * blue) / (1 - kr - kb), blue: blue)
    }
}

/// Gamma-encoded red, green and blue, 0…1.
package struct RGB: Sendable, Hashable {
    package var red: Double
    package var green: Double
    package var blue: Double

    package init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parts outside 0…1 moved to the nearest that can be shown.
    package var clipped: RGB {
        func clip(_ value: Double) -> Double { min(max(value, 0), 1) }
        return RGB(red: clip(red), green: clip(green), blue: clip(blue))
    }
}
