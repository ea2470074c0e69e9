internal import CYUV

/// Whole-plane work that no colour is needed for. None of it can fail; sizes of zero do nothing.
package enum PlaneOperations {
    /// Copies `rows` rows of `bytes` bytes.
    package static func copy(_ source: Plane, to target: MutablePlane, bytes: Int, rows: Int) {
        CopyPlane(source.bytes, source.stride, target.bytes, target.stride, Int32(bytes), Int32(rows))
    }

    /// Adds one plane to the target and takes another away, byte by byte, staying within 0…255 after either step.
    ///
    /// - Parameter bytes: of each row; all rows have room for the next multiple of four.
    package static func add(
        _ plus: Plane, subtracting minus: Plane, to target: MutablePlane, bytes: Int, rows: Int
    ) {
        // Four bytes are a pixel to libyuv.
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

    /// Takes pairs of bytes apart: the first of each to `first`, the second to `second`.
    ///
    /// - Parameter size: the size of `first` and `second` in samples.
    package static func split(_ source: Plane, to first: MutablePlane, _ second: MutablePlane, size: PixelSize) {
        SplitUVPlane(
            source.bytes, source.stride, first.bytes, first.stride, second.bytes, second.stride,
            size.columns, size.rows)
    }

    /// Makes pairs of bytes: the first of each from `first`, the second from `second`.
    ///
    /// - Parameter size: the size of `first` and `second` in samples.
    package static func merge(_ first: Plane, _ second: Plane, to target: MutablePlane, size: PixelSize) {
        MergeUVPlane(
            first.bytes, first.stride, second.bytes, second.stride, target.bytes, target.stride,
            size.columns, size.rows)
    }

    /// Narrows 16-bit samples to 8 bits.
    ///
    /// - Parameter depth: how many of the low bits are used; 16 for samples in the high bits (P010).
    package static func narrow(_ source: Plane, depth: Int, to target: MutablePlane, size: PixelSize) {
        Convert16To8Plane(
            source.words, source.strideInWords, target.bytes, target.stride, 1 << Int32(24 - depth),
            size.columns, size.rows)
    }

    /// The mean of two planes, rounded up; `target` may be one of them.
    static func average(_ first: Plane, _ second: Plane, to target: MutablePlane, size: PixelSize) {
        interpolate(first, second, weight: 128, to: target, size: size)
    }

    /// `first * (256 - weight) / 256 + second * weight / 256`, rounded; `target` may be one of them.
    static func interpolate(_ first: Plane, _ second: Plane, weight: Int32, to target: MutablePlane, size: PixelSize) {
        _ = InterpolatePlane(
            first.bytes, first.stride, second.bytes, second.stride, target.bytes, target.stride,
            size.columns, size.rows, weight)
    }
}
