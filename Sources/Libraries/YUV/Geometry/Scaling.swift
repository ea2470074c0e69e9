internal import CYUV

/// Changes a picture's size, by libyuv.
package enum Scaling {
    package enum Filter: Sendable {
        /// The nearest sample: fastest.
        case nearest
        /// Between the four nearest samples; aliases when shrinking to less than half.
        case bilinear
        /// The mean of all samples that a new one covers: best for shrinking.
        case box

        fileprivate var mode: FilterMode {
            switch self {
            case .nearest: kFilterNone
            case .bilinear: kFilterBilinear
            case .box: kFilterBox
            }
        }
    }

    /// Scales one plane of 8-bit samples.
    package static func plane(
        _ source: Plane, size: PixelSize, to target: MutablePlane, size targetSize: PixelSize, filter: Filter
    ) {
        ScalePlane(
            source.bytes, source.stride, size.columns, size.rows,
            target.bytes, target.stride, targetSize.columns, targetSize.rows, filter.mode)
    }

    package static func nv12(
        _ source: BiPlanar<Plane>, size: PixelSize, to target: BiPlanar<MutablePlane>, size targetSize: PixelSize,
        filter: Filter
    ) throws(YUVError) {
        try check(
            "NV12Scale",
            NV12Scale(
                source.luma.bytes, source.luma.stride, source.chroma.bytes, source.chroma.stride,
                size.columns, size.rows, target.luma.bytes, target.luma.stride,
                target.chroma.bytes, target.chroma.stride, targetSize.columns, targetSize.rows, filter.mode))
    }

    package static func i420(
        _ source: Planar<Plane>, size: PixelSize, to target: Planar<MutablePlane>, size targetSize: PixelSize,
        filter: Filter
    ) throws(YUVError) {
        try check(
            "I420Scale",
            I420Scale(
                source.luma.bytes, source.luma.stride, source.cb.bytes, source.cb.stride,
                source.cr.bytes, source.cr.stride, size.columns, size.rows,
                target.luma.bytes, target.luma.stride, target.cb.bytes, target.cb.stride,
                target.cr.bytes, target.cr.stride, targetSize.columns, targetSize.rows, filter.mode))
    }

    package static func bgra(
        _ source: Plane, size: PixelSize, to target: MutablePlane, size targetSize: PixelSize, filter: Filter
    ) throws(YUVError) {
        try check(
            "ARGBScale",
            ARGBScale(
                source.bytes, source.stride, size.columns, size.rows,
                target.bytes, target.stride, targetSize.columns, targetSize.rows, filter.mode))
    }
}
