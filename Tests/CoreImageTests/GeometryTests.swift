import CoreImage
import Foundation
import TestSupport
import Testing

/// Places: the origin is the lower left corner.
@Suite struct GeometryTests {
    private let picture = Pixels.colorful(70, 50)

    /// EXIF's eight orientations: what FFmpeg has to do so that such a picture is upright.
    @Test(arguments: [
        (1, "null"), (2, "hflip"), (3, "hflip,vflip"), (4, "vflip"), (5, "transpose=cclock_flip"),
        (6, "transpose=clock"), (7, "transpose=clock_flip"), (8, "transpose=cclock"),
    ]) func anOrientedPictureIsUpright(number: Int32, turn: String) throws {
        // The second is wider than a run and higher than a tile, so that blocks meet.
        for picture in [picture, Pixels.colorful(1100, 600)] {
            let image = picture.image.oriented(forExifOrientation: number)
            let (width, height) = number > 4 ? (picture.height, picture.width) : (picture.width, picture.height)
            #expect(image.extent == CGRect(x: 0, y: 0, width: width, height: height))
            #expect(try Pixels(image) == picture.ffmpeg(turn, width: width, height: height))
        }
    }

    @Test func theOriginIsTheLowerLeftCorner() throws {
        let corner = picture.image.cropped(to: CGRect(x: 0, y: 0, width: 3, height: 2))
        #expect(corner.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
        #expect(Pixels(corner) == picture.part(0, 48, 3, 2))
        let upper = picture.image.cropped(to: CGRect(x: 60, y: 45, width: 100, height: 100))
        #expect(upper.extent == CGRect(x: 60, y: 45, width: 10, height: 5))
        #expect(Pixels(upper) == picture.part(60, 0, 10, 5))
    }

    @Test func transformsMoveTheExtent() throws {
        let moved = picture.image.transformed(by: CGAffineTransform(translationX: 5, y: -3))
        #expect(moved.extent == CGRect(x: 5, y: -3, width: 70, height: 50) && Pixels(moved) == picture)
        let half = picture.image.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))
        #expect(half.extent == CGRect(x: 0, y: 0, width: 35, height: 25))
        // Turned twice by an eighth: the pixels are the same again.
        let eighth = CGAffineTransform(rotationAngle: .pi / 4)
        let quarter = picture.image.transformed(by: eighth).transformed(by: eighth)
        #expect(abs(quarter.extent.minX + 50) < 1e-6 && abs(quarter.extent.height - 70) < 1e-6)
        let turned = try picture.ffmpeg("transpose=cclock", width: 50, height: 70)
        #expect(try #require(Pixels(quarter, in: CGRect(x: -50, y: 0, width: 50, height: 70))).psnr(turned) > 60)
        #expect(picture.image.transformed(by: CGAffineTransform(scaleX: 0, y: 1)).extent.isNull)
    }

    @Test func enlargedPixelsAreBetweenTheirNeighbors() throws {
        let two = Pixels(2, 1) { x, _ in x == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
        let wide = two.image.transformed(by: CGAffineTransform(scaleX: 4, y: 4))
        let row = try #require(Pixels(wide))
        #expect(row.width == 8 && row.height == 4)
        let values = (0..<8).map { row.at($0, 1)[0] }
        #expect(values == values.sorted() && values[0] == 0 && values[7] == 255 && Set(values).count == 6)
        let nearest = try #require(Pixels(two.image.samplingNearest().transformed(by: .init(scaleX: 4, y: 4))))
        #expect((0..<8).map { nearest.at($0, 2)[0] } == [0, 0, 0, 0, 255, 255, 255, 255])
    }

    @Test func aClampedPictureRepeatsItsEdges() throws {
        let image = picture.image.clampedToExtent()
        #expect(image.extent.isInfinite)
        let around = try #require(Pixels(image, in: CGRect(x: -700, y: -40, width: 1500, height: 130)))
        #expect(around.at(0, 129) == picture.at(0, 49) && around.at(1499, 0) == picture.at(69, 0))
        #expect(around.at(700, 40) == picture.at(0, 0) && around.at(705, 129) == picture.at(5, 49))
    }

    @Test func whatIsOutsideIsClear() throws {
        let wide = try #require(Pixels(picture.image, in: CGRect(x: -10, y: -10, width: 90, height: 70)))
        #expect(wide.at(0, 0) == [0, 0, 0, 0] && wide.at(9, 30) == [0, 0, 0, 0] && wide.at(10, 30)[3] == 255)
        #expect(wide.part(10, 10, 70, 50) == picture)
        let context = CIContext()
        #expect(context.createCGImage(picture.image, from: .null) == nil)
        #expect(context.createCGImage(.red, from: CIImage.red.extent) == nil)
        #expect(context.createCGImage(.empty(), from: CIImage.empty().extent) == nil)
    }

    @Test func lanczosScalingIsAsSharpAsFFmpegs() throws {
        let picture = Pixels.detailed(400, 300)
        let image = picture.image.applyingFilter(
            "CILanczosScaleTransform", parameters: [kCIInputScaleKey: 0.3, kCIInputAspectRatioKey: 1.0])
        #expect(image.extent == CGRect(x: 0, y: 0, width: 120, height: 90))
        let judged = try picture.ffmpeg(
            "zscale=w=120:h=90:filter=lanczos:param_a=3", inLight: true, width: 120, height: 90)
        #expect(try #require(Pixels(image)).psnr(judged) > 45)
    }
}
