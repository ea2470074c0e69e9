import Foundation
import MissingGraphics
import Testing

@Suite struct BlendModeTests {
    /// What a pixel is after a color was filled over another one: red, green, blue, alpha.
    private func pixel(
        _ mode: CGBlendMode, _ below: (CGFloat, CGFloat, CGFloat, CGFloat),
        _ above: (CGFloat, CGFloat, CGFloat, CGFloat)
    ) throws -> [Int] {
        let context = try #require(
            CGContext(
                data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        context.setFillColor(red: below.0, green: below.1, blue: below.2, alpha: below.3)
        context.fill(whole)
        context.saveGState()
        context.setBlendMode(mode)
        context.setFillColor(red: above.0, green: above.1, blue: above.2, alpha: above.3)
        context.fill(whole)
        // The mode belongs to the state.
        context.restoreGState()
        context.setFillColor(red: 0, green: 0, blue: 0, alpha: 0)
        context.fill(whole)
        let data = try #require(context.data)
        return (0..<4).map { Int(data.load(fromByteOffset: $0, as: UInt8.self)) }
    }

    /// By the formulas of W3C's Compositing and Blending, worked out by hand.
    @Test func opaqueColorsAreMixed() throws {
        let expected: [(CGBlendMode, [Int])] = [
            (.normal, [153, 255, 51, 255]), (.multiply, [153, 102, 0, 255]), (.screen, [255, 255, 51, 255]),
            (.overlay, [255, 204, 0, 255]), (.hardLight, [255, 255, 0, 255]), (.darken, [153, 102, 0, 255]),
            (.lighten, [255, 255, 51, 255]), (.difference, [102, 153, 51, 255]), (.exclusion, [102, 153, 51, 255]),
            (.colorDodge, [255, 255, 0, 255]), (.colorBurn, [255, 102, 0, 255]),
            // sqrt(0.4) is 0.632; 1 and 0 stay.
            (.softLight, [255, 161, 0, 255]), (.plusLighter, [255, 255, 51, 255]), (.copy, [153, 255, 51, 255]),
            // With the luminosity 0.536 of red 1 and green 0.4; the blue that would be negative takes some of the others.
            (.color, [92, 185, 0, 255]),
        ]
        for (mode, bytes) in expected {
            let found = try pixel(mode, (1, 0.4, 0, 1), (0.6, 1, 0.2, 1))
            #expect(zip(found, bytes).allSatisfy { abs($0 - $1) <= 1 }, "\(mode): \(found)")
        }
    }

    @Test func transparencyCounts() throws {
        let half: (CGFloat, CGFloat, CGFloat, CGFloat) = (1, 0, 0, 0.6)
        let white: (CGFloat, CGFloat, CGFloat, CGFloat) = (1, 1, 1, 1)
        #expect(try pixel(.destinationOut, half, white) == [0, 0, 0, 0])
        #expect(try pixel(.clear, white, half) == [0, 0, 0, 0])
        #expect(try pixel(.sourceIn, half, white) == [153, 153, 153, 153])
        #expect(try pixel(.destinationOver, half, white) == [255, 102, 102, 255])
        #expect(try pixel(.xor, half, white) == [102, 102, 102, 102])
        // Over nothing, a mode has nothing to mix with.
        #expect(try pixel(.multiply, (0, 0, 0, 0), (1, 0, 0, 0.6)) == [153, 0, 0, 153])
        #expect(try pixel(.multiply, (0, 1, 0, 1), (1, 0, 0, 0.6)) == [0, 102, 0, 255])
    }
}
