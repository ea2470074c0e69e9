/// The colors of the four samples at a mosaic's upper left corner, row by row.
///
/// Source: V4L2 specification, raw Bayer formats (`V4L2_PIX_FMT_SRGGB8` and similar).
package enum BayerPattern: Sendable, CaseIterable {
    case rggb, grbg, gbrg, bggr

    /// 0 if the rows with red samples are the even ones.
    var rowOfRed: Int { self == .rggb || self == .grbg ? 0 : 1 }
    /// 0 if the columns with red samples are the even ones.
    var columnOfRed: Int { self == .rggb || self == .gbrg ? 0 : 1 }
}

/// Makes color pictures from a sensor's mosaic by bilinear interpolation, with libyuv's vector operations.
///
/// Values are used as they are: no black level, white balance or tone curve. Edges are mirrored.
package enum Debayer {
    /// - Parameters:
    ///   - source: `size.height` rows of samples: bytes if `bitsPerSample` is 8, otherwise 16-bit little-endian words
    ///     with the value in the low bits, of which the upper eight are used.
    ///   - bitsPerSample: 8, 10, 12, 14 or 16.
    ///   - target: opaque BGRA.
    ///   - size: even in both directions.
    /// - Throws: ``YUVError`` if the size is odd or empty, or the depth is unknown.
    package static func bgra(
        _ source: Plane, pattern: BayerPattern, bitsPerSample: Int, to target: MutablePlane, size: PixelSize
    ) throws(YUVError) {
        try checkArguments(size, bitsPerSample)
        let strip = BayerStrip(source, pattern: pattern, bitsPerSample: bitsPerSample, size: size)
        defer { strip.free() }
        for top in stride(from: 0, to: size.height, by: BayerStrip.rows) {
            strip.develop(top: top, to: target.advanced(rows: top))
        }
    }

    /// The same to BT.601 4:2:0 in the given range. BT.601 because libyuv has no other matrix in this direction.
    package static func nv12(
        _ source: Plane, pattern: BayerPattern, bitsPerSample: Int, range: YUVRange,
        to target: BiPlanar<MutablePlane>, size: PixelSize
    ) throws(YUVError) {
        try checkArguments(size, bitsPerSample)
        let strip = BayerStrip(source, pattern: pattern, bitsPerSample: bitsPerSample, size: size)
        defer { strip.free() }
        try Strips.forEach(size, rows: BayerStrip.rows, scratchBytesPerRow: size.width * 4) {
            rows, scratch throws(YUVError) in
            let pixels = MutablePlane(scratch, bytesPerRow: size.width * 4)
            strip.develop(top: rows.top, to: pixels)
            let part = BiPlanar(
                luma: target.luma.advanced(rows: rows.top), chroma: target.chroma.advanced(rows: rows.top / 2))
            try YUVConversion.bgraToNV12(pixels.readOnly, range: range, to: part, size: rows.size)
        }
    }

    private static func checkArguments(_ size: PixelSize, _ bitsPerSample: Int) throws(YUVError) {
        guard size.width >= 2, size.height >= 2, size.width % 2 == 0, size.height % 2 == 0,
            [8, 10, 12, 14, 16].contains(bitsPerSample)
        else { throw YUVError(operation: "Debayer", code: -1) }
    }
}
