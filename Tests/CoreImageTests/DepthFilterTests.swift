import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Meters and their reciprocals.
@Suite struct DepthFilterTests {
    @Test func depthAndDisparityAreReciprocal() throws {
        let buffer = try CVPixelBuffer(width: 2, height: 1, pixelFormat: kCVPixelFormatType_DepthFloat32)
        CVPixelBufferLockBaseAddress(buffer, [])
        CVPixelBufferGetBaseAddress(buffer)!.assumingMemoryBound(to: Float.self)[0] = 4
        CVPixelBufferGetBaseAddress(buffer)!.assumingMemoryBound(to: Float.self)[1] = .nan
        CVPixelBufferUnlockBaseAddress(buffer, [])
        func values(_ image: CIImage?) throws -> [Float] {
            var pixels = [Float](repeating: -1, count: 8)
            CIContext().render(
                try #require(image), toBitmap: &pixels, rowBytes: 32, bounds: CGRect(x: 0, y: 0, width: 2, height: 1),
                format: .RGBAf, colorSpace: nil)
            return [pixels[0], pixels[4]]
        }
        let filter = CIFilter.depthToDisparity()
        filter.inputImage = CIImage(cvPixelBuffer: buffer)
        #expect(try values(filter.outputImage) == [0.25, 0])
        let back = CIFilter.disparityToDepth()
        back.inputImage = filter.outputImage
        // What is no distance stays none.
        #expect(try values(back.outputImage) == [4, 0])
    }
}
