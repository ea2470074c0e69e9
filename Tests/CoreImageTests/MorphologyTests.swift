import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// The greatest and the least around a pixel.
@Suite struct MorphologyTests {
    private let square = Pixels.gray { (60..<100).contains($0) && (40..<80).contains($1) ? 255 : 0 }

    @Test func whatIsWhiteGrowsOrShrinksByARectangle() throws {
        let maximum = CIFilter.morphologyRectangleMaximum()
        maximum.inputImage = square.image
        (maximum.width, maximum.height) = (7, 3)
        #expect(try Pixels(maximum) == .gray { (57..<103).contains($0) && (39..<81).contains($1) ? 255 : 0 })
        let minimum = CIFilter.morphologyRectangleMinimum()
        minimum.inputImage = square.image
        (minimum.width, minimum.height) = (7, 3)
        #expect(try Pixels(minimum) == .gray { (63..<97).contains($0) && (41..<79).contains($1) ? 255 : 0 })
    }

    @Test func whatIsWhiteGrowsOrShrinksByADisc() throws {
        let maximum = CIFilter.morphologyMaximum()
        maximum.inputImage = Pixels.dot.image
        maximum.radius = 4
        #expect(
            try Pixels(maximum) == .gray { ($0 - 80) * ($0 - 80) + ($1 - 60) * ($1 - 60) <= 16 ? 255 : 0 })
        let minimum = CIFilter.morphologyMinimum()
        minimum.inputImage = square.image
        minimum.radius = 2
        #expect(try Pixels(minimum) == .gray { (62..<98).contains($0) && (42..<78).contains($1) ? 255 : 0 })
    }

    @Test func aSquareOfThreeIsFFmpegs() throws {
        let picture = Pixels.detailed(160, 120)
        let maximum = CIFilter.morphologyRectangleMaximum()
        maximum.inputImage = picture.image
        (maximum.width, maximum.height) = (3, 3)
        let wanted = try picture.ffmpeg("format=gbrp,dilation,format=rgba")
        #expect(try Pixels(maximum).part(1, 1, 158, 118).largestDifference(wanted.part(1, 1, 158, 118)) <= 1)
        let minimum = CIFilter.morphologyRectangleMinimum()
        minimum.inputImage = picture.image
        (minimum.width, minimum.height) = (3, 3)
        let least = try picture.ffmpeg("format=gbrp,erosion,format=rgba")
        #expect(try Pixels(minimum).part(1, 1, 158, 118).largestDifference(least.part(1, 1, 158, 118)) <= 1)
    }
}
