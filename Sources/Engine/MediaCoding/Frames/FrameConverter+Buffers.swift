import CaptureEngine
import CoreVideo
import YUV

/// The pixels of a buffer that can be converted.
enum PictureView {
    case nv12(BiPlanar<Plane>)
    case bgra(Plane)
}

/// The pixels of a buffer that a conversion writes to.
enum MutablePictureView {
    case nv12(BiPlanar<MutablePlane>)
    case bgra(MutablePlane)

    var readOnly: PictureView {
        switch self {
        case .nv12(let planes): .nv12(planes.readOnly)
        case .bgra(let plane): .bgra(plane.readOnly)
        }
    }
}

extension CVPixelBuffer {
    var pixelSize: PixelSize {
        PixelSize(width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self))
    }

    /// Runs `body` with the buffer's pixels, valid until it returns.
    ///
    /// - Throws: `formatUnsupported` for pixels that are neither NV12 nor BGRA.
    func withPicture<Result>(
        _ body: (MutablePictureView) throws(CaptureError) -> Result
    ) throws(CaptureError) -> Result {
        let format = CVPixelBufferGetPixelFormatType(self)
        return try withPlanes { (planes) throws(CaptureError) in
            let views = planes.map { MutablePlane($0.base, bytesPerRow: $0.bytesPerRow) }
            switch format {
            case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
                return try body(.nv12(BiPlanar(luma: views[0], chroma: views[1])))
            case kCVPixelFormatType_32BGRA:
                return try body(.bgra(views[0]))
            default:
                throw CaptureError(.formatUnsupported, "Pixel format \(format) cannot be converted")
            }
        }
    }
}
