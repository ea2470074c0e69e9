import CaptureEngine
import CoreVideo
import Foundation
import PixelCoding

/// Pixels of a photo that outlive the camera's frame.
enum PhotoPixels {
    /// A copy in a buffer of its own, so that a program that keeps photos holds no buffer of the camera.
    ///
    /// - Parameter size: `nil` for the size of the source.
    static func copy(
        of source: CVPixelBuffer, as format: OSType, size: CMVideoDimensions? = nil
    ) throws(CaptureError) -> CVPixelBuffer {
        // With its own converter, so that the memory is freed with the photo.
        let converted = try FrameConverter(capacity: 2)
            .convert(source, to: FrameConverter.Target(pixelFormat: format, size: size))
        return converted === source ? try duplicate(source) : converted
    }

    static func duplicate(_ source: CVPixelBuffer) throws(CaptureError) -> CVPixelBuffer {
        var result: CVPixelBuffer?
        CVPixelBufferCreate(
            nil, CVPixelBufferGetWidth(source), CVPixelBufferGetHeight(source),
            CVPixelBufferGetPixelFormatType(source), nil, &result)
        guard let result else { throw CaptureError(.encodeFailed, "There is no memory for the photo's pixels") }
        source.withPlanes { planes in
            result.withPlanes { targets in
                for (plane, target) in zip(planes, targets) {
                    let count = min(plane.bytesPerRow, target.bytesPerRow)
                    for row in 0..<min(plane.height, target.height) {
                        (target.base + row * target.bytesPerRow)
                            .copyMemory(from: plane.base + row * plane.bytesPerRow, byteCount: count)
                    }
                }
            }
        }
        CVBufferPropagateAttachments(source, result)
        return result
    }
}
