import Foundation

/// The colors of a picture between its pixels.
struct ImageSampler {
    private let layout: BitmapLayout
    private let pixels: UnsafeRawPointer
    private let bytesPerRow: Int
    private let width: Int
    private let height: Int
    private let isSmooth: Bool
    private let isTiled: Bool
    private let columns: Int
    private let rows: Int

    /// - Parameters:
    ///   - pixels: the picture's pixels, valid as long as the sampler.
    ///   - columns, rows: how many pixels of the picture become one.
    init(
        _ image: CGImage, _ pixels: UnsafeRawPointer, isSmooth: Bool, isTiled: Bool, columns: Int, rows: Int
    ) {
        layout = image.layout
        self.pixels = pixels
        bytesPerRow = image.bytesPerRow
        width = image.width
        height = image.height
        self.isSmooth = isSmooth
        self.isTiled = isTiled
        self.columns = columns
        self.rows = rows
    }

    /// How many pixels of a picture become one, along its two sides.
    static func steps(_ transform: CGAffineTransform, _ scale: CGSize) -> (columns: Int, rows: Int) {
        let across = hypot(transform.a, transform.b) / scale.width
        let up = hypot(transform.c, transform.d) / scale.height
        func count(_ pixels: CGFloat) -> Int { max(1, min(16, Int((1 / max(pixels, 1e-6) - 0.01).rounded(.up)))) }
        return (count(across), count(up))
    }

    /// The color at a place, in pixels from the upper left corner.
    @inline(__always)
    func color(_ x: Float, _ y: Float) -> SIMD4<Float> {
        guard isSmooth else { return pixel(Int(x.rounded(.down)), Int(y.rounded(.down))) }
        if columns == 1, rows == 1 { return between(x - 0.5, y - 0.5) }
        let (left, top) = (x - Float(columns) / 2, y - Float(rows) / 2)
        var sum = SIMD4<Float>.zero
        for row in 0..<rows {
            for column in 0..<columns { sum += between(left + Float(column), top + Float(row)) }
        }
        return sum / Float(columns * rows)
    }

    @inline(__always)
    private func between(_ x: Float, _ y: Float) -> SIMD4<Float> {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (right, down) = (x - left, y - top)
        let (column, row) = (Int(left), Int(top))
        if right < 0.001, down < 0.001 { return pixel(column, row) }
        let above = pixel(column, row) * (1 - right) + pixel(column + 1, row) * right
        let below = pixel(column, row + 1) * (1 - right) + pixel(column + 1, row + 1) * right
        return above * (1 - down) + below * down
    }

    @inline(__always)
    private func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
        let x = isTiled ? (column % width + width) % width : max(0, min(width - 1, column))
        let y = isTiled ? (row % height + height) % height : max(0, min(height - 1, row))
        return layout.load(pixels + y * bytesPerRow + x * layout.bytesPerPixel)
    }
}
