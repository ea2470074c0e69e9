import FFmpeg
import YUV

/// Turns what a decoder made, in any layout, into 4:2:0 with interleaved chroma.
///
/// Used by one thread at a time.
package final class PictureFolding {
    package let layout: PictureLayout
    /// Even, as 4:2:0 needs it.
    private let size: PixelSize
    /// Memory for an intermediate step, kept for the next picture.
    private var scratch: UnsafeMutableRawPointer?
    private var scratchBytes = 0

    package init(_ layout: PictureLayout, size: PixelSize) {
        self.layout = layout
        self.size = size
    }

    deinit { scratch?.deallocate() }

    /// Fills planes of 16 bits, of which the upper 10 count.
    ///
    /// - Parameter planes: laid out as ``layout`` says, which has 10 bits.
    package func fillTenBits(_ target: BiPlanar<MutablePlane>, from planes: [Plane]) throws(YUVError) {
        if layout == .i010 { return try YUVConversion.i010ToP010(planar(planes), to: target, size: size) }
        PlaneOperations.copy(planes[0], to: target.luma, bytes: size.width * 2, rows: size.height)
        PlaneOperations.copy(planes[1], to: target.chroma, bytes: size.width * 2, rows: size.height / 2)
    }

    /// Fills planes of 8 bits.
    ///
    /// - Parameter planes: laid out as ``layout`` says.
    package func fill(_ target: BiPlanar<MutablePlane>, from planes: [Plane]) throws(YUVError) {
        switch layout {
        case .nv12: copy(planes, to: target)
        case .i420: try YUVConversion.i420ToNV12(planar(planes), to: target, size: size)
        case .i422: try YUVConversion.i422ToNV12(planar(planes), to: target, size: size)
        case .i444: try YUVConversion.i444ToNV12(planar(planes), to: target, size: size)
        case .gray: YUVConversion.grayToNV12(planes[0], to: target, size: size)
        case .yuyv: try YUVConversion.yuy2ToNV12(planes[0], to: target, size: size)
        case .uyvy: try YUVConversion.uyvyToNV12(planes[0], to: target, size: size)
        case .p010:
            YUVConversion.p010ToNV12(BiPlanar(luma: planes[0], chroma: planes[1]), to: target, size: size)
        case .i010: try narrow(planes, to: target)
        case .bgra: try YUVConversion.bgraToNV12(planes[0], range: .full, to: target, size: size)
        case .rgb24: try convert(planes[0], order: .rgb, to: target)
        case .bgr24: try convert(planes[0], order: .bgr, to: target)
        case .rgba: try convert(planes[0], order: .rgba, to: target)
        case .argb: try convert(planes[0], order: .argb, to: target)
        case .abgr: try convert(planes[0], order: .abgr, to: target)
        }
    }

    private func planar(_ planes: [Plane]) -> Planar<Plane> {
        Planar(luma: planes[0], cb: planes[1], cr: planes[2])
    }

    private func copy(_ planes: [Plane], to target: BiPlanar<MutablePlane>) {
        PlaneOperations.copy(planes[0], to: target.luma, bytes: size.width, rows: size.height)
        PlaneOperations.copy(planes[1], to: target.chroma, bytes: size.width, rows: size.height / 2)
    }

    /// Keeps the upper eight of ten bits.
    private func narrow(_ planes: [Plane], to target: BiPlanar<MutablePlane>) throws(YUVError) {
        PlaneOperations.narrow(planes[0], depth: 10, to: target.luma, size: size)
        let cb = MutablePlane(
            reserve(bytes: size.halved.width * size.halved.height * 2), bytesPerRow: size.halved.width)
        let cr = cb.advanced(rows: size.halved.height)
        PlaneOperations.narrow(planes[1], depth: 10, to: cb, size: size.halved)
        PlaneOperations.narrow(planes[2], depth: 10, to: cr, size: size.halved)
        PlaneOperations.merge(cb.readOnly, cr.readOnly, to: target.chroma, size: size.halved)
    }

    private func convert(
        _ pixels: Plane, order: RGBOrder, to target: BiPlanar<MutablePlane>
    ) throws(YUVError) {
        let ordered = MutablePlane(reserve(bytes: size.width * size.height * 4), bytesPerRow: size.width * 4)
        try YUVConversion.rgbToBGRA(pixels, order: order, to: ordered, size: size)
        try YUVConversion.bgraToNV12(ordered.readOnly, range: .full, to: target, size: size)
    }

    private func reserve(bytes: Int) -> UnsafeMutableRawPointer {
        if let scratch, scratchBytes >= bytes { return scratch }
        scratch?.deallocate()
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        scratch = memory
        scratchBytes = bytes
        return memory
    }
}
