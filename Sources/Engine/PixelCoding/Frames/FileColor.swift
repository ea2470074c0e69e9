import CoreVideo
import FFmpeg

/// What the numbers of a file's pictures mean, in Core Video's words.
///
/// A file that does not name its colors gets what players assume: BT.601 below 720 rows, BT.709 from there on. A
/// full-range one is taken for a JPEG, which is BT.601 with sRGB's primaries and curve.
package struct FileColor: Equatable {
    let matrix: String
    let primaries: String
    let transfer: String
    package let isFullRange: Bool

    /// Source: JFIF 1.02: Y'CbCr of BT.601 over 0…255; by custom the red, green and blue behind it are sRGB's.
    package static let jpeg = FileColor(
        matrix: kCVImageBufferYCbCrMatrix_ITU_R_601_4, primaries: kCVImageBufferColorPrimaries_ITU_R_709_2,
        transfer: kCVImageBufferTransferFunction_sRGB, isFullRange: true)

    /// Red, green and blue are turned into what a JPEG holds.
    package static let rgb = jpeg

    private init(matrix: String, primaries: String, transfer: String, isFullRange: Bool) {
        self.matrix = matrix
        self.primaries = primaries
        self.transfer = transfer
        self.isFullRange = isFullRange
    }

    package init(_ color: PictureColor, isSmall: Bool) {
        let assumed = Self.assumed(isSmall: isSmall, isFullRange: color.isFullRange)
        matrix = Self.matrices[color.matrix] ?? assumed.matrix
        primaries = Self.primaries[color.primaries] ?? assumed.primaries
        transfer = Self.transfers[color.transfer] ?? assumed.transfer
        isFullRange = color.isFullRange
    }

    package var attachments: [String: Any] {
        [
            kCVImageBufferYCbCrMatrixKey: matrix, kCVImageBufferColorPrimariesKey: primaries,
            kCVImageBufferTransferFunctionKey: transfer,
        ]
    }

    private static func assumed(isSmall: Bool, isFullRange: Bool) -> FileColor {
        if isFullRange { return .jpeg }
        return FileColor(
            matrix: isSmall ? kCVImageBufferYCbCrMatrix_ITU_R_601_4 : kCVImageBufferYCbCrMatrix_ITU_R_709_2,
            primaries: isSmall ? kCVImageBufferColorPrimaries_SMPTE_C : kCVImageBufferColorPrimaries_ITU_R_709_2,
            transfer: kCVImageBufferTransferFunction_ITU_R_709_2, isFullRange: false)
    }

    // Source: ITU-T H.273, tables 4, 2 and 3.

    private static let matrices = [
        1: kCVImageBufferYCbCrMatrix_ITU_R_709_2, 5: kCVImageBufferYCbCrMatrix_ITU_R_601_4,
        6: kCVImageBufferYCbCrMatrix_ITU_R_601_4, 7: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995,
        9: kCVImageBufferYCbCrMatrix_ITU_R_2020,
    ]
    private static let primaries = [
        1: kCVImageBufferColorPrimaries_ITU_R_709_2, 5: kCVImageBufferColorPrimaries_EBU_3213,
        6: kCVImageBufferColorPrimaries_SMPTE_C, 7: kCVImageBufferColorPrimaries_SMPTE_C,
        9: kCVImageBufferColorPrimaries_ITU_R_2020, 11: kCVImageBufferColorPrimaries_DCI_P3,
        12: kCVImageBufferColorPrimaries_P3_D65, 22: kCVImageBufferColorPrimaries_P22,
    ]
    private static let transfers = [
        1: kCVImageBufferTransferFunction_ITU_R_709_2, 6: kCVImageBufferTransferFunction_ITU_R_709_2,
        7: kCVImageBufferTransferFunction_SMPTE_240M_1995, 8: kCVImageBufferTransferFunction_Linear,
        13: kCVImageBufferTransferFunction_sRGB, 14: kCVImageBufferTransferFunction_ITU_R_2020,
        15: kCVImageBufferTransferFunction_ITU_R_2020, 16: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
        17: kCVImageBufferTransferFunction_SMPTE_ST_428_1, 18: kCVImageBufferTransferFunction_ITU_R_2100_HLG,
    ]
}
