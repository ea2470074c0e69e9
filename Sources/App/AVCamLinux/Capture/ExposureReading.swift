import Foundation

/// How bright the parts of a picture for the screen are: a histogram, and the cells in which nothing is left to see.
///
/// One pixel stands for each cell, so a reading costs less than a hundredth of drawing the picture.
package struct ExposureReading: Sendable, Equatable {
    package static let levelCount = 64
    /// Of 255. A camera clips before that, and a screen shows no difference above it.
    private static let clipped = 250
    /// Of 255: 70 %, the lower of the two levels that video cameras mark. What is darker is a strong color, such as that
    /// of a lamp or a flower, which fills one channel at the right exposure, too.
    private static let bright = 179

    /// How many cells have each brightness, from black to white.
    package private(set) var levels = [Int](repeating: 0, count: levelCount)
    package let columns: Int
    package let rows: Int
    /// Row after row, from the top left: whether a cell is overexposed. As on a video camera the luma decides; where it
    /// is high, one color without detail is enough, because a blue sky loses its blue first.
    package private(set) var isClipped: [Bool] = []

    /// - Parameters:
    ///   - cell: its side in pixels; cells at the right and lower edges may be cut off.
    ///   - part: what counts, in pixels from the top left; cells whose middle is elsewhere have no brightness and are not
    ///     overexposed. `nil` for all.
    package init(_ picture: LivePreview.Picture, cell: Int, part: CGRect? = nil) {
        self.init(
            pixels: picture.pixels, width: picture.width, height: picture.height, bytesPerRow: picture.bytesPerRow,
            cell: cell, part: part)
    }

    /// - Parameter pixels: BGRA, rows from the top; `nil` for no picture.
    init(
        pixels: UnsafeRawPointer?, width: Int, height: Int, bytesPerRow: Int, cell: Int, part: CGRect? = nil
    ) {
        guard let pixels, cell > 0 else {
            (columns, rows) = (0, 0)
            return
        }
        (columns, rows) = ((width + cell - 1) / cell, (height + cell - 1) / cell)
        isClipped.reserveCapacity(columns * rows)
        for row in 0..<rows {
            let y = min(row * cell + cell / 2, height - 1)
            for column in 0..<columns {
                let x = min(column * cell + cell / 2, width - 1)
                if let part, !part.contains(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)) {
                    isClipped.append(false)
                    continue
                }
                let pixel = pixels + y * bytesPerRow + x * 4
                let (blue, green, red) = (
                    pixel.load(as: UInt8.self), pixel.load(fromByteOffset: 1, as: UInt8.self),
                    pixel.load(fromByteOffset: 2, as: UInt8.self)
                )
                let luma = Self.luma(red: red, green: green, blue: blue)
                levels[luma * Self.levelCount / 256] += 1
                let isFull = Int(max(red, green, blue)) >= Self.clipped
                isClipped.append(luma >= Self.clipped || luma >= Self.bright && isFull)
            }
        }
    }

    /// Source: ITU-R BT.709, the weights of the luma, in 256ths.
    private static func luma(red: UInt8, green: UInt8, blue: UInt8) -> Int {
        (54 * Int(red) + 183 * Int(green) + 19 * Int(blue)) / 256
    }
}
