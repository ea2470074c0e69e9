import CoreVideo
import LinuxVideo

/// What a driver reports about the colors of its frames, in CoreVideo's terms.
///
/// Source: V4L2 specification, "Colorspaces", and the V4L2_MAP_…_DEFAULT macros of <linux/videodev2.h>.
struct V4L2Color: Hashable, Sendable {
    /// Luma from 0 to 255 (full) or 16 to 235 (video).
    var isFullRange: Bool
    /// kCVImageBufferYCbCrMatrix_…
    var matrix: CFString
    /// kCVImageBufferColorPrimaries_…
    var primaries: CFString
    /// kCVImageBufferTransferFunction_…
    var transfer: CFString

    /// V4L2_COLORSPACE_…
    private enum Colorspace {
        static let smpte170M: UInt32 = 1
        static let smpte240M: UInt32 = 2
        static let rec709: UInt32 = 3
        static let system470BG: UInt32 = 6
        static let jpeg: UInt32 = 7
        static let srgb: UInt32 = 8
        static let bt2020: UInt32 = 10
        static let raw: UInt32 = 11
        static let dciP3: UInt32 = 12
    }

    private enum Quantization {
        static let full: UInt32 = 1
        static let video: UInt32 = 2
    }

    private let isDeep: Bool

    /// Reads the color fields of a frame format, with the specification's defaults for what the driver leaves open.
    ///
    /// JPEG pictures are always full range with BT.601's matrix, whatever the driver says: JFIF allows nothing else.
    /// The same goes for what we make from Bayer data and distances.
    init(_ format: VideoFormat, layout: V4L2Encoding.Layout) {
        primaries = Self.primaries(format.colorspace)
        transfer = Self.transfer(format.transfer, colorspace: format.colorspace)
        isDeep = layout == .p010
        switch layout {
        case .jpeg, .bayer, .packedBayer, .depth:
            matrix = kCVImageBufferYCbCrMatrix_ITU_R_601_4
            isFullRange = true
        case .rgb:
            // Y'CbCr is made from the pixels, with BT.601's matrix; black and white stay where they are.
            matrix = kCVImageBufferYCbCrMatrix_ITU_R_601_4
            isFullRange = format.quantization != Quantization.video
        case .biPlanar, .p010, .planar, .packed, .video, .gray:
            matrix = Self.matrix(format.ycbcrEncoding, colorspace: format.colorspace)
            isFullRange = Self.isFullRange(format.quantization, colorspace: format.colorspace)
        }
    }

    /// The pixel format of the delivered frames.
    var pixelFormat: OSType {
        if isDeep {
            return isFullRange
                ? kCVPixelFormatType_420YpCbCr10BiPlanarFullRange : kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        }
        return isFullRange
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    }

    /// V4L2_MAP_QUANTIZATION_DEFAULT: video range, except for JPEG's color space. A raw sensor uses all its levels.
    private static func isFullRange(_ quantization: UInt32, colorspace: UInt32) -> Bool {
        switch quantization {
        case Quantization.full: true
        case Quantization.video: false
        default: colorspace == Colorspace.jpeg || colorspace == Colorspace.raw
        }
    }

    /// V4L2_MAP_YCBCR_ENC_DEFAULT if the driver leaves it open.
    private static func matrix(_ encoding: UInt32, colorspace: UInt32) -> CFString {
        switch (encoding, colorspace) {
        case (2, _), (4, _): kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case (6, _), (7, _): kCVImageBufferYCbCrMatrix_ITU_R_2020
        case (8, _): kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        case (0, Colorspace.rec709), (0, Colorspace.dciP3): kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case (0, Colorspace.bt2020): kCVImageBufferYCbCrMatrix_ITU_R_2020
        case (0, Colorspace.smpte240M): kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        default: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        }
    }

    private static func primaries(_ colorspace: UInt32) -> CFString {
        switch colorspace {
        case Colorspace.smpte170M, Colorspace.smpte240M: kCVImageBufferColorPrimaries_SMPTE_C
        case Colorspace.system470BG: kCVImageBufferColorPrimaries_EBU_3213
        case Colorspace.bt2020: kCVImageBufferColorPrimaries_ITU_R_2020
        case Colorspace.dciP3: kCVImageBufferColorPrimaries_DCI_P3
        default: kCVImageBufferColorPrimaries_ITU_R_709_2
        }
    }

    /// V4L2_MAP_XFER_FUNC_DEFAULT if the driver leaves it open.
    private static func transfer(_ transfer: UInt32, colorspace: UInt32) -> CFString {
        switch (transfer, colorspace) {
        case (2, _): kCVImageBufferTransferFunction_sRGB
        case (4, _): kCVImageBufferTransferFunction_SMPTE_240M_1995
        case (5, _): kCVImageBufferTransferFunction_Linear
        case (7, _): kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
        case (0, Colorspace.smpte240M): kCVImageBufferTransferFunction_SMPTE_240M_1995
        case (0, Colorspace.srgb), (0, Colorspace.jpeg), (0, 0): kCVImageBufferTransferFunction_sRGB
        default: kCVImageBufferTransferFunction_ITU_R_709_2
        }
    }
}

extension V4L2Color {
    /// The attachments of every picture, for `CVBufferSetAttachments`.
    var attachments: [String: Any] {
        [
            kCVImageBufferYCbCrMatrixKey: matrix,
            kCVImageBufferColorPrimariesKey: primaries,
            kCVImageBufferTransferFunctionKey: transfer,
        ]
    }
}
