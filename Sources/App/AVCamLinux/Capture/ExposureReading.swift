/// How bright the parts of a picture for the screen are: a histogram, and the cells in which nothing is left to see.
///
/// One pixel stands for each cell, so a reading costs less than a hundredth of drawing the picture.
package struct ExposureReading: Sendable, Equatable {
    package static let levelCount = 64
    /// Of 255. A camera clips before that, and a screen shows no difference above it.
    private static let clippedLuma = 250

    /// How many cells have each brightness, from black to white.
    package private(set) var levels = [Int](repeating: 0, count: levelCount)
    package let columns: Int
    package let rows: Int
    /// Row after row, from the top left: whether a cell is overexposed.
    package private(set) var isClipped: [Bool] = []

    /// - Parameter cell: its side in pixels; cells at the right and lower edges may be cut off.
    package init(_ picture: LivePreview.Picture, cell: Int) {
        self.init(
            pixels: picture.pixels, width: picture.width, height: picture.height, bytesPerRow: picture.bytesPerRow,
            cell: cell)
    }

    /// - Parameter pixels: BGRA, rows from the top; `nil` for no picture.
    init(pixels: UnsafeRawPointer?, width: Int, height: Int, bytesPerRow: Int, cell: Int) {
        guard let pixels, cell > 0 else {
            (columns, rows) = (0, 0)
            return
        }
        (columns, rows) = ((width + cell - 1) / cell, (height + cell - 1) / cell)
        isClipped.reserveCapacity(columns * rows)
        for row in 0..<rows {
            let line = pixels + min(row * cell + cell / 2, height - 1) * bytesPerRow
            for column in 0..<columns {
                let pixel = line + min(column * cell + cell / 2, width - 1) * 4
                let luma = Self.luma(
                    red: pixel.load(fromByteOffset: 2, as: UInt8.self),
                    green: pixel.load(fromByteOffset: 1, as: UInt8.self), blue: pixel.load(as: UInt8.self))
                levels[luma * Self.levelCount / 256] += 1
                isClipped.append(luma >= Self.clippedLuma)
            }
        }
    }

    /// Source: ITU-R BT.709, the weights of the luma, in 256ths.
    private static func luma(red: UInt8, green: UInt8, blue: UInt8) -> Int {
        (54 * Int(red) + 183 * Int(green) + 19 * Int(blue)) / 256
    }
}
