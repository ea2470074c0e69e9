internal import CYUV

/// Rotates and mirrors pictures, with libyuv. `size` is the source's; for 90° and 270° the target's sides are swapped.
package enum Rotation: Int, Sendable, CaseIterable {
    case none = 0
    /// Clockwise: the left side becomes the top.
    case clockwise90 = 90
    case half = 180
    /// Clockwise by 270°: the right side becomes the top.
    case clockwise270 = 270

    /// The size of the picture after rotation.
    package func turned(_ size: PixelSize) -> PixelSize {
        switch self {
        case .none, .half: size
        case .clockwise90, .clockwise270: PixelSize(width: size.height, height: size.width)
        }
    }

    /// Rotates one plane of 8-bit samples.
    package func plane(_ source: Plane, to target: MutablePlane, size: PixelSize) throws(YUVError) {
        try check(
            "RotatePlane",
            RotatePlane(
                source.bytes, source.stride, target.bytes, target.stride, size.columns, size.rows, mode))
    }

    package func i420(_ source: Planar<Plane>, to target: Planar<MutablePlane>, size: PixelSize) throws(YUVError) {
        try check(
            "I420Rotate",
            I420Rotate(
                source.luma.bytes, source.luma.stride, source.cb.bytes, source.cb.stride,
                source.cr.bytes, source.cr.stride, target.luma.bytes, target.luma.stride,
                target.cb.bytes, target.cb.stride, target.cr.bytes, target.cr.stride,
                size.columns, size.rows, mode))
    }

    package func bgra(_ source: Plane, to target: MutablePlane, size: PixelSize) throws(YUVError) {
        try check(
            "ARGBRotate",
            ARGBRotate(
                source.bytes, source.stride, target.bytes, target.stride, size.columns, size.rows, mode))
    }

    package func nv12(_ source: BiPlanar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize) throws(YUVError) {
        try plane(source.luma, to: target.luma, size: size)
        try pairs(source.chroma, to: target.chroma, size: size.halved)
    }

    /// Rotates 16-bit samples: P010.
    package func p010(_ source: BiPlanar<Plane>, to target: BiPlanar<MutablePlane>, size: PixelSize) throws(YUVError) {
        try plane16(source.luma, to: target.luma, size: size)
        // A pair of samples has as many bytes as a pixel.
        try bgra(source.chroma, to: target.chroma, size: size.halved)
    }

    func plane16(_ source: Plane, to target: MutablePlane, size: PixelSize) throws(YUVError) {
        try check(
            "RotatePlane_16",
            RotatePlane_16(
                source.words, source.strideInWords, target.words, target.strideInWords, size.columns, size.rows, mode))
    }

    /// Rotates pairs of bytes. libyuv only rotates them into separate planes, so they go through scratch memory, band
    /// by band.
    private func pairs(_ source: Plane, to target: MutablePlane, size: PixelSize) throws(YUVError) {
        let (width, height) = (turned(size).width, turned(size).height)
        let depth = 32
        let scratch = UnsafeMutableRawPointer.allocate(byteCount: max(2 * depth * width, 1), alignment: 64)
        defer { scratch.deallocate() }
        let first = MutablePlane(scratch, bytesPerRow: width)
        let second = first.advanced(rows: depth)
        var top = 0
        while top < height {
            let rows = min(depth, height - top)
            let band = band(source, size: size, top: top, rows: rows)
            try check(
                "SplitRotateUV",
                SplitRotateUV(
                    band.plane.bytes, band.plane.stride, first.bytes, first.stride, second.bytes, second.stride,
                    band.size.columns, band.size.rows, mode))
            PlaneOperations.merge(
                first.readOnly, second.readOnly, to: target.advanced(rows: top),
                size: PixelSize(width: width, height: rows))
            top += rows
        }
    }

    /// The part of the source that becomes `rows` rows of the target, starting at `top`.
    private func band(_ source: Plane, size: PixelSize, top: Int, rows: Int) -> (plane: Plane, size: PixelSize) {
        switch self {
        case .none: (source.advanced(rows: top), PixelSize(width: size.width, height: rows))
        case .half: (source.advanced(rows: size.height - top - rows), PixelSize(width: size.width, height: rows))
        case .clockwise90: (source.advanced(rows: 0, bytes: 2 * top), PixelSize(width: rows, height: size.height))
        case .clockwise270:
            (
                source.advanced(rows: 0, bytes: 2 * (size.width - top - rows)),
                PixelSize(width: rows, height: size.height)
            )
        }
    }

    private var mode: RotationMode {
        switch self {
        case .none: kRotate0
        case .clockwise90: kRotate90
        case .half: kRotate180
        case .clockwise270: kRotate270
        }
    }
}
