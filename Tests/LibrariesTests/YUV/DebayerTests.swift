import TestSupport
import Testing
import YUV

@Suite struct DebayerTests {
    private let picture = ReferencePicture(width: 64, height: 50)
    private var size: PixelSize { PixelSize(width: picture.width, height: picture.height) }

    @Test(
        "a mosaic of any pattern and depth becomes the picture that it was made of", arguments: BayerPattern.allCases,
        [8, 10, 12, 16])
    func mosaics(pattern: BayerPattern, bits: Int) throws {
        let mosaic = mosaic(pattern, bits: bits)
        let pixels = OwnedPlane(bytesPerRow: size.width * 4, rows: size.height)
        try Debayer.bgra(
            mosaic.plane.readOnly, pattern: pattern, bitsPerSample: bits, to: pixels.plane, size: size)
        let expected = picture.bgra()
        // Bilinear interpolation of a gradient is exact inside, but means are rounded up, twice; at the mirrored edges
        // it is off by one sample's step, which is 5 here.
        var largest = (inside: 0, edge: 0)
        for y in 0..<size.height {
            for x in 0..<size.width * 4 {
                let error = abs(Int(pixels[y, x]) - Int(expected[y * size.width * 4 + x]))
                let isInside = y > 0 && y < size.height - 1 && x >= 4 && x < (size.width - 1) * 4
                if isInside { largest.inside = max(largest.inside, error) }
                largest.edge = max(largest.edge, error)
            }
        }
        #expect(largest.inside <= 2)
        #expect(largest.edge <= 8)
    }

    @Test("a mosaic becomes NV12 of either range", arguments: YUVRange.allCases)
    func mosaicToNV12(range: YUVRange) throws {
        let mosaic = mosaic(.grbg, bits: 10)
        let result = BiPlanarPicture(size)
        try Debayer.nv12(
            mosaic.plane.readOnly, pattern: .grbg, bitsPerSample: 10, range: range, to: result.planes, size: size)
        let expected = picture.planes(ColorReference(.rec601, fullRange: range == .full))
        // The edges, a tenth of this small picture, are off by up to 5.
        #expect(result.picture.psnr(expected) > 38)
    }

    @Test(arguments: [(63, 50, 8), (64, 0, 8), (64, 50, 9)])
    func oddSizesAndUnknownDepthsAreRefused(width: Int, height: Int, bits: Int) {
        let plane = OwnedPlane(bytesPerRow: 256, rows: 50)
        #expect(throws: YUVError.self) {
            try Debayer.bgra(
                plane.plane.readOnly, pattern: .rggb, bitsPerSample: bits, to: plane.plane,
                size: PixelSize(width: width, height: height))
        }
    }

    /// What a sensor with this pattern would see of the picture.
    private func mosaic(_ pattern: BayerPattern, bits: Int) -> OwnedPlane {
        let colors: [Character] =
            switch pattern {
            case .rggb: ["r", "g", "g", "b"]
            case .grbg: ["g", "r", "b", "g"]
            case .gbrg: ["g", "b", "r", "g"]
            case .bggr: ["b", "g", "g", "r"]
            }
        let mosaic = OwnedPlane(bytesPerRow: size.width * (bits > 8 ? 2 : 1), rows: size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = picture.color(x, y)
                let part =
                    switch colors[y % 2 * 2 + x % 2] {
                    case "r": color.red
                    case "g": color.green
                    default: color.blue
                    }
                let value = UInt16((part * Double((1 << bits) - 1)).rounded())
                if bits > 8 { mosaic.storeWord(value, at: y * size.width + x) } else { mosaic[y, x] = UInt8(value) }
            }
        }
        return mosaic
    }
}
