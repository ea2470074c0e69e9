internal import CYUV

/// Changes the colors of 32-bit pixels with the bytes blue, green, red, alpha: first each value by a curve, then all
/// three by a matrix. Alpha does not change.
package struct ColorMapping: Sendable {
    private let table: [UInt8]
    private let matrix: [Int8]

    /// - Parameters:
    ///   - curve: from 0 … 1 to 0 … 1; values outside are clamped.
    ///   - matrix: rows for red, green, blue, each with factors for red, green, blue; -2 ..< 2.
    package init(curve: (Double) -> Double, matrix: [[Double]]) {
        table = (0...255).flatMap { code -> [UInt8] in
            let value = UInt8((min(max(curve(Double(code) / 255), 0), 1) * 255).rounded())
            return [value, value, value, UInt8(code)]
        }
        // libyuv counts in 64ths, and orders from blue to red.
        self.matrix =
            matrix.reversed().flatMap { row in
                row.reversed().map { Int8(min(max(($0 * 64).rounded(), -128), 127)) } + [0]
            } + [0, 0, 0, 64]
    }

    package func apply(to pixels: MutablePlane, size: PixelSize) throws(YUVError) {
        try check("ARGBColorTable", ARGBColorTable(pixels.bytes, pixels.stride, table, 0, 0, size.columns, size.rows))
        try check(
            "ARGBColorMatrix",
            ARGBColorMatrix(
                pixels.bytes, pixels.stride, pixels.bytes, pixels.stride, matrix, size.columns, size.rows))
    }
}
