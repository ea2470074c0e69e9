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

    /// Scales one plane without changing an even one: libyuv's means of other than two by two samples are rounded down.
    ///
    /// What is to be much smaller is halved until the rest can be interpolated; an odd column or row at the end is left
    /// out. In luma, half a step of brightness is not seen; in chroma, gray gets a cast.
    private static func evenPlane(
        _ source: Plane, size: PixelSize, to target: MutablePlane, size targetSize: PixelSize, filter: Filter
    ) {
        guard filter == .box else {
            return plane(source, size: size, to: target, size: targetSize, filter: filter)
        }
        var (source, size) = (source, size)
        // Each half is made of the one before.
        var one = PlaneMemory()
        var other = PlaneMemory()
        var isOdd = false
        while size.width > 2 * targetSize.width, size.height > 2 * targetSize.height {
            let half = PixelSize(width: size.width / 2, height: size.height / 2)
            let room = isOdd ? other.planes([half])[0] : one.planes([half])[0]
            let whole = PixelSize(width: 2 * half.width, height: 2 * half.height)
            plane(source, size: whole, to: room, size: half, filter: .box)
            (source, size, isOdd) = (room.readOnly, half, !isOdd)
        }
        plane(source, size: size, to: target, size: targetSize, filter: isHalf(size, targetSize) ? .box : .bilinear)
    }

    private static func isHalf(_ size: PixelSize, _ target: PixelSize) -> Bool {
        size == PixelSize(width: 2 * target.width, height: 2 * target.height)
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
            evenPlane(planes[index].readOnly, size: size, to: planes[index + 2], size: targetSize, filter: filter)
        }
        MergeUVPlane(
            planes[2].bytes, planes[2].stride, planes[3].bytes, planes[3].stride, target.bytes, target.stride,
            targetSize.columns, targetSize.rows)
    }

    /// Whether libyuv's own functions for pairs and pixels keep a color. Others weigh neighbors in a row with 127 128ths
    /// altogether: white becomes 253, and gray gets a green cast.
    private static func isExact(_ size: PixelSize, _ target: PixelSize, _ filter: Filter) -> Bool {
        filter == .nearest || size == target || isHalf(size, target)
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
            evenPlane(one.readOnly, size: size, to: other, size: targetSize, filter: filter)
        }
        MergeARGBPlane(
            to[4].bytes, to[4].stride, to[5].bytes, to[5].stride, to[6].bytes, to[6].stride, to[7].bytes, to[7].stride,
            target.bytes, target.stride, targetSize.columns, targetSize.rows)
    }
}
