internal import CColor
internal import CYUV

/// Operations on whole planes, independent of color. None can fail; sizes of zero do nothing.
package enum PlaneOperations {
    /// Copies `rows` rows of `bytes` bytes.
    package static func copy(_ source: Plane, to target: MutablePlane, bytes: Int, rows: Int) {
        CopyPlane(source.bytes, source.stride, target.bytes, target.stride, Int32(bytes), Int32(rows))
    }

    /// Adds one plane to the target and subtracts another, byte by byte, saturating at 0 and 255 after each step.
    ///
    /// - Parameter bytes: of each row; every row has room for the next multiple of four.
    package static func add(
        _ plus: Plane, subtracting minus: Plane, to target: MutablePlane, bytes: Int, rows: Int
    ) {
        // To libyuv, four bytes are a pixel.
        let pixels = Int32((bytes + 3) / 4)
        ARGBAdd(
            target.bytes, target.stride, plus.bytes, plus.stride, target.bytes, target.stride, pixels, Int32(rows))
        ARGBSubtract(
            target.bytes, target.stride, minus.bytes, minus.stride, target.bytes, target.stride, pixels, Int32(rows))
    }

    /// Sets `rows` rows of `bytes` bytes to one value.
    package static func fill(_ target: MutablePlane, bytes: Int, rows: Int, value: UInt8) {
        SetPlane(target.bytes, target.stride, Int32(bytes), Int32(rows), UInt32(value))
    }

    /// Separates pairs of bytes: the first of each goes to `first`, the second to `second`.
    ///
    /// - Parameter size: the size of `first` and `second` in samples.
    package static func split(_ source: Plane, to first: MutablePlane, _ second: MutablePlane, size: PixelSize) {
        SplitUVPlane(
            source.bytes, source.stride, first.bytes, first.stride, second.bytes, second.stride,
            size.columns, size.rows)
    }

    /// Interleaves bytes: the first of each pair from `first`, the second from `second`.
    ///
    /// - Parameter size: the size of `first` and `second` in samples.
    package static func merge(_ first: Plane, _ second: Plane, to target: MutablePlane, size: PixelSize) {
        MergeUVPlane(
            first.bytes, first.stride, second.bytes, second.stride, target.bytes, target.stride,
            size.columns, size.rows)
    }

    /// Exchanges the bytes of each pair; `target` may be the source.
    ///
    /// - Parameter size: in pairs.
    package static func swapPairs(_ source: Plane, to target: MutablePlane, size: PixelSize) {
        SwapUVPlane(source.bytes, source.stride, target.bytes, target.stride, size.columns, size.rows)
    }

    /// Narrows 16-bit samples to the nearest of 8 bits. libyuv cuts the lower bits off, which gives gray a color where
    /// chroma is a little below its middle.
    ///
    /// - Parameter depth: how many of the low bits are used; 16 for samples in the high bits (P010).
    package static func narrow(_ source: Plane, depth: Int, to target: MutablePlane, size: PixelSize) {
        for row in 0..<size.height {
            color_narrow(
                source.advanced(rows: row).words, Int32(depth), size.columns, target.advanced(rows: row).bytes)
        }
    }

    /// The mean of two planes, rounded up; `target` may be one of them.
    package static func average(_ first: Plane, _ second: Plane, to target: MutablePlane, size: PixelSize) {
        interpolate(first, second, weight: 128, to: target, size: size)
    }

    /// `first * (256 - weight) / 256 + second * weight / 256`, rounded; `target` may be one of them.
    static func interpolate(_ first: Plane, _ second: Plane, weight: Int32, to target: MutablePlane, size: PixelSize) {
        _ = InterpolatePlane(
            first.bytes, first.stride, second.bytes, second.stride, target.bytes, target.stride,
            size.columns, size.rows, weight)
    }
}
