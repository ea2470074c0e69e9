import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Weighted sums of the pixels around a pixel.
@Suite struct ConvolutionTests {
    private let picture = Pixels.detailed(160, 120)

    private func vector(_ weights: [CGFloat]) -> CIVector { CIVector(values: weights, count: weights.count) }

    /// FFmpeg's works on codes, as ours without color management.
    @Test func aConvolutionIsFFmpegs() throws {
        let unmanaged = CIContext(options: [.workingColorSpace: NSNull(), .outputColorSpace: NSNull()])
        for (filter, side) in [
            (CIFilter.convolutionRGB3X3(), 3), (CIFilter.convolutionRGB5X5(), 5), (CIFilter.convolution7X7(), 7),
        ] as [(any CIFilter & CIConvolution, Int)] {
            // No two weights are alike, and their sum is 1.
            let whole = (0..<side * side).map { $0 * 3 % (side * side) + 1 }
            let sum = whole.reduce(0, +)
            filter.inputImage = picture.image
            filter.weights = vector(whole.map { CGFloat($0) / CGFloat(sum) })
            let matrix = whole.map(String.init).joined(separator: " ")
            let planes = (0..<3).map { "\($0)m='\(matrix)':\($0)rdiv=\(1 / Double(sum))" }.joined(separator: ":")
            let wanted = try picture.ffmpeg("format=gbrp,convolution=\(planes),format=rgba")
            let image = try #require(filter.outputImage)
            let result = try #require(Pixels(image, unmanaged))
            let border = side / 2
            func inner(_ pixels: Pixels) -> Pixels {
                pixels.part(border, border, 160 - 2 * border, 120 - 2 * border)
            }
            #expect(inner(result).largestDifference(inner(wanted)) <= 1)
        }
    }

    @Test func theBiasIsAddedAndAlphaMayStay() throws {
        let filter = CIFilter.convolution3X3()
        filter.inputImage = Pixels.dot.image
        (filter.weights, filter.bias) = (vector([CGFloat](repeating: 0, count: 9)), 0.25)
        // Alpha too is 0.25; 0.25 of light multiplied by it is white.
        #expect(try Pixels(filter).at(3, 3) == [64, 64, 64, 64])
        let kept = CIFilter.convolutionRGB3X3()
        kept.inputImage = picture.image
        (kept.weights, kept.bias) = (filter.weights, 0.25)
        let result = try Pixels(kept)
        #expect(result.isNear(Pixels.code(0.25), 3, 3) && result.at(3, 3)[3] == 255)
    }

    @Test func atFirstThePictureStaysAsItIs() throws {
        for (filter, count) in [
            (CIFilter.convolution3X3(), 9), (CIFilter.convolution5X5(), 25), (CIFilter.convolution7X7(), 49),
            (CIFilter.convolution9Horizontal(), 9), (CIFilter.convolution9Vertical(), 9),
            (CIFilter.convolutionRGB3X3(), 9), (CIFilter.convolutionRGB5X5(), 25), (CIFilter.convolutionRGB7X7(), 49),
            (CIFilter.convolutionRGB9Horizontal(), 9), (CIFilter.convolutionRGB9Vertical(), 9),
        ] as [(any CIFilter & CIConvolution, Int)] {
            filter.inputImage = picture.image
            #expect(filter.weights.count == count)
            #expect(try Pixels(filter).largestDifference(picture) <= 1)
        }
    }

    /// The first weight is that of the pixel at the left or the top: the dot comes to the right or down.
    @Test func nineWeightsLieInARowOrAColumn() throws {
        let first = vector((0..<9).map { $0 == 0 ? 1 : 0 })
        for filter in [CIFilter.convolution9Horizontal(), CIFilter.convolutionRGB9Horizontal()] {
            (filter.inputImage, filter.weights) = (Pixels.dot.image, first)
            #expect(try Pixels(filter).places().map { [$0.x, $0.y] } == [[84, 60]])
        }
        for filter in [CIFilter.convolution9Vertical(), CIFilter.convolutionRGB9Vertical()] {
            (filter.inputImage, filter.weights) = (Pixels.dot.image, first)
            #expect(try Pixels(filter).places().map { [$0.x, $0.y] } == [[80, 64]])
        }
    }
}
