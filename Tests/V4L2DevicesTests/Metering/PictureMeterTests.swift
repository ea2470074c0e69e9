import CoreVideo
import Testing

@testable import V4L2Devices

struct PictureMeterTests {
    /// A gray picture, in the upper bits of each sample.
    private func gray(_ code: UInt8, _ pixelFormat: OSType) throws -> CVPixelBuffer {
        let picture = try CVPixelBuffer(width: 64, height: 48, pixelFormat: pixelFormat)
        let isDeep = pixelFormat == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        picture.withPlanes { planes in
            for row in 0..<48 {
                for column in 0..<64 {
                    let place = row * planes[0].bytesPerRow + (isDeep ? 2 * column + 1 : column)
                    planes[0].base.storeBytes(of: code, toByteOffset: place, as: UInt8.self)
                }
            }
        }
        return picture
    }

    /// Source: IEC 61966-2-1: 0.18 is 118 of 255, which is 117 in video range.
    @Test(arguments: [
        (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, UInt8(118)),
        (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, UInt8(117)),
        (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, UInt8(117)),
    ]) func middleGrayIsEighteenPercentOfTheLight(pixelFormat: OSType, code: UInt8) throws {
        let meter = try #require(try PictureMeter(gray(code, pixelFormat), at: .init(x: 0.9, y: 0.1)))
        #expect(abs(meter.level - 0.18) < 0.005 && meter.sharpness == 0)
    }

    @Test(arguments: [0, 1]) func pointsAtTheEdgeAreInThePicture(place: Double) throws {
        let picture = try gray(255, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        #expect(try #require(PictureMeter(picture, at: .init(x: place, y: place))).level == 1)
    }

    @Test func otherFormatsAreNotMeasured() throws {
        let picture = try CVPixelBuffer(width: 64, height: 48, pixelFormat: kCVPixelFormatType_32BGRA)
        #expect(PictureMeter(picture, at: .middle) == nil)
    }
}
