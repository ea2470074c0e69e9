import CaptureEngine
import CoreVideo
import YUV

/// The pixels of a buffer that can be converted.
enum PictureView {
    case nv12(BiPlanar<Plane>)
    /// 10 bits a sample.
    case p010(BiPlanar<Plane>)
    case bgra(Plane)
}

/// The pixels of a buffer that a conversion writes to.
enum MutablePictureView {
    case nv12(BiPlanar<MutablePlane>)
    /// 10 bits a sample.
    case p010(BiPlanar<MutablePlane>)
    case bgra(MutablePlane)

    var readOnly: PictureView {
        switch self {
        case .nv12(let planes): .nv12(planes.readOnly)
        case .p010(let planes): .p010(planes.readOnly)
        case .bgra(let plane): .bgra(plane.readOnly)
        }
    }
}

extension CVPixelBuffer {
    package var pixelSize: PixelSize {
        PixelSize(width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self))
    }

    /// Runs `body` with the buffer's pixels, valid until it returns.
    ///
    /// - Throws: `formatUnsupported` for pixels other than NV12, P010 and BGRA.
    func withPicture<Result>(
        _ body: (MutablePictureView) throws(CaptureError) -> Result
    ) throws(CaptureError) -> Result {
        let format = CVPixelBufferGetPixelFormatType(self)
        return try withPlanes { (planes) throws(CaptureError) in
            let views = planes.map { MutablePlane($0.base, bytesPerRow: $0.bytesPerRow) }
            switch format {
            case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
                return try body(.nv12(BiPlanar(luma: views[0], chroma: views[1])))
            case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
                return try body(.p010(BiPlanar(luma: views[0], chroma: views[1])))
            case kCVPixelFormatType_32BGRA:
                return try body(.bgra(views[0]))
            default:
                throw CaptureError(.formatUnsupported, "Pixel format \(format.letters) cannot be converted")
            }
        }
    }

    /// Marks the pixels as standard dynamic range.
    func attachStandardColors() {
        for (key, value) in [
            (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2),
            (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2),
            (kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2),
        ] {
            CVBufferSetAttachment(self, key, value, .shouldPropagate)
        }
    }
}
