import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PhotoCoding
import TestSupport
import Testing

@Suite struct JPEGPhotoTests {
    /// At quality 0.9 the quantizer's steps for a smooth picture are 2 to 4: errors below 1.
    private static let threshold = 42.0
    /// Through red, green and blue in 8 bits, with libyuv's factors of 6 bits: errors up to 3, about 1.5 on average.
    private static let thresholdThroughRGB = 38.0

    @Test(
        "a frame's colors survive in every format, matrix and range",
        arguments: [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
            kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs,
            kCVPixelFormatType_422YpCbCr8FullRange,
        ], ColorReference.Matrix.allCases)
    func colorsSurvive(format: OSType, matrix: ColorReference.Matrix) throws {
        let picture = ReferencePicture(width: 160, height: 120)
        let decoded = try ImageProbe.decode(try JPEGPhoto.encode(try picture.pixelBuffer(format, matrix)))
        let threshold = matrix == .rec601 ? Self.threshold : Self.thresholdThroughRGB
        #expect(decoded.psnr(reference(picture, like: decoded)) > threshold)
    }

    @Test(
        "odd sizes are encoded to the last pixel",
        arguments: [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_32BGRA, kCVPixelFormatType_OneComponent8,
        ], [(321, 241), (33, 17)])
    func oddSizes(format: OSType, size: (Int, Int)) throws {
        let picture = ReferencePicture(width: size.0, height: size.1)
        let decoded = try ImageProbe.decode(try JPEGPhoto.encode(try picture.pixelBuffer(format, .rec601)))
        #expect(decoded.width == size.0)
        #expect(decoded.height == size.1)
        // The small picture is ten times as steep.
        #expect(decoded.psnr(reference(picture, like: decoded)) > (size.0 > 100 ? 40 : 32))
    }

    @Test func pixelsSurvive() throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let buffer = try picture.pixelBuffer(kCVPixelFormatType_32BGRA, nil)
        let decoded = try ImageProbe.decode(try JPEGPhoto.encode(buffer))
        #expect(decoded.psnr(picture.planes(.jfif)) > Self.threshold)
        #expect(decoded.psnr(try DecodedPicture(jfifOf: buffer)) > Self.threshold)
    }

    @Test func grayFramesBecomeGrayFiles() throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let photo = try JPEGPhoto.encode(try picture.pixelBuffer(kCVPixelFormatType_OneComponent8, nil))
        let decoded = try ImageProbe.decode(photo)
        #expect(decoded.cb == nil)
        #expect(decoded.luma.psnr(picture.planes(.jfif).luma) > Self.threshold)
    }

    @Test func aWrongRangeWouldBeNoticed() throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .rec601)
        let decoded = try ImageProbe.decode(try JPEGPhoto.encode(frame))
        let videoRange = picture.planes(ColorReference(.rec601, fullRange: false))
        // Errors of up to 20, 7 on average.
        #expect(decoded.psnr(videoRange) < 35)
    }

    @Test func aWrongMatrixWouldBeNoticed() throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec709)
        let decoded = try ImageProbe.decode(try JPEGPhoto.encode(frame))
        #expect(decoded.psnr(picture.planes(ColorReference(.rec709, fullRange: true))) < 30)
    }

    @Test func bayerFramesBecomeColorPictures() throws {
        let buffer = try CVPixelBuffer.blank(320, 240, BayerPixelFormat.rggb10)
        let picture = ReferencePicture(width: 320, height: 240)
        buffer.withPlanes { planes in
            for y in 0..<240 {
                for x in 0..<320 {
                    let color = picture.color(x, y)
                    let parts = [color.red, color.green, color.green, color.blue]
                    let value = UInt16((parts[y % 2 * 2 + x % 2] * 1023).rounded())
                    planes[0].base.storeBytes(
                        of: value, toByteOffset: y * planes[0].bytesPerRow + 2 * x, as: UInt16.self)
                }
            }
        }
        let decoded = try ImageProbe.decode(try JPEGPhoto.encode(buffer))
        #expect(decoded.psnr(picture.planes(.jfif)) > Self.thresholdThroughRGB)
    }

    @Test func depthCannotBecomeAPhoto() throws {
        let buffer = try CVPixelBuffer.blank(16, 16, kCVPixelFormatType_DepthFloat32)
        let error = #expect(throws: CaptureError.self) { try JPEGPhoto.encode(buffer) }
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains("fdep") == true)
    }

    @Test("quality determines the size, whatever number is given", arguments: [(0.2, 0.9), (-5, 0.5), (0.5, 7)])
    func quality(lower: Double, higher: Double) throws {
        let frame = try ReferencePicture(width: 320, height: 240)
            .pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        let small = try JPEGPhoto.encode(frame, quality: lower)
        let large = try JPEGPhoto.encode(frame, quality: higher)
        #expect(small.count < large.count)
    }

    @Test func photosMadeAtTheSameTimeDoNotMix() async throws {
        let widths = [64, 96, 320, 640]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<16 {
                let width = widths[index % widths.count]
                group.addTask {
                    let picture = ReferencePicture(width: width, height: 48)
                    let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, .rec601)
                    let decoded = try ImageProbe.decode(try JPEGPhoto.encode(frame))
                    #expect(decoded.width == width)
                    #expect(decoded.psnr(picture.planes(.jfif)) > 36)
                }
            }
            try await group.waitForAll()
        }
    }

    /// The expected picture in the file's subsampling.
    private func reference(_ picture: ReferencePicture, like decoded: DecodedPicture) -> DecodedPicture {
        guard let cb = decoded.cb else { return DecodedPicture(luma: picture.planes(.jfif).luma) }
        let isHalfHeight = cb.height < decoded.height
        return picture.planes(.jfif, horizontal: 2, vertical: isHalfHeight ? 2 : 1)
    }
}
