import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Colors that depend on the color of the same pixel alone.
@Suite struct ToneTests {
    @Test func aToneCurveGoesThroughItsPoints() throws {
        let ramp = Pixels.gray { x, _ in UInt8(min(255, x * 255 / 159)) }
        let filter = CIFilter.toneCurve()
        filter.inputImage = ramp.image
        #expect(try Pixels(filter).largestDifference(ramp) <= 1)
        filter.point1 = CGPoint(x: 0.25, y: 0.5)
        filter.point3 = CGPoint(x: 0.75, y: 0.6)
        filter.point4 = CGPoint(x: 1, y: 0.8)
        let curved = try Pixels(filter)
        for (place, wanted) in [(0.25, 0.5), (0.5, 0.5), (0.75, 0.6), (1, 0.8)] {
            let x = Int((place * 159).rounded())
            #expect(abs(Double(curved.at(x, 5)[0]) - wanted * 255) < 4)
        }
    }

    @Test func pixelsChangeByThemselves() throws {
        let colors = Pixels(160, 120) { x, _ in x < 80 ? [200, 100, 40, 255] : [10, 220, 30, 255] }
        func left(_ filter: any CIFilter & CIFilterProtocol) throws -> [UInt8] {
            filter.setValue(colors.image, forKey: kCIInputImageKey)
            return try Pixels(filter).at(20, 20)
        }
        #expect(try left(CIFilter.maximumComponent()) == [200, 200, 200, 255])
        #expect(try left(CIFilter.minimumComponent()) == [40, 40, 40, 255])
        let threshold = CIFilter.colorThreshold()
        // In light, 100 of 255 are 0.127, and 200 are 0.578.
        threshold.threshold = 0.3
        #expect(try left(threshold) == [255, 0, 0, 255])
        threshold.threshold = 0.12
        #expect(try left(threshold) == [255, 255, 0, 255])
        let polynomial = CIFilter.colorPolynomial()
        polynomial.redCoefficients = CIVector(x: 1, y: -1, z: 0, w: 0)
        polynomial.blueCoefficients = CIVector(x: 0, y: 0, z: 0, w: 0)
        let changed = try left(polynomial)
        // 1 - 0.578 of light is 174 of 255.
        #expect(abs(Int(changed[0]) - 174) <= 1 && changed[1] == 100 && changed[2] == 0 && changed[3] == 255)
    }

    /// Buffers of floats can hold anything; without color management, it reaches the curve as it is.
    @Test func whatIsNoNumberIsBlackInATone() throws {
        let buffer = try CVPixelBuffer.blank(1, 1, kCVPixelFormatType_128RGBAFloat)
        buffer.withPlanes { $0[0].base.storeBytes(of: SIMD4<Float>(.nan, 2, -1, 1), as: SIMD4<Float>.self) }
        let filter = CIFilter.toneCurve()
        filter.inputImage = CIImage(cvPixelBuffer: buffer)
        let image = try #require(filter.outputImage)
        let unmanaged = CIContext(options: [.workingColorSpace: NSNull(), .outputColorSpace: NSNull()])
        #expect(try #require(Pixels(image, unmanaged)).at(0, 0) == [0, 255, 0, 255])
    }

    private let color = Pixels(1, 1, bytes: [204, 102, 51, 255])

    /// What a filter makes of the codes 0.8, 0.4 and 0.2.
    private func codes(_ filter: any CIFilter & CIFilterProtocol) throws -> [Int] {
        filter.setValue(color.image, forKey: kCIInputImageKey)
        let image = try #require(filter.outputImage)
        let unmanaged = CIContext(options: [.workingColorSpace: NSNull(), .outputColorSpace: NSNull()])
        return try #require(Pixels(image, unmanaged)).at(0, 0).map { Int($0) }
    }

    @Test func aCrossPolynomialHasProductsOfColors() throws {
        let filter = CIFilter.colorCrossPolynomial()
        #expect(try codes(filter) == [204, 102, 51, 255])
        func factors(_ pairs: [Int: CGFloat]) -> CIVector {
            CIVector(values: (0..<10).map { pairs[$0] ?? 0 }, count: 10)
        }
        filter.redCoefficients = factors([6: 1])
        filter.greenCoefficients = factors([7: 1])
        filter.blueCoefficients = factors([8: 0.5, 9: 0.1])
        // 0.8 · 0.4, 0.4 · 0.2, and 0.5 · 0.2 · 0.8 + 0.1.
        #expect(try codes(filter) == [82, 20, 46, 255])
        filter.redCoefficients = factors([3: 1])
        filter.greenCoefficients = factors([4: 1])
        filter.blueCoefficients = factors([5: 1])
        #expect(try codes(filter) == [163, 41, 10, 255])
    }

    @Test func curvesAreTables() throws {
        let filter = CIFilter.colorCurves()
        (filter.inputImage, filter.colorSpace) = (color.image, CGColorSpace(name: CGColorSpace.sRGB))
        func changed() throws -> [UInt8] {
            let image = try #require(filter.outputImage)
            return try #require(Pixels(image)).at(0, 0)
        }
        #expect(try changed() == [204, 102, 51, 255])
        let table: [Float] = [0, 1, 0, 0.5, 0.5, 1, 1, 0, 0]
        filter.curvesData = table.withUnsafeBytes { Data($0) }
        #expect(try changed() == [204, 153, 102, 255])
        filter.curvesDomain = CIVector(x: 0, y: 2)
        #expect(try changed() == [102, 204, 51, 255])
        filter.curvesData = Data(count: 12)
        #expect(filter.outputImage == nil)
    }

    @Test func differencesHaveNoSign() throws {
        let (white, quarter) = (Pixels.gray { _, _ in 255 }, Pixels.gray { _, _ in 137 })
        let filter = CIFilter.colorAbsoluteDifference()
        for (first, second) in [(white, quarter), (quarter, white)] {
            (filter.inputImage, filter.inputImage2) = (first.image, second.image)
            #expect(try Pixels(filter).isNear(Pixels.code(0.75), 80, 60))
        }
        filter.inputImage = white.image
        filter.inputImage2 = white.image
        #expect(try Pixels(filter).at(80, 60) == [0, 0, 0, 255])
    }
}
