import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Glow, cells and masks.
@Suite struct StylizeTests {
    private let picture = Pixels.detailed(160, 120)

    /// Half a pixel from a step, a Gaussian of 8 pixels has 0.525 of it.
    @Test func gloomDullsWhatIsBright() throws {
        let filter = CIFilter.gloom()
        filter.inputImage = Pixels.gray { x, _ in x < 80 ? 0 : 255 }.image
        (filter.radius, filter.intensity) = (8, 1)
        let dull = try Pixels(filter)
        #expect(dull.isNear(Pixels.code(0.525), 80, 60, within: 2) && dull.at(79, 60) == [0, 0, 0, 255])
        #expect(dull.at(150, 60) == [255, 255, 255, 255])
        filter.intensity = 0.5
        #expect(try Pixels(filter).isNear(Pixels.code(0.7625), 80, 60, within: 2))
        filter.inputImage = picture.image
        filter.intensity = 1
        #expect(zip(try Pixels(filter).bytes, picture.bytes).allSatisfy { Int($0) <= Int($1) + 1 })
        filter.intensity = 0
        #expect(try Pixels(filter).largestDifference(picture) <= 1)
    }

    /// In a ramp of light, the color of a hexagon is that of its middle.
    @Test func hexagonsHaveOneColorEach() throws {
        let ramp = Pixels.gray { x, _ in UInt8(Pixels.code((Double(x) + 0.5) / 160).rounded()) }
        let filter = CIFilter.hexagonalPixellate()
        filter.inputImage = ramp.image
        (filter.center, filter.scale) = (CGPoint(x: 80, y: 60), 12)
        let result = try Pixels(filter)
        let step = 12 * 3.0.squareRoot()
        for (column, isShifted) in [(0.0, false), (1, false), (-2, false), (0.5, true), (-1.5, true)] {
            let middle = 80 + column * step
            let y = isShifted ? 60 - 18 : 60
            for (dx, dy) in [(0, 0), (-9, 0), (8, 0), (0, -9), (0, 8)] {
                #expect(result.isNear(Pixels.code(middle / 160), Int(middle) + dx, y + dy))
            }
        }
    }

    @Test func oneComponentOfAMaskDecides() throws {
        let mask = Pixels(160, 120) { x, y in [x < 80 ? 255 : 0, 0, y < 60 ? 255 : 0, 255] }
        let lower = Pixels.gray { _, _ in 90 }
        for (filter, isUpper) in [
            (CIFilter.blendWithRedMask(), { x, _ in x < 80 }), (CIFilter.blendWithBlueMask(), { _, y in y < 60 }),
        ] as [(any CIFilter & CIBlendWithMask, (Int, Int) -> Bool)] {
            (filter.inputImage, filter.backgroundImage, filter.maskImage) = (picture.image, lower.image, mask.image)
            let mixed = try Pixels(filter)
            for (x, y) in [(20, 20), (120, 20), (20, 100), (120, 100)] {
                #expect(mixed.at(x, y) == (isUpper(x, y) ? picture : lower).at(x, y))
            }
        }
    }

    @Test func dotsOfOneColorLieOnWhite() throws {
        let filter = CIFilter.pointillize()
        filter.inputImage = Pixels(160, 120) { x, _ in x < 80 ? [200, 40, 0, 255] : [0, 40, 200, 255] }.image
        filter.radius = 10
        let dots = try Pixels(filter)
        func share(_ color: [UInt8]) -> Double {
            let count = (0..<120).reduce(0) { sum, y in sum + (0..<160).filter { dots.at($0, y) == color }.count }
            return Double(count) / (160 * 120)
        }
        let (red, blue, white) = (share([200, 40, 0, 255]), share([0, 40, 200, 255]), share([255, 255, 255, 255]))
        #expect(red > 0.15 && blue > 0.15 && white > 0.1 && red + blue + white > 0.85, "\(red) \(blue) \(white)")
        // A dot's color comes from its middle, which is no farther away than its radius.
        #expect((0..<120).allSatisfy { y in (0..<69).allSatisfy { dots.at($0, y)[0] >= dots.at($0, y)[2] } })
        #expect((0..<120).allSatisfy { y in (91..<160).allSatisfy { dots.at($0, y)[0] <= dots.at($0, y)[2] } })
    }

    @Test func twoPicturesAreMixed() throws {
        let filter = CIFilter.mix()
        (filter.inputImage, filter.backgroundImage) = (picture.image, Pixels.gray { _, _ in 0 }.image)
        #expect(try Pixels(filter) == picture)
        filter.amount = 0
        #expect(try Pixels(filter).at(80, 60) == [0, 0, 0, 255])
        (filter.inputImage, filter.amount) = (Pixels.gray { _, _ in 255 }.image, 0.25)
        #expect(try Pixels(filter).isNear(Pixels.code(0.25), 80, 60))
    }
}
