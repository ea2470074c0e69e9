internal import CYUV

/// Video range (luma 16…235, chroma 16…240) to full range (0…255) and back, to within one step of exact arithmetic.
///
/// libyuv has no such conversion, and a loop in Swift takes a second for 12 megapixels in a debug build. So it is
/// composed of libyuv's vector operations on bytes: `full = v + v * 0.164` with `v = video - 16`, both saturated.
extension YUVConversion {
    /// Expands a plane of luma.
    package static func videoToFullRange(luma: Plane, to target: MutablePlane, size: PixelSize) {
        // 42 / 256 = 0.1641; exact would be 255 / 219 - 1 = 0.1644: less than a tenth of a step at white.
        expand(luma, to: target, size: size, weight: 42)
    }

    /// Expands a plane of chroma, Cb and Cr apart or interleaved.
    ///
    /// - Parameter size: in samples; twice the width for interleaved chroma. Neutral chroma (128) stays 128.
    package static func videoToFullRange(chroma: Plane, to target: MutablePlane, size: PixelSize) {
        // 36 / 256 = 0.1406; exact is 255 / 224 - 1 = 0.1384, which would turn 128 into 127.
        expand(chroma, to: target, size: size, weight: 36)
    }

    /// Compresses a plane of luma.
    package static func fullToVideoRange(luma: Plane, to target: MutablePlane, size: PixelSize) {
        // 220 / 256 * y + 36 / 256 * 114 = 0.8594 * y + 16.03; exact is 0.8588 * y + 16.
        compress(luma, to: target, size: size, weight: 36, towards: 114)
    }

    /// Compresses a plane of chroma, Cb and Cr apart or interleaved.
    ///
    /// - Parameter size: in samples; twice the width for interleaved chroma.
    package static func fullToVideoRange(chroma: Plane, to target: MutablePlane, size: PixelSize) {
        // 225 / 256 = 0.8789 about 128; exact is 224 / 255 = 0.8784.
        compress(chroma, to: target, size: size, weight: 31, towards: 128)
    }

    /// Subtracts 16 and adds `weight / 256` of the rest, saturating at 0 and 255.
    ///
    /// The saturating operations take four bytes at a time, as BGRA pixels. If the width is not a multiple of four, the
    /// last columns are done one by one.
    private static func expand(_ source: Plane, to target: MutablePlane, size: PixelSize, weight: Int32) {
        let pixels = Int32(size.width / 4)
        let rows = 8
        withUnsafeTemporaryAllocation(byteCount: size.width * (rows + 2), alignment: 64) { scratch in
            let base = scratch.baseAddress!
            let sixteen = constantRow(base, 16, count: size.width)
            let zero = constantRow(base + size.width, 0, count: size.width)
            let part = MutablePlane(base + 2 * size.width, bytesPerRow: size.width)
            for top in stride(from: 0, to: size.height, by: rows) {
                let strip = PixelSize(width: size.width / 4 * 4, height: min(rows, size.height - top))
                let input = source.advanced(rows: top)
                let output = target.advanced(rows: top)
                _ = ARGBSubtract(
                    input.bytes, input.stride, sixteen.bytes, 0, output.bytes, output.stride, pixels, strip.rows)
                PlaneOperations.interpolate(zero, output.readOnly, weight: weight, to: part, size: strip)
                _ = ARGBAdd(
                    output.bytes, output.stride, part.bytes, part.stride, output.bytes, output.stride,
                    pixels, strip.rows)
            }
        }
        for row in 0..<(size.width % 4 == 0 ? 0 : size.height) {
            for column in (size.width / 4 * 4)..<size.width {
                let value = max(Int32(source.advanced(rows: row).bytes[column]) - 16, 0)
                target.advanced(rows: row).bytes[column] = UInt8(min(value + (value * weight + 128) / 256, 255))
            }
        }
    }

    /// Moves every sample `weight / 256` of the way toward `center`.
    private static func compress(
        _ source: Plane, to target: MutablePlane, size: PixelSize, weight: Int32, towards center: UInt8
    ) {
        withUnsafeTemporaryAllocation(byteCount: size.width, alignment: 64) { scratch in
            let centers = constantRow(scratch.baseAddress!, center, count: size.width)
            PlaneOperations.interpolate(source, centers, weight: weight, to: target, size: size)
        }
    }

    /// A plane in which every row is the same row with one value.
    private static func constantRow(_ memory: UnsafeMutableRawPointer, _ value: UInt8, count: Int) -> Plane {
        memory.initializeMemory(as: UInt8.self, repeating: value, count: count)
        return Plane(memory, bytesPerRow: 0)
    }
}
