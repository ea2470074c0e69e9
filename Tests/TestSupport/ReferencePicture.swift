/// A smooth picture that has all hues and all brightnesses: its planes are known exactly for every matrix, range and
/// subsampling, and it survives compression nearly unchanged.
package struct ReferencePicture: Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Red increases to the right, green downwards, blue in the opposite direction.
    package func color(_ x: Int, _ y: Int) -> RGB {
        let (u, v) = (Double(x) / Double(max(width - 1, 1)), Double(y) / Double(max(height - 1, 1)))
        return RGB(red: u, green: v, blue: 1 - (u + v) / 2)
    }

    /// The planes in 8 bits; a chroma sample is the mean of the pixels that it covers.
    package func planes(
        _ reference: ColorReference, horizontal: Int = 2, vertical: Int = 2
    ) -> DecodedPicture {
        Self.planes(
            reference, width: width, height: height, horizontal: horizontal, vertical: vertical, color: color)
    }

    /// The planes of a picture whose colors come from a function of column and row.
    static func planes(
        _ reference: ColorReference, width: Int, height: Int, horizontal: Int, vertical: Int,
        color: (Int, Int) -> RGB
    ) -> DecodedPicture {
        let chromaWidth = (width + horizontal - 1) / horizontal
        let chromaHeight = (height + vertical - 1) / vertical
        var luma = [UInt8](repeating: 0, count: width * height)
        var sums = [(cb: Double, cr: Double, count: Double)](
            repeating: (0, 0, 0), count: chromaWidth * chromaHeight)
        for y in 0..<height {
            for x in 0..<width {
                let codes = reference.encode(color(x, y))
                luma[y * width + x] = UInt8(clamping: Int(codes.y.rounded()))
                let index = y / vertical * chromaWidth + x / horizontal
                sums[index].cb += codes.cb
                sums[index].cr += codes.cr
                sums[index].count += 1
            }
        }
        func chroma(_ sum: ((cb: Double, cr: Double, count: Double)) -> Double) -> DecodedPicture.Component {
            .init(
                width: chromaWidth, height: chromaHeight,
                samples: sums.map { UInt8(clamping: Int((sum($0) / $0.count).rounded())) })
        }
        return DecodedPicture(
            luma: .init(width: width, height: height, samples: luma), cb: chroma { $0.cb }, cr: chroma { $0.cr })
    }

    /// Rows of blue, green, red, 255, without padding.
    package func bgra() -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let color = color(x, y)
                for part in [color.blue, color.green, color.red, 1] {
                    pixels.append(UInt8((part * 255).rounded()))
                }
            }
        }
        return pixels
    }
}
