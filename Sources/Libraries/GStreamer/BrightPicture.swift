internal import CGStreamer
import YUV

/// Where the samples of a frame with high dynamic range are, and what they mean.
struct BrightPicture {
    private let info: GstVideoInfo
    private let colors: ScreenColors

    /// - Returns: `nil` for standard dynamic range, and for formats other than ``format``.
    init?(_ info: GstVideoInfo) {
        guard info.finfo?.pointee.format == GST_VIDEO_FORMAT_I420_10LE, let colors = ScreenColors(info.colorimetry)
        else { return nil }
        (self.info, self.colors) = (info, colors)
    }

    /// Whether a stream's colors are of high dynamic range, so that its frames are requested in ``format``.
    static func isIn(_ caps: UnsafeMutablePointer<GstCaps>?) -> Bool {
        var info = GstVideoInfo()
        guard let caps, gst_video_info_from_caps(&info, caps) != 0 else { return false }
        return ScreenColors(info.colorimetry) != nil
    }

    static let format = "I420_10LE"

    /// - Returns: opaque BGRA without gaps between rows, which the caller deallocates.
    func shown(_ data: UnsafeRawPointer) -> UnsafeMutableRawPointer {
        let size = PixelSize(width: Int(info.width), height: Int(info.height))
        let pixels = UnsafeMutableRawPointer.allocate(byteCount: 4 * size.width * size.height, alignment: 64)
        let (offset, stride) = (info.offset, info.stride)
        let source = Planar(
            luma: Plane(data + Int(offset.0), bytesPerRow: Int(stride.0)),
            cb: Plane(data + Int(offset.1), bytesPerRow: Int(stride.1)),
            cr: Plane(data + Int(offset.2), bytesPerRow: Int(stride.2)))
        colors.planarToBGRA(
            source, bits: 10, matrix: matrix, range: isFullRange ? .full : .video,
            to: MutablePlane(pixels, bytesPerRow: 4 * size.width), size: size)
        return pixels
    }

    private var isFullRange: Bool { info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255 }

    private var matrix: YUVMatrix {
        switch info.colorimetry.matrix {
        case GST_VIDEO_COLOR_MATRIX_BT709: .rec709
        case GST_VIDEO_COLOR_MATRIX_BT601: .rec601
        default: .rec2020
        }
    }
}

extension ScreenColors {
    fileprivate init?(_ colorimetry: GstVideoColorimetry) {
        let transfer: Transfer
        switch colorimetry.transfer {
        case GST_VIDEO_TRANSFER_ARIB_STD_B67: transfer = .hlg
        case GST_VIDEO_TRANSFER_SMPTE2084: transfer = .pq
        default: return nil
        }
        switch colorimetry.primaries {
        case GST_VIDEO_COLOR_PRIMARIES_BT709: self.init(transfer, .rec709)
        case GST_VIDEO_COLOR_PRIMARIES_SMPTEEG432: self.init(transfer, .displayP3)
        default: self.init(transfer, .rec2020)
        }
    }
}
