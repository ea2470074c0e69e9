import CaptureEngine
import CoreMedia
import FFmpeg

extension PictureColor {
    /// The color coding in a frame's attachments. Without a matrix, it counts as BT.601 up to standard definition and
    /// BT.709 above, as in players.
    ///
    /// Sources: Apple, Image Buffer YCbCr Matrix Constants and similar ones; ITU-T H.273, tables 2 to 4.
    package init(of buffer: CVPixelBuffer, isFullRange: Bool) {
        func code(_ key: CFString, in table: [CFString: Int]) -> Int? {
            (CVBufferCopyAttachment(buffer, key, nil) as? String).flatMap { table[$0] }
        }
        self.init(
            primaries: code(kCVImageBufferColorPrimariesKey, in: Self.primaries) ?? 1,
            transfer: code(kCVImageBufferTransferFunctionKey, in: Self.transfers) ?? 1,
            matrix: code(kCVImageBufferYCbCrMatrixKey, in: Self.matrices)
                ?? (CVPixelBufferGetHeight(buffer) < 720 ? 6 : 1),
            isFullRange: isFullRange)
    }

    /// The color coding that a format names; `nil` when it names none.
    package init?(of format: CMFormatDescription) {
        func name(_ key: CFString) -> CFString? { format.extensionValue(key) as? String }
        let (primaries, transfer, matrix) = (
            Self.code(primaries: name(kCVImageBufferColorPrimariesKey)),
            Self.code(transfer: name(kCVImageBufferTransferFunctionKey)),
            Self.code(matrix: name(kCVImageBufferYCbCrMatrixKey))
        )
        guard primaries != nil || transfer != nil || matrix != nil else { return nil }
        self.init(primaries: primaries ?? 2, transfer: transfer ?? 2, matrix: matrix ?? 2)
    }

    package static func code(primaries name: CFString?) -> Int? { name.flatMap { primaries[$0] } }
    package static func code(transfer name: CFString?) -> Int? { name.flatMap { transfers[$0] } }
    package static func code(matrix name: CFString?) -> Int? { name.flatMap { matrices[$0] } }

    private static let primaries: [CFString: Int] = [
        kCVImageBufferColorPrimaries_ITU_R_709_2: 1,
        kCVImageBufferColorPrimaries_EBU_3213: 5,
        kCVImageBufferColorPrimaries_SMPTE_C: 6,
        kCVImageBufferColorPrimaries_ITU_R_2020: 9,
        kCVImageBufferColorPrimaries_DCI_P3: 11,
        kCVImageBufferColorPrimaries_P3_D65: 12,
    ]

    private static let transfers: [CFString: Int] = [
        kCVImageBufferTransferFunction_ITU_R_709_2: 1,
        kCVImageBufferTransferFunction_SMPTE_240M_1995: 7,
        kCVImageBufferTransferFunction_Linear: 8,
        kCVImageBufferTransferFunction_sRGB: 13,
        kCVImageBufferTransferFunction_ITU_R_2020: 14,
        kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: 16,
        kCVImageBufferTransferFunction_SMPTE_ST_428_1: 17,
        kCVImageBufferTransferFunction_ITU_R_2100_HLG: 18,
    ]

    private static let matrices: [CFString: Int] = [
        kCVImageBufferYCbCrMatrix_ITU_R_709_2: 1,
        kCVImageBufferYCbCrMatrix_ITU_R_601_4: 6,
        kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: 7,
        kCVImageBufferYCbCrMatrix_ITU_R_2020: 9,
    ]
}
