import Foundation
import MissingGraphics
import Testing

/// Pictures of any layout, and drawing them into memory.
@Suite struct DrawingTests {
    /// Blue, green, red and alpha, as cameras deliver frames.
    private static let bgra = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
    private static let rgba = CGImageAlphaInfo.premultipliedLast.rawValue

    private func context(_ width: Int, _ height: Int, _ info: UInt32 = rgba) throws -> CGContext {
        try #require(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info))
    }

    private func image(_ pixels: [[UInt8]], width: Int, _ info: UInt32 = rgba) throws -> CGImage {
        let provider = try #require(CGDataProvider(data: Data(pixels.joined())))
        return try #require(
            CGImage(
                width: width, height: pixels.count / width, bitsPerComponent: 8, bitsPerPixel: 32,
                bytesPerRow: 4 * width, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider, decode: nil, shouldInterpolate: true,
                intent: .defaultIntent))
    }

    /// The bytes of a pixel, from the upper left corner.
    private func pixel(_ context: CGContext, _ x: Int, _ y: Int) -> [UInt8] {
        let bytes = context.bitsPerPixel / 8
        guard let base = context.data else { return [] }
        return (0..<bytes).map {
            base.load(fromByteOffset: y * context.bytesPerRow + x * bytes + $0, as: UInt8.self)
        }
    }

    private static let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = (
        [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]
    )

    @Test func aShadowLiesBeneathWhatIsDrawn() throws {
        let context = try context(40, 40)
        context.setShadow(
            offset: CGSize(width: 8, height: -6), blur: 0, color: CGColor(red: 0, green: 0, blue: 1, alpha: 1))
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.scaleBy(x: 2, y: 2)
        context.fill(CGRect(x: 5, y: 10, width: 5, height: 5))
        // The square is at 10 … 20 from the left and from the top, its shadow 8 to the right and 6 farther down.
        #expect(pixel(context, 15, 15) == Self.red && pixel(context, 19, 19) == Self.red)
        #expect(pixel(context, 25, 22) == Self.blue && pixel(context, 18, 25) == Self.blue)
        #expect(pixel(context, 15, 22) == [0, 0, 0, 0] && pixel(context, 28, 20) == [0, 0, 0, 0])
        let clipped = try self.context(40, 40)
        clipped.setShadow(
            offset: CGSize(width: 8, height: 0), blur: 0, color: CGColor(red: 0, green: 0, blue: 1, alpha: 1))
        clipped.clip(to: CGRect(x: 0, y: 0, width: 22, height: 40))
        clipped.fillEllipse(in: CGRect(x: 10, y: 10, width: 10, height: 10))
        #expect(pixel(clipped, 15, 25) == [0, 0, 0, 255] && pixel(clipped, 21, 25) == Self.blue)
        #expect(pixel(clipped, 23, 25) == [0, 0, 0, 0])
        clipped.setShadow(offset: .zero, blur: 0, color: nil)
        clipped.clear(CGRect(x: 0, y: 0, width: 40, height: 40))
        clipped.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
        #expect(pixel(clipped, 10, 37) == [0, 0, 0, 0])
    }

    @Test func aSoftShadowFadesByTheNormalDistribution() throws {
        let context = try context(60, 60)
        context.setShadow(
            offset: CGSize(width: 100, height: 0), blur: 8, color: CGColor(red: 0, green: 0, blue: 0, alpha: 1))
        // What throws it lies outside on the left.
        context.fill(CGRect(x: -100, y: 0, width: 130, height: 60))
        #expect(pixel(context, 50, 30)[3] == 255)
        context.setShadow(offset: CGSize(width: 20, height: 0), blur: 8)
        context.clear(CGRect(x: 0, y: 0, width: 60, height: 60))
        context.fill(CGRect(x: 0, y: 0, width: 20, height: 60))
        // A standard deviation of 4 pixels beyond the edge at 40, a sixth of the third is left.
        let (edge, beyond) = (Double(pixel(context, 39, 30)[3]), Double(pixel(context, 44, 30)[3]))
        #expect(abs(edge - 85 * 0.55) < 3 && abs(beyond - 85 * 0.13) < 3)
        #expect(pixel(context, 56, 30)[3] == 0 && pixel(context, 10, 30)[3] == 255)
    }

    @Test func aFrameInMemoryBecomesAnImageOfItsBytes() throws {
        var frame: [UInt8] = [1, 2, 3, 255, 4, 5, 6, 255, 0, 0, 0, 0, 7, 8, 9, 255, 10, 11, 12, 255, 0, 0, 0, 0]
        let image = try frame.withUnsafeMutableBytes { bytes in
            try #require(
                CGContext(
                    data: bytes.baseAddress, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 12,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: Self.bgra
                )?.makeImage())
        }
        #expect(image.dataProvider?.data?.prefix(20) == Data(frame.prefix(20)) && image.bytesPerRow == 12)
        #expect(image.alphaInfo == .premultipliedFirst && image.bitsPerPixel == 32 && image.width == 2)
        let drawn = try context(2, 2)
        drawn.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(pixel(drawn, 0, 0) == [3, 2, 1, 255] && pixel(drawn, 1, 1) == [12, 11, 10, 255])
    }

    /// Where red, green, blue and alpha are for each layout that a context can have.
    @Test(arguments: [
        (CGImageAlphaInfo.premultipliedLast, CGBitmapInfo.byteOrder32Big, [UInt8]([10, 20, 30, 255])),
        (.premultipliedLast, .byteOrder32Little, [255, 30, 20, 10]),
        (.premultipliedFirst, .byteOrderDefault, [255, 10, 20, 30]),
        (.premultipliedFirst, .byteOrder32Little, [30, 20, 10, 255]),
        (.noneSkipLast, .byteOrderDefault, [10, 20, 30, 0]),
        (.noneSkipFirst, .byteOrder32Little, [30, 20, 10, 0]),
    ])
    func layoutsHaveTheirBytesInOrder(alpha: CGImageAlphaInfo, order: CGBitmapInfo, expected: [UInt8]) throws {
        let drawn = try context(1, 1, alpha.rawValue | order.rawValue)
        drawn.draw(try image([[10, 20, 30, 255]], width: 1), in: CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(pixel(drawn, 0, 0) == expected)
    }

    @Test func drawingsAreUprightAndMayBeRotated() throws {
        let picture = try image([Self.red, Self.green, Self.blue, Self.red], width: 2)
        let whole = CGRect(x: 0, y: 0, width: 2, height: 2)
        let upright = try context(2, 2)
        upright.draw(picture, in: whole)
        #expect(pixel(upright, 0, 0) == Self.red && pixel(upright, 1, 0) == Self.green)
        #expect(pixel(upright, 0, 1) == Self.blue)
        let flipped = try context(2, 2)
        flipped.translateBy(x: 0, y: 2)
        flipped.scaleBy(x: 1, y: -1)
        flipped.draw(picture, in: whole)
        #expect(pixel(flipped, 0, 0) == Self.blue && pixel(flipped, 1, 1) == Self.green)
        // Counterclockwise by a quarter: what was on the right is above.
        let turned = try context(2, 2)
        turned.translateBy(x: 2, y: 0)
        turned.rotate(by: .pi / 2)
        turned.draw(picture, in: whole)
        #expect(pixel(turned, 0, 0) == Self.green && pixel(turned, 0, 1) == Self.red)
        #expect(pixel(turned, 1, 1) == Self.blue)
    }

    @Test func aSmallerPictureIsTheMeanOfItsPixels() throws {
        let gray = (0..<64).map { index -> [UInt8] in
            let value: UInt8 = (index + index / 8) % 2 == 0 ? 200 : 100
            return [value, value, value, 255]
        }
        let picture = try image(gray, width: 8)
        let small = try context(2, 2)
        small.interpolationQuality = .high
        small.draw(picture, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect((0..<4).allSatisfy { abs(Int(pixel(small, $0 % 2, $0 / 2)[0]) - 150) <= 1 })
        let nearest = try context(2, 2)
        nearest.interpolationQuality = .none
        nearest.draw(picture, in: CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect([100, 200].contains(pixel(nearest, 0, 0)[0]))
    }

    @Test func alphaMixesAndClearTakesAway() throws {
        let drawn = try context(2, 1)
        drawn.setFillColor(red: 1, green: 1, blue: 1, alpha: 1)
        drawn.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        let half = try image([[255, 0, 0, 128]], width: 1, CGImageAlphaInfo.last.rawValue)
        drawn.draw(half, in: CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(pixel(drawn, 0, 0) == [255, 127, 127, 255] && pixel(drawn, 1, 0) == [255, 255, 255, 255])
        drawn.clear(CGRect(x: 1, y: 0, width: 1, height: 1))
        #expect(pixel(drawn, 1, 0) == [0, 0, 0, 0])
        drawn.saveGState()
        drawn.setAlpha(0)
        drawn.draw(half, in: CGRect(x: 0, y: 0, width: 2, height: 1))
        drawn.restoreGState()
        #expect(pixel(drawn, 1, 0) == [0, 0, 0, 0])
    }

    @Test func aCroppedPictureIsThatPart() throws {
        let picture = try image([Self.red, Self.green, Self.blue, Self.red], width: 2)
        let part = try #require(picture.cropping(to: CGRect(x: 0.5, y: 1, width: 0.5, height: 5)))
        #expect(part.width == 1 && part.height == 1)
        let drawn = try context(1, 1)
        drawn.draw(part, in: CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(pixel(drawn, 0, 0) == Self.blue)
        #expect(picture.cropping(to: CGRect(x: 2, y: 0, width: 1, height: 1)) == nil)
    }

    @Test func grayIsTheLightOfTheColors() throws {
        let gray = try #require(
            CGContext(
                data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue))
        gray.draw(try image([Self.green], width: 1), in: CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(pixel(gray, 0, 0) == [150])
    }

    @Test func whatIsOutsideIsLeftAlone() throws {
        let drawn = try context(2, 2)
        let picture = try image([Self.red], width: 1)
        for rect in [
            CGRect(x: 5, y: 5, width: 3, height: 3), CGRect(x: -3, y: 0, width: 2, height: 2), .zero, .infinite, .null,
        ] {
            drawn.draw(picture, in: rect)
        }
        #expect((0..<4).allSatisfy { pixel(drawn, $0 % 2, $0 / 2) == [0, 0, 0, 0] })
        drawn.draw(picture, in: CGRect(x: 1, y: 1, width: 50, height: 50))
        #expect(pixel(drawn, 1, 0) == Self.red && pixel(drawn, 0, 1) == [0, 0, 0, 0])
    }

    @Test(arguments: [
        (16, 0, rgba), (8, 4, rgba), (8, 0, CGImageAlphaInfo.last.rawValue), (8, 0, CGImageAlphaInfo.none.rawValue),
        (8, 0, rgba | CGBitmapInfo.floatComponents.rawValue),
    ])
    func aContextRefusesWhatItCannotDraw(bits: Int, bytesPerRow: Int, info: UInt32) {
        var memory = [UInt8](repeating: 0, count: 64)
        let refused = memory.withUnsafeMutableBytes { bytes in
            CGContext(
                data: bytesPerRow > 0 ? bytes.baseAddress : nil, width: 2, height: 2, bitsPerComponent: bits,
                bytesPerRow: bytesPerRow, space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info) == nil
        }
        #expect(refused)
    }

    @Test func sizesThatOverflowAreRefused() {
        let space = CGColorSpaceCreateDeviceRGB()
        #expect(
            CGContext(
                data: nil, width: .max, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: Self.rgba) == nil)
        #expect(CGImage(width: 1, height: .max, bytesPerRow: .max, rgba: Data(count: 4)) == nil)
        #expect(CGColorSpace(name: CGColorSpace.displayP3)?.numberOfComponents == 3)
        #expect(CGColorSpace(name: "none of them") == nil)
    }
}
