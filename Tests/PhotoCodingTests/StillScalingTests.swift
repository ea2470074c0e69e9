import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PhotoCoding
import TestSupport
import Testing

@Suite struct StillScalingTests {
    private static let formats = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs,
    ]

    @Test("a scaled photo keeps its colors", arguments: formats, [(160, 120), (641, 481)])
    func scaled(format: OSType, size: (Int, Int)) throws {
        let frame = try ReferencePicture(width: 320, height: 240).pixelBuffer(format, .rec601)
        let scaled = try StillScaling.picture(frame, size: Self.dimensions(size))
        #expect(CVPixelBufferGetWidth(scaled) == size.0)
        #expect(CVPixelBufferGetHeight(scaled) == size.1)
        let decoded = try ImageProbe.decode(try JPEGPhoto.encode(scaled))
        let expected = ReferencePicture(width: size.0, height: size.1).planes(.jfif)
        // The gradient is up to three quarters of a sample off that of the other size.
        #expect(decoded.psnr(expected) > 36)
    }

    @Test func tenBitsAndWideColorsAreKept() throws {
        let format = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        let frame = try ReferencePicture(width: 320, height: 240).pixelBuffer(format, .rec2020)
        let scaled = try StillScaling.picture(frame, size: CMVideoDimensions(width: 160, height: 120))
        #expect(CVPixelBufferGetPixelFormatType(scaled) == format)
        let matrix = CVBufferCopyAttachment(scaled, kCVImageBufferYCbCrMatrixKey, nil) as? String
        #expect(matrix == kCVImageBufferYCbCrMatrix_ITU_R_2020)
    }

    @Test func aFrameOfTheRightSizeIsPassedThrough() throws {
        let frame = try ReferencePicture(width: 64, height: 48).pixelBuffer(kCVPixelFormatType_32BGRA, nil)
        #expect(try StillScaling.picture(frame, size: CMVideoDimensions(width: 64, height: 48)) === frame)
    }

    @Test("another shape is cropped from the middle", arguments: formats, [(120, 120), (160, 40)])
    func cut(format: OSType, size: (Int, Int)) throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let frame = try picture.pixelBuffer(format, .rec601)
        let preview = try StillPreview.buffer(
            of: try StillScaling.picture(frame, size: Self.dimensions(size)), pixelFormat: kCVPixelFormatType_32BGRA)
        let cut = size.0 == size.1 ? (240, 240) : (320, 80)
        for (x, y) in [(0.1, 0.1), (0.5, 0.5), (0.9, 0.2), (0.2, 0.9)] {
            let column = (320 - cut.0) / 2 + Int(x * Double(cut.0))
            let row = (240 - cut.1) / 2 + Int(y * Double(cut.1))
            Self.expect(
                preview, Int(x * Double(size.0)), Int(y * Double(size.1)), picture.color(column, row))
        }
    }

    @Test(
        "a preview has the size and the pixel format that were asked for", arguments: formats,
        StillPreview.pixelFormats)
    func preview(format: OSType, previewFormat: OSType) throws {
        let picture = ReferencePicture(width: 320, height: 240)
        let frame = try picture.pixelBuffer(format, .rec709)
        let size = CMVideoDimensions(width: 160, height: 120)
        let preview = try StillPreview.buffer(of: frame, size: size, pixelFormat: previewFormat)
        #expect(CVPixelBufferGetPixelFormatType(preview) == previewFormat)
        #expect(CVPixelBufferGetWidth(preview) == 160)
        let pixels = try StillPreview.buffer(of: preview, pixelFormat: kCVPixelFormatType_32BGRA)
        for (x, y) in [(3, 3), (80, 60), (150, 10), (20, 110)] {
            Self.expect(pixels, x, y, picture.color(2 * x + 1, 2 * y + 1))
        }
    }

    @Test func mosaicsAndGrayHavePreviewsToo() throws {
        let size = CMVideoDimensions(width: 32, height: 24)
        for format in [kCVPixelFormatType_OneComponent8, BayerPixelFormat.rggb10, kCVPixelFormatType_14Bayer_BGGR] {
            let buffer = try CVPixelBuffer.blank(64, 48, format)
            let preview = try StillPreview.buffer(
                of: buffer, size: size, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
            #expect(CVPixelBufferGetWidth(preview) == 32)
        }
    }

    @Test func depthHasNoPreview() throws {
        let buffer = try CVPixelBuffer.blank(16, 16, kCVPixelFormatType_DepthFloat32)
        #expect(throws: CaptureError.self) {
            try StillPreview.buffer(of: buffer, pixelFormat: kCVPixelFormatType_32BGRA)
        }
        let frame = try CVPixelBuffer.blank(16, 16, kCVPixelFormatType_32BGRA)
        let error = #expect(throws: CaptureError.self) {
            try StillPreview.buffer(of: frame, pixelFormat: kCVPixelFormatType_DepthFloat32)
        }
        #expect(error?.message.contains("fdep") == true)
    }

    private static func dimensions(_ size: (Int, Int)) -> CMVideoDimensions {
        CMVideoDimensions(width: Int32(size.0), height: Int32(size.1))
    }

    /// Chroma of half the resolution, and two conversions in 8 bits.
    private static func expect(_ buffer: CVPixelBuffer, _ x: Int, _ y: Int, _ color: RGB) {
        buffer.withPlanes { planes in
            let place = planes[0].base + y * planes[0].bytesPerRow + 4 * x
            for (index, part) in [color.blue, color.green, color.red].enumerated() {
                let code = place.load(fromByteOffset: index, as: UInt8.self)
                #expect(abs(Double(code) - part * 255) < 10, "\(x), \(y), part \(index)")
            }
        }
    }
}
