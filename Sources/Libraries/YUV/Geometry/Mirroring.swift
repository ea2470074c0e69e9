internal import CYUV

/// Swaps left and right, with libyuv.
package enum Mirroring {
    /// Mirrors one plane of 8-bit samples.
    package static func plane(_ source: Plane, to target: MutablePlane, size: PixelSize) {
        MirrorPlane(source.bytes, source.stride, target.bytes, target.stride, size.columns, size.rows)
    }

    package static func nv12(
        _ source: BiPlanar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "NV12Mirror",
            NV12Mirror(
                source.luma.bytes, source.luma.stride, source.chroma.bytes, source.chroma.stride,
                target.luma.bytes, target.luma.stride, target.chroma.bytes, target.chroma.stride,
                size.columns, size.rows))
    }

    /// Mirrors 16-bit samples: P010.
    package static func p010(
        _ source: BiPlanar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        // libyuv cannot mirror such a plane, but it can rotate one by 180°; reading from the last row up turns that
        // into mirroring.
        let fromTheLastRow = Plane(
            source.luma.advanced(rows: size.height - 1).base, bytesPerRow: -source.luma.bytesPerRow)
        try Rotation.half.plane16(fromTheLastRow, to: target.luma, size: size)
        // A pair of samples has as many bytes as a pixel.
        try bgra(source.chroma, to: target.chroma, size: size.halved)
    }

    package static func i420(
        _ source: Planar<Plane>, to target: Planar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try check(
            "I420Mirror",
            I420Mirror(
                source.luma.bytes, source.luma.stride, source.cb.bytes, source.cb.stride,
                source.cr.bytes, source.cr.stride, target.luma.bytes, target.luma.stride,
                target.cb.bytes, target.cb.stride, target.cr.bytes, target.cr.stride, size.columns, size.rows))
    }

    package static func bgra(_ source: Plane, to target: MutablePlane, size: PixelSize) throws(YUVError) {
        try check(
            "ARGBMirror",
            ARGBMirror(source.bytes, source.stride, target.bytes, target.stride, size.columns, size.rows))
    }
}
