internal import CFFmpeg

/// How the samples of a picture lie in memory.
///
/// "Half" sizes are rounded up. Sources: FFmpeg, libavutil/pixfmt.h.
package enum PictureLayout: Sendable, Hashable, CaseIterable {
    /// 4:2:0, 8 bits: luma; CbCr interleaved at half width and height.
    case nv12
    /// 4:2:0, 8 bits: luma; Cb; Cr, the latter two at half width and height.
    case i420
    /// 4:2:2, 8 bits: luma; Cb; Cr, the latter two at half width.
    case i422
    /// 4:4:4, 8 bits: luma; Cb; Cr.
    case i444
    /// Luma only, 8 bits.
    case gray
    /// 4:2:2, 8 bits, one plane: Y Cb Y Cr.
    case yuyv
    /// 4:2:2, 8 bits, one plane: Cb Y Cr Y.
    case uyvy
    /// One plane, bytes R G B.
    case rgb24
    /// One plane, bytes B G R.
    case bgr24
    /// One plane, bytes R G B A; alpha may be meaningless.
    case rgba
    /// One plane, bytes B G R A; alpha may be meaningless.
    case bgra
    /// One plane, bytes A R G B; alpha may be meaningless.
    case argb
    /// One plane, bytes A B G R; alpha may be meaningless.
    case abgr
    /// 4:2:0, 10 bits in the low bits of little-endian 16: luma; Cb; Cr.
    case i010
    /// 4:2:0, 10 bits in the high bits of little-endian 16: luma; CbCr interleaved.
    case p010

    /// FFmpeg's formats with this layout; an encoder gets the first.
    var formats: [AVPixelFormat] {
        switch self {
        case .nv12: [AV_PIX_FMT_NV12]
        case .i420: [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P]
        case .i422: [AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P]
        case .i444: [AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P]
        case .gray: [AV_PIX_FMT_GRAY8]
        case .yuyv: [AV_PIX_FMT_YUYV422]
        case .uyvy: [AV_PIX_FMT_UYVY422]
        case .rgb24: [AV_PIX_FMT_RGB24]
        case .bgr24: [AV_PIX_FMT_BGR24]
        case .rgba: [AV_PIX_FMT_RGBA, AV_PIX_FMT_RGB0]
        case .bgra: [AV_PIX_FMT_BGRA, AV_PIX_FMT_BGR0]
        case .argb: [AV_PIX_FMT_ARGB, AV_PIX_FMT_0RGB]
        case .abgr: [AV_PIX_FMT_ABGR, AV_PIX_FMT_0BGR]
        case .i010: [AV_PIX_FMT_YUV420P10LE]
        case .p010: [AV_PIX_FMT_P010LE]
        }
    }

    init?(format: Int32) {
        guard let layout = Self.byFormat[format] else { return nil }
        self = layout
    }

    private static let byFormat: [Int32: PictureLayout] = {
        var layouts: [Int32: PictureLayout] = [:]
        for layout in allCases {
            for format in layout.formats { layouts[format.rawValue] = layout }
        }
        return layouts
    }()

    package var planeCount: Int {
        switch self {
        case .nv12, .p010: 2
        case .i420, .i422, .i444, .i010: 3
        case .gray, .yuyv, .uyvy, .rgb24, .bgr24, .rgba, .bgra, .argb, .abgr: 1
        }
    }

    /// Whether the samples are red, green and blue.
    package var isRGB: Bool {
        switch self {
        case .rgb24, .bgr24, .rgba, .bgra, .argb, .abgr: true
        case .nv12, .i420, .i422, .i444, .gray, .yuyv, .uyvy, .i010, .p010: false
        }
    }

    /// The bits of a sample.
    package var bitDepth: Int {
        switch self {
        case .i010, .p010: 10
        case .nv12, .i420, .i422, .i444, .gray, .yuyv, .uyvy, .rgb24, .bgr24, .rgba, .bgra, .argb, .abgr: 8
        }
    }

    /// How many rows plane `plane` of a picture of `height` rows has.
    package func rows(ofPlane plane: Int, height: Int) -> Int {
        switch self {
        case .nv12, .p010, .i420, .i010: plane == 0 ? height : (height + 1) / 2
        default: height
        }
    }
}

/// One plane of a picture, in memory that somebody else owns.
package struct PicturePlane {
    /// The first byte of the top row.
    package var base: UnsafeMutableRawPointer
    /// The distance from one row to the next, in bytes.
    package var bytesPerRow: Int

    package init(base: UnsafeMutableRawPointer, bytesPerRow: Int) {
        self.base = base
        self.bytesPerRow = bytesPerRow
    }
}

/// What a picture's numbers mean, as code points of ITU-T H.273; 2 means "unspecified".
package struct PictureColor: Sendable, Hashable {
    /// H.273 table 2: 1 = BT.709, 5/6 = BT.601, 9 = BT.2020, 12 = Display P3.
    package var primaries: Int
    /// H.273 table 3: 1 = BT.709, 13 = sRGB, 16 = PQ, 18 = HLG.
    package var transfer: Int
    /// H.273 table 4: 0 = RGB, 1 = BT.709, 5/6 = BT.601, 9 = BT.2020.
    package var matrix: Int
    /// Whether luma takes all of 0…255 (or 0…1023) instead of 16…235.
    package var isFullRange: Bool

    package init(primaries: Int = 2, transfer: Int = 2, matrix: Int = 2, isFullRange: Bool = false) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }
}
