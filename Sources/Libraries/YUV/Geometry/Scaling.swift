internal import CYUV

/// Changes a picture's size, with libyuv.
package enum Scaling {
    package enum Filter: Sendable {
        /// The nearest sample: fastest.
        case nearest
        /// Interpolates between the four nearest samples; aliases when shrinking to less than half.
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

    /// Scales one plane of pairs of 8-bit samples: the chroma of NV12.
    ///
    /// - Parameters:
    ///   - size: in pairs.
    ///   - targetSize: in pairs.
    package static func pairs(
        _ source: Plane, size: PixelSize, to target: MutablePlane, size targetSize: PixelSize, filter: Filter
    ) throws(YUVError) {
        try check(
            "UVScale",
            UVScale(
                source.bytes, source.stride, size.columns, size.rows,
                target.bytes, target.stride, targetSize.columns, targetSize.rows, filter.mode))
    }

    /// Scales one plane of 16-bit samples.
    package static func plane16(
        _ source: Plane, size: PixelSize, to target: MutablePlane, size targetSize: PixelSize, filter: Filter
    ) {
        ScalePlane_16(
            source.words, source.strideInWords, size.columns, size.rows,
            target.words, target.strideInWords, targetSize.columns, targetSize.rows, filter.mode)
    }

    /// Scales one plane of pairs of 16-bit samples: the chroma of P010.
    ///
    /// libyuv 1857 (Debian 12) scales pairs only by two, so the two components are scaled separately.
    ///
    /// - Parameters:
    ///   - size: in pairs.
    ///   - targetSize: in pairs.
    package static func pairs16(
        _ source: Plane, size: PixelSize, to target: MutablePlane, size targetSize: PixelSize, filter: Filter
    ) {
        // Sizes in bytes: two per sample.
        let from = PixelSize(width: 2 * size.width, height: size.height)
        let to = PixelSize(width: 2 * targetSize.width, height: targetSize.height)
        var memory = PlaneMemory()
        let planes = memory.planes([from, from, to, to])
        SplitUVPlane_16(
            source.words, source.strideInWords, planes[0].words, planes[0].strideInWords, planes[1].words,
            planes[1].strideInWords, size.columns, size.rows, 16)
        for (one, other) in [(planes[0], planes[2]), (planes[1], planes[3])] {
            plane16(one.readOnly, size: size, to: other, size: targetSize, filter: filter)
        }
        MergeUVPlane_16(
            planes[2].words, planes[2].strideInWords, planes[3].words, planes[3].strideInWords, target.words,
            target.strideInWords, targetSize.columns, targetSize.rows, 16)
    }

    /// Scales 16-bit samples: P010.
    package static func p010(
        _ source: BiPlanar<Plane>, size: PixelSize, to target: BiPlanar<MutablePlane>, size targetSize: PixelSize,
        filter: Filter
    ) {
        plane16(source.luma, size: size, to: target.luma, size: targetSize, filter: filter)
        pairs16(source.chroma, size: size.halved, to: target.chroma, size: targetSize.halved, filter: filter)
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
