import CaptureEngine
import CoreVideo

extension CVPixelBuffer {
    /// A separate buffer, for a picture that is made only once.
    ///
    /// - Throws: ``CaptureError`` `encodeFailed` when there is no memory for it.
    package static func make(width: Int, height: Int, _ format: OSType) throws(CaptureError) -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        let status = CVPixelBufferCreate(nil, width, height, format, nil, &buffer)
        guard let buffer else {
            throw CaptureError(
                .encodeFailed, "There is no memory for a picture of \(width) x \(height) (\(status))")
        }
        return buffer
    }
}
