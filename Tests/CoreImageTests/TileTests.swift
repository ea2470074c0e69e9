import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Pictures without end from one picture.
@Suite struct TileTests {
    private let picture = Pixels.detailed(160, 120)

    @Test func tilesRepeat() throws {
        let tile = CIFilter.affineTile()
        tile.inputImage = picture.image
        let wide = try Pixels(tile, in: CGRect(x: -160, y: 120, width: 480, height: 120))
        for part in 0..<3 { #expect(wide.part(160 * part, 0, 160, 120).largestDifference(picture) <= 1) }
        tile.transform = CGAffineTransform(translationX: 30, y: -20)
        let moved = try Pixels(tile)
        #expect(moved.part(30, 20, 130, 100).largestDifference(picture.part(0, 0, 130, 100)) <= 1)
        #expect(moved.part(0, 0, 30, 20).largestDifference(picture.part(130, 100, 30, 20)) <= 1)
    }

    @Test func aKaleidoscopeMirrorsItsWedge() throws {
        let kaleidoscope = CIFilter.kaleidoscope()
        kaleidoscope.inputImage = picture.image
        (kaleidoscope.count, kaleidoscope.center) = (4, CGPoint(x: 80, y: 60))
        let folded = try Pixels(kaleidoscope)
        // Four wedges of a half and its mirror image each: the upper half is the lower one, the left the right one.
        func isNear(_ one: [UInt8], _ other: [UInt8]) -> Bool {
            zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
        }
        for (x, y) in [(100, 30), (130, 50), (85, 10)] {
            #expect(isNear(folded.at(x, y), folded.at(x, 119 - y)) && isNear(folded.at(x, y), folded.at(159 - x, y)))
        }
        #expect(isNear(folded.at(100, 55), picture.at(100, 55)))
    }
}
