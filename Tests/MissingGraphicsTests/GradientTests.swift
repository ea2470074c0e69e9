import Foundation
import MissingGraphics
import Testing

@Suite struct GradientTests {
    private let context: CGContext

    init() throws {
        context = try #require(
            CGContext(
                data: nil, width: 100, height: 50, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    }

    /// Red, green, blue and alpha, with y up.
    private func pixel(_ x: Int, _ y: Int) throws -> [Int] {
        let data = try #require(context.data)
        let start = (49 - y) * context.bytesPerRow + 4 * x
        return (0..<4).map { Int(data.load(fromByteOffset: start + $0, as: UInt8.self)) }
    }

    private func gradient(_ colors: [CGColor], _ locations: [CGFloat]? = nil) throws -> CGGradient {
        let space = CGColorSpaceCreateDeviceRGB()
        guard let locations else {
            return try #require(CGGradient(colorsSpace: space, colors: colors as CFArray, locations: nil))
        }
        return try #require(CGGradient(colorsSpace: space, colors: colors as CFArray, locations: locations))
    }

    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    @Test func colorsChangeFromStopToStop() throws {
        context.drawLinearGradient(
            try gradient([red, green, blue], [0, 0.25, 1]), start: .zero, end: CGPoint(x: 100, y: 0), options: [])
        // The middle of a pixel is half a hundredth further.
        for x in [0, 10, 24, 25, 60, 99] {
            let place = (Double(x) + 0.5) / 100
            let part = place < 0.25 ? place / 0.25 : (place - 0.25) / 0.75
            let expected = place < 0.25 ? [1 - part, part, 0] : [0, 1 - part, part]
            let found = try pixel(x, 20)
            #expect(zip(found, expected + [1]).allSatisfy { abs(Double($0) - 255 * $1) <= 1 }, "\(x): \(found)")
        }
    }

    @Test func theEndsGoOnWhenTheyAreAskedTo() throws {
        let gradient = try gradient([red, blue])
        let (start, end) = (CGPoint(x: 0, y: 20), CGPoint(x: 0, y: 30))
        context.drawLinearGradient(gradient, start: start, end: end, options: [.drawsAfterEndLocation])
        #expect(try pixel(50, 10) == [0, 0, 0, 0] && pixel(50, 40) == [0, 0, 255, 255])
        context.drawLinearGradient(gradient, start: start, end: end, options: [.drawsBeforeStartLocation])
        #expect(try pixel(50, 10) == [255, 0, 0, 255])
    }

    @Test func theClipAndTheTransformCount() throws {
        context.saveGState()
        context.translateBy(x: 50, y: 0)
        context.clip(to: CGRect(x: 0, y: 0, width: 20, height: 50))
        context.setAlpha(0.5)
        context.drawLinearGradient(
            try gradient([red, red]), start: .zero, end: CGPoint(x: 10, y: 0),
            options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
        context.restoreGState()
        #expect(try pixel(49, 25) == [0, 0, 0, 0] && pixel(70, 25) == [0, 0, 0, 0])
        let found = try pixel(60, 25)
        #expect(abs(found[0] - 128) <= 1 && abs(found[3] - 128) <= 1)
    }

    @Test func circlesAreAroundTheirCenter() throws {
        let center = CGPoint(x: 50, y: 25)
        context.drawRadialGradient(
            try gradient([red, blue]), startCenter: center, startRadius: 5, endCenter: center, endRadius: 20,
            options: [])
        // Inside of the first circle and outside of the second there is nothing.
        #expect(try pixel(50, 25) == [0, 0, 0, 0] && pixel(75, 25) == [0, 0, 0, 0])
        for (x, y) in [(62, 25), (50, 12), (40, 33)] {
            let radius = hypot(Double(x) + 0.5 - 50, Double(y) + 0.5 - 25)
            let part = (radius - 5) / 15
            let found = try pixel(x, y)
            #expect(abs(Double(found[2]) - 255 * part) <= 1 && abs(Double(found[0]) - 255 * (1 - part)) <= 1)
        }
    }

    @Test func whatIsNoColorGivesNoGradient() {
        let space = CGColorSpaceCreateDeviceRGB()
        #expect(CGGradient(colorsSpace: space, colors: [], locations: nil) == nil)
        #expect(CGGradient(colorsSpace: space, colors: ["red"], locations: nil) == nil)
        let components: [CGFloat] = [1, 0, 0, 1, 0, 0, 1, 1]
        #expect(CGGradient(colorSpace: space, colorComponents: components, locations: nil, count: 2) != nil)
    }

    @Test func edgesAreHardWithoutAntialiasing() throws {
        context.setShouldAntialias(false)
        context.fillEllipse(in: CGRect(x: 10, y: 5, width: 40, height: 40))
        let levels = Set(try (0..<100).flatMap { x in try (0..<50).map { try pixel(x, $0)[3] } })
        #expect(levels == [0, 255])
        context.setShouldAntialias(true)
        context.fillEllipse(in: CGRect(x: 55, y: 5, width: 40, height: 40))
        #expect(Set(try (0..<100).flatMap { x in try (0..<50).map { try pixel(x, $0)[3] } }).count > 10)
    }
}
