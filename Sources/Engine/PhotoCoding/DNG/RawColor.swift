import CaptureEngine

/// What the values of a sensor's mosaic stand for.
///
/// Source: Adobe, Digital Negative Specification 1.4, chapter 6 "Mapping Camera Color Space to CIE XYZ Space".
package struct RawColor: Sendable, Hashable {
    /// The red, green and blue values of neutral gray; the largest is 1.
    package var neutral: [Double]
    /// From CIE XYZ to the sensor's red, green and blue, row by row, in daylight of 6500 K.
    package var matrix: [Double]
    /// The value without light.
    package var blackLevel: Int
    /// The value at which the sensor is saturated; `nil` is the largest of the pixel format.
    package var whiteLevel: Int?

    /// The matrix of a sensor whose primaries are those of sRGB. Source: IEC 61966-2-1.
    package static let sRGBMatrix = [
        3.2404542, -1.5371385, -0.4985314, -0.9692660, 1.8760108, 0.0415560, 0.0556434, -0.2040259, 1.0572252,
    ]

    /// - Parameter gains: the factors that the camera applied for the picture it made of the raw data; `nil` if it does
    ///   not say, which counts as none.
    package init(
        gains: WhiteBalanceGains? = nil, matrix: [Double] = sRGBMatrix, blackLevel: Int = 0, whiteLevel: Int? = nil
    ) {
        let inverse = [gains?.red, gains?.green, gains?.blue].map { gain in
            gain.map { Double($0) }.flatMap { $0.isFinite && $0 > 0 ? 1 / $0 : nil } ?? 1
        }
        let brightest = inverse.max() ?? 1
        neutral = inverse.map { $0 / brightest }
        self.matrix = matrix.count == 9 ? matrix : Self.sRGBMatrix
        self.blackLevel = blackLevel
        self.whiteLevel = whiteLevel
    }
}
