import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Numbers about an area.
@Suite struct ReductionTests {
    @Test func areasBecomeNumbers() throws {
        let colors = Pixels(160, 120) { x, y in
            y < 60 ? [255, 0, 0, 255] : x < 40 ? [0, 255, 0, 255] : [0, 0, 0, 255]
        }
        let area = CGRect(x: 0, y: 0, width: 160, height: 120)
        let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
        let maximum = CIFilter.areaMaximum()
        (maximum.inputImage, maximum.extent) = (colors.image, area)
        #expect(try #require(maximum.outputImage).extent == pixel)
        #expect(try Pixels(maximum, in: pixel).bytes == [255, 255, 0, 255])
        maximum.extent = CGRect(x: 0, y: 0, width: 160, height: 60)
        #expect(try Pixels(maximum, in: pixel).bytes == [0, 255, 0, 255])
        let minimum = CIFilter.areaMinimum()
        (minimum.inputImage, minimum.extent) = (colors.image, area)
        #expect(try Pixels(minimum, in: pixel).bytes == [0, 0, 0, 255])
        let histogram = CIFilter.areaHistogram()
        (histogram.inputImage, histogram.extent, histogram.count) = (colors.image, area, 4)
        let image = try #require(histogram.outputImage)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 4, height: 1))
        var bins = [Float](repeating: 0, count: 16)
        CIContext().render(
            image, toBitmap: &bins, rowBytes: 64, bounds: image.extent, format: .RGBAf, colorSpace: nil)
        func component(_ index: Int) -> [Float] { (0..<4).map { bins[4 * $0 + index] } }
        #expect(component(0) == [0.5, 0, 0, 0.5] && component(1) == [0.875, 0, 0, 0.125])
        #expect(component(2) == [1, 0, 0, 0] && component(3) == [0, 0, 0, 1])
    }

    /// Buffers of floats can hold anything.
    @Test func whatIsNoNumberCountsAsNothingInAHistogram() throws {
        let buffer = try CVPixelBuffer.blank(1, 1, kCVPixelFormatType_128RGBAFloat)
        buffer.withPlanes { $0[0].base.storeBytes(of: SIMD4<Float>(.nan, .infinity, -1, 1), as: SIMD4<Float>.self) }
        let histogram = CIFilter.areaHistogram()
        histogram.inputImage = CIImage(cvPixelBuffer: buffer)
        (histogram.extent, histogram.count) = (CGRect(x: 0, y: 0, width: 1, height: 1), 2)
        var bins = [Float](repeating: 0, count: 8)
        CIContext().render(
            try #require(histogram.outputImage), toBitmap: &bins, rowBytes: 32,
            bounds: CGRect(x: 0, y: 0, width: 2, height: 1), format: .RGBAf, colorSpace: nil)
        #expect(bins == [1, 0, 1, 0, 0, 1, 0, 1])
    }
}
