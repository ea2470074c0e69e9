import YUV

/// Sensor samples of 10 or 12 bits, packed without gaps, as MIPI cameras send them.
///
/// Source: V4L2 specification, V4L2_PIX_FMT_SRGGB10P and V4L2_PIX_FMT_SRGGB12P.
enum PackedBayer {
    /// Puts each sample in the low bits of a 16-bit word.
    ///
    /// - Parameter bits: 10 or 12.
    static func unpack(_ source: Plane, bits: Int, to target: MutablePlane, size: PixelSize) {
        // This many samples share one byte for their lower bits.
        let group = bits == 10 ? 4 : 2
        let lowBits = bits - 8
        for y in 0..<size.height {
            let bytes = source.advanced(rows: y).base.assumingMemoryBound(to: UInt8.self)
            let words = target.advanced(rows: y).base.assumingMemoryBound(to: UInt16.self)
            for x in 0..<size.width {
                let start = x / group * (group + 1)
                let place = x % group
                let low = bytes[start + group] >> UInt8(place * lowBits) & UInt8(1 << lowBits - 1)
                words[x] = UInt16(bytes[start + place]) << UInt16(lowBits) | UInt16(low)
            }
        }
    }
}
