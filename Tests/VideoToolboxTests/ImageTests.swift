import CoreVideo
import MissingFoundation
import MissingGraphics
import Testing
import VideoToolbox

@Suite struct ImageTests {
    /// One color, in the codes of the format. Source: ITU-R BT.709, 3.
    private func frame(_ format: OSType, luma: UInt8, cb: UInt8, cr: UInt8) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(width: 64, height: 48, pixelFormat: format)
        CVBufferSetAttachment(
            buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
        buffer.withPlanes { planes in
            for row in 0..<48 {
                (planes[0].base + row * planes[0].bytesPerRow).initializeMemory(
                    as: UInt8.self, repeating: luma, count: 64)
            }
            for row in 0..<24 {
                for column in 0..<32 {
                    let place = planes[1].base + row * planes[1].bytesPerRow + 2 * column
                    place.storeBytes(of: cb, as: UInt8.self)
                    (place + 1).storeBytes(of: cr, as: UInt8.self)
                }
            }
        }
        return buffer
    }

    private func pixel(_ buffer: CVPixelBuffer) throws -> [Int] {
        var image: CGImage?
        #expect(VTCreateCGImageFromCVPixelBuffer(buffer, options: nil, imageOut: &image) == noErr)
        let made = try #require(image)
        #expect(made.width == CVPixelBufferGetWidth(buffer))
        #expect(made.height == CVPixelBufferGetHeight(buffer))
        let data = try #require(made.dataProvider?.data)
        return (0..<4).map { Int(data[made.bytesPerRow * 20 + 4 * 30 + $0]) }
    }

    /// Red is 63, 102, 240 in video range, and 54, 99, 256 in full range; rounding moves each part by up to 3 codes.
    @Test func framesOfCamerasBecomePictures() throws {
        let video = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        let red = try pixel(frame(video, luma: 63, cb: 102, cr: 240))
        #expect(zip(red, [255, 0, 0]).allSatisfy { abs($0 - $1) <= 3 })
        let full = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        let gray = try pixel(frame(full, luma: 100, cb: 128, cr: 128))
        #expect(zip(gray, [100, 100, 100]).allSatisfy { abs($0 - $1) <= 3 })
    }

    @Test func pixelsAreCopied() throws {
        let buffer = try CVPixelBuffer(width: 64, height: 48, pixelFormat: kCVPixelFormatType_32BGRA)
        buffer.withPlanes { planes in
            for row in 0..<48 {
                for column in 0..<64 {
                    (planes[0].base + row * planes[0].bytesPerRow).storeBytes(
                        of: 0xFF10_2030, toByteOffset: 4 * column, as: UInt32.self)
                }
            }
        }
        #expect(try pixel(buffer) == [0x10, 0x20, 0x30, 0xFF])
    }

    @Test func whatIsNoPictureIsRefused() throws {
        let depth = try CVPixelBuffer(width: 64, height: 48, pixelFormat: kCVPixelFormatType_DepthFloat32)
        var image: CGImage?
        #expect(
            VTCreateCGImageFromCVPixelBuffer(depth, options: nil, imageOut: &image) == kVTPixelTransferNotSupportedErr)
        #expect(image == nil)
    }
}
