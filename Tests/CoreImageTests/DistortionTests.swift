import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Pixels that move; EffectTests has twirls and bumps.
@Suite struct DistortionTests {
    /// The code of half of the light of white: edges are where it is.
    private static let half: UInt8 = 187

    /// A white disc around (80, 60).
    private func disc(_ radius: Double) -> Pixels {
        .gray { hypot(Double($0) + 0.5 - 80, Double($1) + 0.5 - 60) < radius ? 255 : 0 }
    }

    /// Whether there are as many pixels as a ring has.
    private func isNear(_ count: Int, disc outer: Double, hole inner: Double = 0) -> Bool {
        let area = Double.pi * (outer * outer - inner * inner)
        return abs(Double(count) - area) < 40
    }

    private func isNear(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    /// A disc that ends at 0.6 of the radius ends at 0.36, of which 0.6 is the square root.
    @Test func aPinchDrawsTogether() throws {
        let filter = CIFilter.pinchDistortion()
        filter.inputImage = disc(30).image
        (filter.center, filter.radius, filter.scale) = (CGPoint(x: 80, y: 60), 50, 0.5)
        let white = try Pixels(filter).places(above: Self.half)
        #expect(isNear(white.count, disc: 18))
        #expect(Set(white.map(\.x)).count == 36 && Set(white.map(\.y)).count == 36)
        filter.scale = 0
        #expect(try Pixels(filter).largestDifference(disc(30)) <= 1)
    }

    /// The circle of twice the radius is in the ring: what was 15 from the center is 27.5 from it.
    @Test func aHoleMovesThePictureOutward() throws {
        let filter = CIFilter.holeDistortion()
        filter.inputImage = disc(15).image
        (filter.center, filter.radius) = (CGPoint(x: 80, y: 60), 20)
        let result = try Pixels(filter)
        let clear = (0..<120).reduce(0) { sum, y in sum + (0..<160).count { result.at($0, y)[3] == 0 } }
        #expect(isNear(clear, disc: 20))
        let white = result.places(above: Self.half)
        #expect(isNear(white.count, disc: 27.5, hole: 20))
        #expect(result.at(80 + 45, 60) == [0, 0, 0, 255])
    }

    /// What is 22.15 from the middle line comes from 15, for 22.15 * (1 - 0.5 * (1 - 0.443^2)^2) is 15.
    @Test func aLinearBumpWidensAcrossItsAxis() throws {
        let filter = CIFilter.bumpDistortionLinear()
        filter.inputImage = disc(15).image
        (filter.center, filter.radius, filter.scale) = (CGPoint(x: 80, y: 60), 50, 0.5)
        let white = try Pixels(filter).places(above: Self.half)
        #expect(Set(white.map(\.x)).count == 44 && Set(white.map(\.y)).count == 30)
        filter.angle = .pi / 2
        let turned = try Pixels(filter).places(above: Self.half)
        #expect(Set(turned.map(\.x)).count == 30 && Set(turned.map(\.y)).count == 44)
    }

    @Test func aSplashDrawsTheCircleOutward() throws {
        let picture = Pixels.detailed(160, 120)
        let filter = CIFilter.circleSplashDistortion()
        filter.inputImage = picture.image
        // The middle of pixel (80, 59) from the upper left.
        (filter.center, filter.radius) = (CGPoint(x: 80.5, y: 60.5), 30)
        #expect(try #require(filter.outputImage).extent.isInfinite)
        let result = try Pixels(filter)
        #expect(result.part(60, 40, 40, 40) == picture.part(60, 40, 40, 40))
        for x in 110..<160 { #expect(isNear(result.at(x, 59), picture.at(110, 59))) }
        for y in 0..<29 { #expect(isNear(result.at(80, y), picture.at(80, 29))) }
    }

    /// Half way to the radius, a turn by 2 pi is a quarter of it.
    @Test func aVortexTurnsMostInTheMiddle() throws {
        let spot = Pixels.gray { hypot(Double($0) + 0.5 - 100, Double($1) + 0.5 - 60) < 3 ? 255 : 0 }
        let filter = CIFilter.vortexDistortion()
        filter.inputImage = spot.image
        (filter.center, filter.radius, filter.angle) = (CGPoint(x: 80, y: 60), 40, 2 * .pi)
        let white = try Pixels(filter).places(above: Self.half)
        #expect(white.contains { $0 == (80, 40) } && !white.contains { $0 == (100, 60) })
        let distances = white.map { hypot(Double($0.x) + 0.5 - 80, Double($0.y) + 0.5 - 60) }
        #expect(distances.allSatisfy { abs($0 - 20) < 4 })
        #expect(white.count > 10)
    }
}
