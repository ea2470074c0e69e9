import PixelCoding

/// How players show a stored picture: the shape of its pixels, and the part that counts.
package struct PictureShape: Sendable {
    /// The part that counts, in pixels; its middle is so far to the right of and below that of the picture.
    package struct Aperture: Sendable {
        package var width: Int
        package var height: Int
        package var right: Int
        package var down: Int

        package init(width: Int, height: Int, right: Int, down: Int) {
            (self.width, self.height, self.right, self.down) = (width, height, right, down)
        }
    }

    /// A pixel's width and height, in any unit; `nil` for a square.
    package var pixel: SIMD2<Int>?
    package var aperture: Aperture?

    package init() {}

    /// The size at which a picture of so many pixels is shown.
    func shown(_ size: (width: Int, height: Int)) -> (width: Int, height: Int) {
        let part = aperture.map { ($0.width, $0.height) } ?? size
        guard let pixel else { return part }
        return ((part.0 * pixel.x + pixel.y / 2) / pixel.y, part.1)
    }
}

extension BoxWriter {
    /// The `pasp` and `clap` boxes.
    ///
    /// Source: ISO/IEC 14496-12, 12.1.4; Apple, QuickTime File Format, "Pixel Aspect Ratio", "Clean Aperture".
    mutating func write(_ shape: PictureShape) {
        if let pixel = shape.pixel {
            box("pasp") {
                $0.write(UInt32(pixel.x))
                $0.write(UInt32(pixel.y))
            }
        }
        guard let aperture = shape.aperture else { return }
        box("clap") {
            for value in [aperture.width, aperture.height, aperture.right, aperture.down] {
                $0.write(Int32(value))
                $0.write(UInt32(1))
            }
        }
    }
}
