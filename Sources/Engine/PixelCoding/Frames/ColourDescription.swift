import CoreVideo
import YUV

/// How a buffer's YCbCr values stand for colours, according to its attachments and pixel format.
struct ColourDescription: Hashable {
    var matrix: YUVMatrix
    var range: YUVRange

    init(matrix: YUVMatrix, range: YUVRange) {
        self.matrix = matrix
        self.range = range
    }

    /// A buffer without a matrix counts as BT.601 up to standard definition and BT.709 above, as in players.
    init(_ buffer: CVPixelBuffer) {
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
    /// Whether luma runs from 0 to 255 rather than from 16 to 235.
    var isFullRange: Bool {
        PixelFormatDescription(self)?.model == .yCbCr(.full)
    }
}
