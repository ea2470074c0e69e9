internal import CYUV

/// Conversions between pixel layouts, with libyuv. Samples keep their matrix and range unless said otherwise.
///
/// Sizes are those of the picture in pixels and may be odd; 4:2:0 chroma planes then have half the size, rounded up.
/// Source and target must not overlap. Any thread; nothing is kept between calls.
package enum YUVConversion {
    /// Separates Cb and Cr.
    package static func nv12ToI420(
        _ source: BiPlanar<Plane>, to target: Planar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "NV12ToI420",
            NV12ToI420(
                source.luma.bytes, source.luma.stride, source.chroma.bytes, source.chroma.stride,
                target.luma.bytes, target.luma.stride, target.cb.bytes, target.cb.stride,
                target.cr.bytes, target.cr.stride, size.columns, size.rows))
    }

    /// Interleaves Cb and Cr.
    package static func i420ToNV12(
        _ source: Planar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "I420ToNV12",
            I420ToNV12(
                source.luma.bytes, source.luma.stride, source.cb.bytes, source.cb.stride,
                source.cr.bytes, source.cr.stride, target.luma.bytes, target.luma.stride,
                target.chroma.bytes, target.chroma.stride, size.columns, size.rows))
    }

    /// Interleaves Cb and Cr of 4:2:2 and halves their height by averaging.
    package static func i422ToNV12(
        _ source: Planar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        // libyuv has this only for the other order of Cb and Cr, so they are swapped.
        try check(
            "I422ToNV21",
            I422ToNV21(
                source.luma.bytes, source.luma.stride, source.cr.bytes, source.cr.stride,
                source.cb.bytes, source.cb.stride, target.luma.bytes, target.luma.stride,
                target.chroma.bytes, target.chroma.stride, size.columns, size.rows))
    }

    /// Interleaves Cb and Cr of 4:4:4 and halves both their sides by averaging.
    package static func i444ToNV12(
        _ source: Planar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "I444ToNV12",
            I444ToNV12(
                source.luma.bytes, source.luma.stride, source.cb.bytes, source.cb.stride,
                source.cr.bytes, source.cr.stride, target.luma.bytes, target.luma.stride,
                target.chroma.bytes, target.chroma.stride, size.columns, size.rows))
    }

    /// Averages the chroma of two rows of Y0 Cb Y1 Cr (Apple's `yuvs`, V4L2's YUYV).
    package static func yuy2ToNV12(
        _ source: Plane, to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "YUY2ToNV12",
            YUY2ToNV12(
                source.bytes, source.stride, target.luma.bytes, target.luma.stride,
                target.chroma.bytes, target.chroma.stride, size.columns, size.rows))
    }

    /// Averages the chroma of two rows of Cb Y0 Cr Y1 (Apple's `2vuy`, V4L2's UYVY).
    package static func uyvyToNV12(
        _ source: Plane, to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "UYVYToNV12",
            UYVYToNV12(
                source.bytes, source.stride, target.luma.bytes, target.luma.stride,
                target.chroma.bytes, target.chroma.stride, size.columns, size.rows))
    }

    /// Separates rows of Y0 Cb Y1 Cr; `target` is 4:2:2, with chroma as high as luma.
    package static func yuy2ToI422(
        _ source: Plane, to target: Planar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "YUY2ToI422",
            YUY2ToI422(
                source.bytes, source.stride, target.luma.bytes, target.luma.stride,
                target.cb.bytes, target.cb.stride, target.cr.bytes, target.cr.stride, size.columns, size.rows))
    }

    /// Separates rows of Cb Y0 Cr Y1; `target` is 4:2:2, with chroma as high as luma.
    package static func uyvyToI422(
        _ source: Plane, to target: Planar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "UYVYToI422",
            UYVYToI422(
                source.bytes, source.stride, target.luma.bytes, target.luma.stride,
                target.cb.bytes, target.cb.stride, target.cr.bytes, target.cr.stride, size.columns, size.rows))
    }

    /// Copies luma and adds neutral chroma: 8-bit gray as NV12.
    package static func grayToNV12(_ source: Plane, to target: BiPlanar<MutablePlane>, size: PixelSize) {
        PlaneOperations.copy(source, to: target.luma, bytes: size.width, rows: size.height)
        PlaneOperations.fill(target.chroma, bytes: size.halved.width * 2, rows: size.halved.height, value: 128)
    }
}
