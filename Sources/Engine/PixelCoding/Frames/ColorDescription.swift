import CoreVideo
import YUV

/// How a buffer's YCbCr values stand for colors: what its attachments and its pixel format say.
package struct ColorDescription: Hashable {
    package var matrix: YUVMatrix
    package var range: YUVRange

    package init(matrix: YUVMatrix, range: YUVRange) {
        self.matrix = matrix
        self.range = range
    }

    /// A buffer without a matrix is taken as BT.601 up to standard definition and BT.709 above, as players do.
    package init(_ buffer: CVPixelBuffer) {
        let isStandardDefinition = CVPixelBufferGetHeight(buffer) < 720
        let attached = CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, nil) as? String
        switch attached {
        case kCVImageBufferYCbCrMatrix_ITU_R_601_4: matrix = .rec601
        case kCVImageBufferYCbCrMatrix_ITU_R_709_2: matrix = .rec709
        case kCVImageBufferYCbCrMatrix_ITU_R_2020: matrix = .rec2020
        default: matrix = isStandardDefinition ? .rec601 : .rec709
        }
        range = CVPixelBufferGetPixelFormatType(buffer).isFullRange ? .full : .video
    }
}

extension OSType {
    /// Whether luma runs from 0 to 255, not from 16 to 235.
    package var isFullRange: Bool {
        PixelFormatDescription(self)?.model == .yCbCr(.full)
    }
}
