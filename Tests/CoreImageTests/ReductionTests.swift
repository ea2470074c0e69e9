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

    private let colors = Pixels(160, 120) { x, y in
        y < 60 ? [255, 0, 0, 255] : x < 40 ? [0, 255, 0, 255] : [0, 0, 0, 255]
    }

    @Test func leastAndGreatestComponentsComeTogether() throws {
        let both = CIFilter.areaMinMax()
        (both.inputImage, both.extent) = (colors.image, CGRect(x: 0, y: 0, width: 160, height: 120))
        #expect(try #require(both.outputImage).extent == CGRect(x: 0, y: 0, width: 2, height: 1))
        let pair = CGRect(x: 0, y: 0, width: 2, height: 1)
        #expect(try Pixels(both, in: pair).bytes == [0, 0, 0, 255, 255, 255, 0, 255])
        let red = CIFilter.areaMinMaxRed()
        (red.inputImage, red.extent) = (colors.image, both.extent)
        let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(try Pixels(red, in: pixel).bytes == [0, 255, 0, 255])
        red.extent = CGRect(x: 0, y: 60, width: 160, height: 60)
        #expect(try Pixels(red, in: pixel).bytes == [255, 255, 0, 255])
    }

    @Test func thePixelWithTheMostOrTheLeastAlphaIsFound() throws {
        let veil = Pixels(160, 120) { x, y in
            x == 7 && y == 9 ? [100, 0, 0, 100] : x < 80 ? [0, 0, 180, 180] : [9, 9, 9, 255]
        }
        let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
        let most = CIFilter.areaMaximumAlpha()
        (most.inputImage, most.extent) = (veil.image, CGRect(x: 0, y: 0, width: 160, height: 120))
        #expect(try Pixels(most, in: pixel).largestDifference(Pixels(1, 1, bytes: [9, 9, 9, 255])) <= 1)
        let least = CIFilter.areaMinimumAlpha()
        (least.inputImage, least.extent) = (veil.image, most.extent)
        #expect(try Pixels(least, in: pixel).largestDifference(Pixels(1, 1, bytes: [100, 0, 0, 100])) <= 1)
    }

    /// A quarter of the light has the code 137, a half of it 188.
    @Test func rowsAndColumnsBecomeTheirMeans() throws {
        let rows = CIFilter.rowAverage()
        (rows.inputImage, rows.extent) = (colors.image, CGRect(x: 0, y: 0, width: 160, height: 120))
        let line = try #require(rows.outputImage)
        #expect(line.extent == CGRect(x: 0, y: 0, width: 120, height: 1))
        let means = try #require(Pixels(line))
        for (x, color) in [(0, [0, 137, 0]), (59, [0, 137, 0]), (60, [255, 0, 0]), (119, [255, 0, 0])] {
            #expect(zip(means.at(x, 0), color).allSatisfy { abs(Int($0) - $1) <= 1 }, "row \(x)")
        }
        let columns = CIFilter.columnAverage()
        (columns.inputImage, columns.extent) = (colors.image, CGRect(x: 30, y: 0, width: 20, height: 120))
        let part = try #require(columns.outputImage)
        #expect(part.extent == CGRect(x: 0, y: 0, width: 20, height: 1))
        let colored = try #require(Pixels(part))
        for (x, color) in [(0, [188, 188, 0]), (9, [188, 188, 0]), (10, [188, 0, 0]), (19, [188, 0, 0])] {
            #expect(zip(colored.at(x, 0), color).allSatisfy { abs(Int($0) - $1) <= 1 }, "column \(x)")
        }
    }

    /// -2, 0 and 2 are the logarithms of a quarter, 1 and 4.
    @Test func aLogarithmicHistogramHasBinsOfEqualRatios() throws {
        let buffer = try CVPixelBuffer.blank(1, 1, kCVPixelFormatType_128RGBAFloat)
        buffer.withPlanes { $0[0].base.storeBytes(of: SIMD4<Float>(0.25, 0, 4, 1), as: SIMD4<Float>.self) }
        let histogram = CIFilter.areaLogarithmicHistogram()
        histogram.inputImage = CIImage(cvPixelBuffer: buffer)
        (histogram.extent, histogram.count) = (CGRect(x: 0, y: 0, width: 1, height: 1), 8)
        (histogram.minimumStop, histogram.maximumStop, histogram.scale) = (-4, 4, 3)
        var bins = [Float](repeating: 0, count: 32)
        CIContext().render(
            try #require(histogram.outputImage), toBitmap: &bins, rowBytes: 128,
            bounds: CGRect(x: 0, y: 0, width: 8, height: 1), format: .RGBAf, colorSpace: nil)
        for (component, bin) in [(0, 2), (1, 0), (2, 6), (3, 4)] {
            #expect((0..<8).map { bins[4 * $0 + component] } == (0..<8).map { $0 == bin ? 3 : 0 }, "\(component)")
        }
    }

    @Test func aHistogramIsADiagramOfBars() throws {
        let histogram = CIFilter.areaHistogram()
        histogram.inputImage = colors.image
        (histogram.extent, histogram.count) = (CGRect(x: 0, y: 0, width: 160, height: 120), 4)
        let display = CIFilter.histogramDisplay()
        (display.inputImage, display.height) = (histogram.outputImage, 8)
        #expect(try #require(display.outputImage).extent == CGRect(x: 0, y: 0, width: 4, height: 8))
        // Red is in the bins 0 and 3 for a half each, green for 7 and 1 eighths, blue is in bin 0.
        let bars = try Pixels(display, in: CGRect(x: 0, y: 0, width: 4, height: 8))
        func column(_ x: Int, _ component: Int) -> Int { (0..<8).filter { bars.at(x, $0)[component] == 255 }.count }
        #expect((0..<4).map { column($0, 0) } == [4, 0, 0, 4] && (0..<4).map { column($0, 1) } == [7, 0, 0, 1])
        #expect((0..<4).map { column($0, 2) } == [8, 0, 0, 0] && (0..<4).map { column($0, 3) } == [8, 8, 8, 8])
        #expect(bars.at(3, 7) == [255, 255, 0, 255] && bars.at(3, 3) == [0, 0, 0, 255])
        // With nine rows, a half ends in the middle of a pixel.
        display.height = 9
        #expect(abs(Int(try Pixels(display, in: CGRect(x: 0, y: 0, width: 4, height: 9)).at(3, 4)[0]) - 188) <= 1)
        (display.height, display.lowLimit, display.highLimit) = (8, 0.25, 0.75)
        let limited = try Pixels(display, in: CGRect(x: 0, y: 0, width: 4, height: 8))
        #expect(limited.isNear(188, 0, 7) && limited.isNear(0, 1, 7, within: 0) && limited.isNear(188, 3, 0))
        let named = CIFilter(
            name: "CIHistogramDisplayFilter",
            parameters: [
                "inputImage": try #require(histogram.outputImage), "inputHeight": 8, "inputLowLimit": 0.25,
                "inputHighLimit": 0.75,
            ])
        let image = try #require(named?.outputImage)
        #expect(Pixels(image) == limited)
    }
}
