import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Blurs that look at each of the pixels around a pixel.
@Suite struct BlurTests {
    @Test func aDiscBlurSpreadsADotEvenly() throws {
        let filter = CIFilter.discBlur()
        filter.inputImage = Pixels.dot.image
        filter.radius = 5
        #expect(try #require(filter.outputImage).extent == CGRect(x: -5, y: -5, width: 170, height: 130))
        let result = try Pixels(filter)
        let spots = result.places()
        // 81 points with whole coordinates are no farther than 5 from a point.
        #expect(spots.count == 81)
        #expect(spots.allSatisfy { hypot(Double($0.x - 80), Double($0.y - 60)) <= 5 })
        #expect(spots.allSatisfy { result.isNear(Pixels.code(1 / 81), $0.x, $0.y) })
        let beyond = try Pixels(filter, in: CGRect(x: -5, y: 55, width: 5, height: 1))
        #expect(beyond.bytes.count == 20 && beyond.at(0, 0)[3] < beyond.at(4, 0)[3])
    }

    @Test func aMotionBlurSmearsAlongItsAngle() throws {
        let filter = CIFilter.motionBlur()
        filter.inputImage = Pixels.dot.image
        filter.radius = 10
        for (angle, isAcross) in [(Float(0), true), (Float.pi / 2, false)] {
            filter.angle = angle
            let result = try Pixels(filter)
            for step in -12...12 {
                let (x, y) = isAcross ? (80 + step, 60) : (80, 60 + step)
                #expect(result.isNear(abs(step) <= 10 ? Pixels.code(1 / 21) : 0, x, y, within: 2))
            }
            #expect(result.places(above: 4).count == 21)
        }
    }

    @Test func theMedianIsFFmpegs() throws {
        let picture = Pixels.detailed(160, 120)
        let filter = CIFilter.median()
        filter.inputImage = picture.image
        let wanted = try picture.ffmpeg("format=gbrp,median=radius=1,format=rgba")
        #expect(try Pixels(filter).part(2, 2, 156, 116).largestDifference(wanted.part(2, 2, 156, 116)) <= 1)
    }

    /// Codes 100 and 110 are 0.127 and 0.156 of light: less apart than the level. White is not.
    @Test func noiseIsAveragedAndWhatDiffersMoreStays() throws {
        let filter = CIFilter.noiseReduction()
        filter.inputImage = Pixels.gray { x, y in (x, y) == (40, 60) ? 110 : (x, y) == (120, 60) ? 255 : 100 }.image
        (filter.noiseLevel, filter.sharpness) = (0.05, 0)
        let result = try Pixels(filter)
        let mean = Pixels.code((8 * 0.12744 + 0.15593) / 9)
        for (x, y) in [(40, 60), (39, 59), (41, 61)] { #expect(result.isNear(mean, x, y, within: 0.6)) }
        #expect(result.at(120, 60) == [255, 255, 255, 255] && result.at(121, 61) == [100, 100, 100, 255])
        #expect(result.at(10, 10) == [100, 100, 100, 255])
        // A pixel that is alone among nine gets 8/9 of what it is brighter than their mean.
        filter.inputImage = Pixels.gray { x, y in (x, y) == (80, 60) ? 150 : 100 }.image
        filter.sharpness = 0.5
        let (light, around) = (0.30499, 0.12744)
        let sharp = light + 0.5 * 8 / 9 * (light - (light + 8 * around) / 9)
        #expect(try Pixels(filter).isNear(Pixels.code(sharp), 80, 60))
    }

    /// Half a pixel from a step, a Gaussian of 8 pixels has 0.525 of it, and one of 2 pixels has 0.5987.
    @Test func aMaskSaysHowFarAPictureIsBlurred() throws {
        let filter = CIFilter.maskedVariableBlur()
        filter.inputImage = Pixels.gray { x, _ in x < 80 ? 0 : 255 }.image
        filter.mask = Pixels.gray { _, y in y < 40 ? 0 : y < 80 ? 137 : 255 }.image
        filter.radius = 8
        let blurred = try Pixels(filter)
        #expect(blurred.at(80, 20) == [255, 255, 255, 255] && blurred.at(79, 20) == [0, 0, 0, 255])
        #expect(blurred.isNear(Pixels.code(0.5987), 80, 60, within: 2))
        #expect(blurred.isNear(Pixels.code(0.525), 80, 100, within: 2))
        // Nothing gets in from beyond the edges.
        #expect(blurred.at(159, 119) == [255, 255, 255, 255])
        #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 160, height: 120))
        filter.mask = nil
        #expect(try Pixels(filter).at(80, 100) == [255, 255, 255, 255])
    }
}
