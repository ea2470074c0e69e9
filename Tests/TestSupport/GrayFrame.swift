import CaptureEngine
import CoreMedia
import Foundation

/// Frames of one gray, as a camera delivers them.
package enum GrayFrame {
    /// - Parameter gray: luma, 0…255.
    package static func make(_ gray: UInt8, width: Int = 64, height: Int = 48) throws -> CMSampleBuffer {
        let buffer = try CVPixelBuffer(
            width: width, height: height, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        for plane in 0..<2 {
            let size = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            memset(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)!, plane == 0 ? Int32(gray) : 128, size)
        }
        CVBufferSetAttachment(
            buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
        return CMSampleBuffer.frame(
            buffer, format: try CMVideoFormatDescription(imageBuffer: buffer),
            presentationTimeStamp: CMTime(value: Int64(gray), timescale: 30))
    }
}
