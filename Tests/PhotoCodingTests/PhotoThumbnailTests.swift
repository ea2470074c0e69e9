import CoreMedia
import CoreVideo
import Foundation
import PhotoCoding
import TestSupport
import Testing

@Suite struct PhotoThumbnailTests {
    @Test(
        "the embedded thumbnail shows the photo",
        arguments: [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_32BGRA,
            kCVPixelFormatType_422YpCbCr8_yuvs,
        ])
    func showsThePhoto(format: OSType) throws {
        let folder = try TemporaryFolder()
        let frame = try ReferencePicture(width: 640, height: 480).pixelBuffer(format, .rec601)
        let size = CMVideoDimensions(width: 160, height: 120)
        let file = try folder.file("photo.jpg", contents: try JPEGPhoto.encode(frame, thumbnail: size))
        let thumbnail = try ImageProbe.decode(try Tool.output("exiftool", ["-b", "-ThumbnailImage", file.path]))
        #expect(thumbnail.width == 160)
        #expect(thumbnail.height == 120)
        let isFullHeight = thumbnail.cb?.height == thumbnail.height
        let expected = ReferencePicture(width: 160, height: 120)
            .planes(.jfif, horizontal: 2, vertical: isFullHeight ? 1 : 2)
        // Quality 80, and a gradient that is up to three quarters of a sample off that of the large picture.
        #expect(thumbnail.psnr(expected) > 34)
        #expect(try ImageProbe.validation(of: file) == "OK")
    }

    @Test func aThumbnailThatWouldNotFitIsMadeSmaller() throws {
        let folder = try TemporaryFolder()
        let frame = try noise(width: 1024, height: 768)
        let size = CMVideoDimensions(width: 1024, height: 768)
        let file = try folder.file("photo.jpg", contents: try JPEGPhoto.encode(frame, thumbnail: size))
        let bytes = try Tool.output("exiftool", ["-b", "-ThumbnailImage", file.path])
        let thumbnail = try ImageProbe.decode(bytes)
        #expect(bytes.count < 0xFFFF)
        #expect(thumbnail.width < 1024)
        #expect(thumbnail.width > 64)
    }

    @Test func aThumbnailAloneHasExactlyTheSizeThatWasAskedFor() throws {
        let frame = try ReferencePicture(width: 640, height: 480)
            .pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec709)
        let data = try JPEGPhoto.thumbnail(of: frame, size: CMVideoDimensions(width: 101, height: 77))
        let thumbnail = try ImageProbe.decode(data)
        #expect(thumbnail.width == 101)
        #expect(thumbnail.height == 77)
    }

    /// A picture that compresses badly: the low bytes of a linear congruential generator.
    private func noise(width: Int, height: Int) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer.blank(width, height, kCVPixelFormatType_OneComponent8)
        buffer.withPlanes { planes in
            var state: UInt64 = 1
            for offset in stride(from: 0, to: planes[0].bytesPerRow * height, by: 8) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                planes[0].base.storeBytes(of: state ^ (state >> 29), toByteOffset: offset, as: UInt64.self)
            }
        }
        return buffer
    }
}
