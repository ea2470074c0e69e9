import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Pictures as a press prints them; EffectTests has dots.
@Suite struct HalftoneTests {
    /// A cosine is above -0.5 for two thirds of its way; code 64 is a quarter of the way to white.
    @Test func screensPrintAsMuchInkAsThePictureIsDark() throws {
        let filters: [(any CIFilter & CIFilterProtocol, Double, Double)] = [
            (CIFilter.lineScreen(), 2 / 3, 0.001), (CIFilter.hatchedScreen(), 8 / 9, 0.001),
            (CIFilter.circularScreen(), 2 / 3, 0.02),
        ]
        for (filter, wanted, tolerance) in filters {
            filter.setValue(Pixels.gray { _, _ in 64 }.image, forKey: kCIInputImageKey)
            filter.setValue(1, forKey: kCIInputSharpnessKey)
            filter.setValue(12, forKey: kCIInputWidthKey)
            filter.setValue(CIVector(x: 0, y: 0), forKey: kCIInputCenterKey)
            let print = try Pixels(filter, in: CGRect(x: 0, y: 0, width: 144, height: 120))
            let dark = print.width * print.height - print.places(above: 127).count
            #expect(abs(Double(dark) / Double(144 * 120) - wanted) < tolerance, "\(filter.name)")
        }
    }

    @Test func linesFollowTheirAngleAndCirclesTheirCenter() throws {
        let gray = Pixels.gray { _, _ in 128 }
        let lines = CIFilter.lineScreen()
        (lines.inputImage, lines.width, lines.sharpness) = (gray.image, 12, 1)
        let flat = try Pixels(lines)
        #expect((0..<120).allSatisfy { flat.at(0, $0) == flat.at(150, $0) })
        #expect((0..<108).allSatisfy { flat.at(0, $0) == flat.at(0, $0 + 12) } && flat.at(0, 3) != flat.at(0, 9))
        lines.angle = .pi / 2
        let upright = try Pixels(lines)
        #expect((0..<140).allSatisfy { upright.at($0, 0) == upright.at($0, 100) })
        #expect(upright.at(3, 0) != upright.at(9, 0))
        let circles = CIFilter.circularScreen()
        (circles.inputImage, circles.width, circles.sharpness) = (gray.image, 12, 1)
        circles.center = CGPoint(x: 80, y: 60)
        let round = try Pixels(circles)
        // Ink from -3 to 3, from 9 to 15, and so on.
        for (distance, isInk) in [(0, true), (5, false), (7, false), (11, true), (17, false), (24, true)] {
            #expect((round.at(80 + distance, 60)[0] < 128) == isInk && (round.at(80, 60 + distance)[0] < 128) == isInk)
        }
    }
}
