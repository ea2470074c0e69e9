import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Pages that are seen from aside, transitions and patterns.
@Suite struct PerspectiveTests {
    private let picture = Pixels.colorful(160, 120)

    private func pixels(_ image: CIImage?, in rect: CGRect? = nil) throws -> Pixels {
        let image = try #require(image)
        return try #require(Pixels(image, in: rect))
    }

    /// The upper and the left side are the picture's own, so that the result has the picture's size.
    private func correction(of image: CIImage) -> CIFilter & CIPerspectiveCorrection {
        let filter = CIFilter.perspectiveCorrection()
        filter.inputImage = image
        filter.topLeft = CGPoint(x: 0, y: 120)
        filter.topRight = CGPoint(x: 160, y: 120)
        filter.bottomLeft = CGPoint(x: 0, y: 0)
        filter.bottomRight = CGPoint(x: 130, y: 20)
        return filter
    }

    @Test func aCorrectedPageIsWhatFFmpegMakesOfIt() throws {
        let image = try #require(correction(of: picture.image).outputImage)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 160, height: 120))
        let judged = try picture.ffmpeg(
            "perspective=x0=0:y0=0:x1=160:y1=0:x2=0:y2=120:x3=130:y3=100:sense=source:interpolation=linear")
        let made = try #require(Pixels(image))
        // FFmpeg computes in YUV, which costs some bits.
        #expect(made.psnr(judged) > 32, "\(made.psnr(judged)) dB")
        #expect(picture.psnr(judged) < 29)
    }

    @Test func aTransformedPictureIsWhatFFmpegMakesOfIt() throws {
        let filter = CIFilter.perspectiveTransform()
        filter.inputImage = picture.image
        filter.topLeft = CGPoint(x: 20, y: 110)
        filter.topRight = CGPoint(x: 150, y: 100)
        filter.bottomLeft = CGPoint(x: 10, y: 10)
        filter.bottomRight = CGPoint(x: 120, y: 30)
        let image = try #require(filter.outputImage)
        #expect(image.extent == CGRect(x: 10, y: 10, width: 140, height: 100))
        let made = try #require(Pixels(image, in: CGRect(x: 0, y: 0, width: 160, height: 120)))
        let judged = try picture.ffmpeg(
            "perspective=x0=20:y0=10:x1=150:y1=20:x2=10:y2=110:x3=120:y3=90:sense=destination:interpolation=linear")
        // Within the corners; FFmpeg repeats the edges beyond.
        #expect(made.part(30, 30, 80, 50).psnr(judged.part(30, 30, 80, 50)) > 32)
        #expect(made.at(2, 2) == [0, 0, 0, 0] && made.at(155, 110) == [0, 0, 0, 0])
        // And back again.
        let back = correction(of: image)
        (back.topLeft, back.topRight) = (filter.topLeft, filter.topRight)
        (back.bottomLeft, back.bottomRight) = (filter.bottomLeft, filter.bottomRight)
        let page = try #require(back.outputImage)
        // The longer one of two opposite sides.
        #expect(page.extent == CGRect(x: 0, y: 0, width: 130, height: 100))
        let restored = try #require(
            Pixels(
                page.transformed(by: CGAffineTransform(scaleX: 160 / 130, y: 120 / 100)).cropped(
                    to: CGRect(
                        x: 0, y: 0, width: 160, height: 120))))
        #expect(restored.part(5, 5, 150, 110).psnr(picture.part(5, 5, 150, 110)) > 32)
    }

    @Test func withoutCropTheRestOfThePictureStays() throws {
        let filter = correction(of: picture.image)
        filter.crop = false
        filter.topLeft = CGPoint(x: 40, y: 90)
        filter.topRight = CGPoint(x: 120, y: 90)
        filter.bottomLeft = CGPoint(x: 40, y: 30)
        filter.bottomRight = CGPoint(x: 120, y: 30)
        let image = try #require(filter.outputImage)
        #expect(image.extent == CGRect(x: -40, y: -30, width: 160, height: 120))
        #expect(try pixels(image).largestDifference(picture) <= 1)
    }

    @Test func cornersWithoutAnAreaGiveNothing() throws {
        let filter = correction(of: picture.image)
        filter.bottomRight = CGPoint(x: 80, y: 121)
        #expect(filter.outputImage?.extent.isNull == true)
    }

    @Test func aPictureDissolvesIntoAnother() throws {
        let other = Pixels(160, 120) { _, _ in [0, 0, 255, 255] }
        let filter = CIFilter.dissolveTransition()
        filter.inputImage = picture.image
        filter.targetImage = other.image
        func shown(_ time: Float) throws -> Pixels {
            filter.time = time
            return try pixels(filter.outputImage)
        }
        #expect(try shown(0).largestDifference(picture) <= 1)
        #expect(try shown(1).largestDifference(other) <= 1)
        let judged = try picture.ffmpeg("blend=all_expr='0.75*A+0.25*B'", with: other, inLight: true)
        #expect(try shown(0.25).psnr(judged) > 45)
    }

    @Test func aPictureWithoutEndIsShownUpToItsHorizon() throws {
        let filter = CIFilter.perspectiveTransformWithExtent()
        filter.inputImage = CIImage(color: CIColor(red: 0, green: 1, blue: 0))
        filter.extent = CGRect(x: 0, y: 0, width: 100, height: 100)
        // The horizon cuts off the box's upper right corner.
        filter.bottomLeft = .zero
        filter.bottomRight = CGPoint(x: 100, y: 0)
        filter.topRight = CGPoint(x: 55, y: 55)
        filter.topLeft = CGPoint(x: 0, y: 100)
        let made = try pixels(filter.outputImage, in: CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(made.at(20, 80) == [0, 255, 0, 255], "near, at the lower left")
        #expect(made.at(99, 0) == [0, 0, 0, 0], "behind the horizon")
    }

    @Test func noiseIsUniformAndTheSameEachTime() throws {
        let noise = try #require(CIFilter.randomGenerator().outputImage)
        #expect(noise.extent.isInfinite)
        let alpha = CIFilter.colorMatrix()
        alpha.inputImage = noise
        alpha.rVector = CIVector(x: 0, y: 0, z: 0, w: 0)
        alpha.gVector = alpha.rVector
        alpha.bVector = alpha.rVector
        let area = CGRect(x: -100, y: 50, width: 256, height: 256)
        let made = try pixels(alpha.outputImage, in: area)
        #expect(try made == pixels(alpha.outputImage, in: area))
        let values = stride(from: 3, to: made.bytes.count, by: 4).map { made.bytes[$0] }
        // Each quarter of the range has a quarter of the 65,536 pixels; four sigma are 443.
        for quarter in 0..<4 {
            #expect(abs(values.filter { Int($0) / 64 == quarter }.count - 16_384) < 600)
        }
    }

    @Test func aRoundedRectangleHasRoundCorners() throws {
        let filter = CIFilter.roundedRectangleGenerator()
        filter.extent = CGRect(x: 10, y: 20, width: 100, height: 60)
        filter.radius = 30
        filter.color = CIColor(red: 1, green: 0, blue: 0)
        let image = try #require(filter.outputImage)
        #expect(image.extent == filter.extent)
        let made = try #require(Pixels(image))
        #expect(made.at(50, 30) == [255, 0, 0, 255] && made.at(50, 0) == [255, 0, 0, 255])
        #expect(made.at(1, 1) == [0, 0, 0, 0] && made.at(98, 58) == [0, 0, 0, 0])
        let covered = stride(from: 3, to: made.bytes.count, by: 4).reduce(0) { $0 + Double(made.bytes[$1]) } / 255
        #expect(abs(covered - (100 * 60 - (4 - .pi) * 900)) < 10)
    }
}
