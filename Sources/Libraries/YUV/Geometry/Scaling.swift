internal import CYUV

/// Changes a picture's size, with libyuv.
package enum Scaling {
    package enum Filter: Sendable {
        /// The nearest sample: fastest.
        case nearest
        /// Interpolates between the four nearest samples; aliases when shrinking to less than half.
        case bilinear
        /// The mean of what a new sample covers, by halves, the rest interpolated: best for shrinking.
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
        halve(source, size, to: targetSize, filter) { source, size, filter in
            ScalePlane(
                source.bytes, source.stride, size.columns, size.rows,
                target.bytes, target.stride, targetSize.columns, targetSize.rows, filter.mode)
        } into: { source, half, plane in
            ScalePlane(
                source.bytes, source.stride, 2 * half.columns, 2 * half.rows,
                plane.bytes, plane.stride, half.columns, half.rows, kFilterBox)
        }
    }

    /// Has what is to be much smaller halved until the rest can be interpolated: libyuv's own means of other numbers of
    /// samples are rounded down, so that white is 254 and gray gets a green cast. Those of two by two are exact.
    ///
    /// An odd column or row at the end is left out.
    ///
    /// - Parameter bytes: of one sample.
    private static func halve(
        _ source: Plane, _ size: PixelSize, to target: PixelSize, _ filter: Filter, bytes: Int = 1,
        finish: (Plane, PixelSize, Filter) -> Void, into: (Plane, PixelSize, MutablePlane) -> Void
    ) {
        guard filter == .box else { return finish(source, size, filter) }
        var (source, size) = (source, size)
        // Each half is made of the one before.
        var one = PlaneMemory()
        var other = PlaneMemory()
        var isOdd = false
        while size.width > 2 * target.width, size.height > 2 * target.height {
            let half = PixelSize(width: size.width / 2, height: size.height / 2)
            let room = [PixelSize(width: half.width * bytes, height: half.height)]
            let plane = isOdd ? other.planes(room)[0] : one.planes(room)[0]
            into(source, half, plane)
            (source, size, isOdd) = (plane.readOnly, half, !isOdd)
        }
        let isHalf = size == PixelSize(width: 2 * target.width, height: 2 * target.height)
        finish(source, size, isHalf ? .box : .bilinear)
    }

    /// Scales one plane of pairs of 8-bit samples: the chroma of NV12.
    ///
    /// - Parameters:
    ///   - size: in pairs.
    ///   - targetSize: in pairs.
    package static func pairs(
        _ source: Plane, size: PixelSize, to target: MutablePlane, size targetSize: PixelSize, filter: Filter
    ) throws(YUVError) {
        if isExact(size, targetSize, filter) {
            return try check(
                "UVScale",
                UVScale(
                    source.bytes, source.stride, size.columns, size.rows,
                    target.bytes, target.stride, targetSize.columns, targetSize.rows, filter.mode))
        }
        var memory = PlaneMemory()
        let planes = memory.planes([size, size, targetSize, targetSize])
        SplitUVPlane(
            source.bytes, source.stride, planes[0].bytes, planes[0].stride, planes[1].bytes, planes[1].stride,
            size.columns, size.rows)
        for index in 0..<2 {
            plane(planes[index].readOnly, size: size, to: planes[index + 2], size: targetSize, filter: filter)
        }
        MergeUVPlane(
            planes[2].bytes, planes[2].stride, planes[3].bytes, planes[3].stride, target.bytes, target.stride,
            targetSize.columns, targetSize.rows)
    }

    /// Whether libyuv's own functions for pairs and pixels keep a color. Others weigh neighbors in a row with 127 128ths
    /// altogether: white becomes 253, and gray gets a green cast. Those for one plane are exact.
    private static func isExact(_ size: PixelSize, _ target: PixelSize, _ filter: Filter) -> Bool {
        filter == .nearest || size == target || size == PixelSize(width: 2 * target.width, height: 2 * target.height)
    }

    /// Scales one plane of 16-bit samples.
    package static func plane16(
        _ source: Plane, size: PixelSize, to target: MutablePlane, size targetSize: PixelSize, filter: Filter
    ) {
        halve(source, size, to: targetSize, filter, bytes: 2) { source, size, filter in
            ScalePlane_16(
                source.words, source.strideInWords, size.columns, size.rows,
                target.words, target.strideInWords, targetSize.columns, targetSize.rows, filter.mode)
        } into: { source, half, plane in
            ScalePlane_16(
                source.words, source.strideInWords, 2 * half.columns, 2 * half.rows,
                plane.words, plane.strideInWords, half.columns, half.rows, kFilterBox)
        }
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
        plane(source.luma, size: size, to: target.luma, size: targetSize, filter: filter)
        try pairs(source.chroma, size: size.halved, to: target.chroma, size: targetSize.halved, filter: filter)
    }

    package static func bgra(
        _ source: Plane, size: PixelSize, to target: MutablePlane, size targetSize: PixelSize, filter: Filter
    ) throws(YUVError) {
        if isExact(size, targetSize, filter) {
            return try check(
                "ARGBScale",
                ARGBScale(
                    source.bytes, source.stride, size.columns, size.rows,
                    target.bytes, target.stride, targetSize.columns, targetSize.rows, filter.mode))
        }
        var memory = PlaneMemory()
        let all = memory.planes([size, size, size, size, targetSize, targetSize, targetSize, targetSize])
        let (from, to) = (all[..<4], all[4...])
        SplitARGBPlane(
            source.bytes, source.stride, from[0].bytes, from[0].stride, from[1].bytes, from[1].stride, from[2].bytes,
            from[2].stride, from[3].bytes, from[3].stride, size.columns, size.rows)
        for (one, other) in zip(from, to) {
            plane(one.readOnly, size: size, to: other, size: targetSize, filter: filter)
        }
        MergeARGBPlane(
            to[4].bytes, to[4].stride, to[5].bytes, to[5].stride, to[6].bytes, to[6].stride, to[7].bytes, to[7].stride,
            target.bytes, target.stride, targetSize.columns, targetSize.rows)
    }
}
