import Testing
import YUV

struct RGBOrderTests {
    /// A blue-ish pixel and a red-ish one in each order, as bytes.
    @Test(arguments: [
        (RGBOrder.rgb, [10, 20, 30, 200, 100, 50]), (.bgr, [30, 20, 10, 50, 100, 200]),
        (.rgba, [10, 20, 30, 255, 200, 100, 50, 255]), (.argb, [255, 10, 20, 30, 255, 200, 100, 50]),
        (.abgr, [255, 30, 20, 10, 255, 50, 100, 200]),
    ])
    func pixelsAreBroughtIntoTheOrderBlueGreenRed(order: RGBOrder, bytes: [UInt8]) throws {
        // Two rows of twenty pixels: more than a vector register holds.
        let row = Array(repeatElement(bytes, count: 10).joined())
        let source = row + row
        var target = [UInt8](repeating: 0, count: 2 * 20 * 4)
        try source.withUnsafeBytes { from in
            try target.withUnsafeMutableBytes { to in
                try YUVConversion.rgbToBGRA(
                    Plane(from.baseAddress!, bytesPerRow: row.count), order: order,
                    to: MutablePlane(to.baseAddress!, bytesPerRow: 80), size: PixelSize(width: 20, height: 2))
            }
        }
        let pixels: [UInt8] = [30, 20, 10, 255, 50, 100, 200, 255]
        #expect(target == Array(repeatElement(pixels, count: 20).joined()))
    }
}
