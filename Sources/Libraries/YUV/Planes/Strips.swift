/// Runs multi-pass work strip by strip, so that what one pass writes is still in the cache when the next one reads it.
enum Strips {
    /// Some rows of a picture.
    struct Strip {
        var top: Int
        var size: PixelSize
    }

    /// Calls `body` for each strip, from the top, with scratch memory for `rows` rows.
    ///
    /// - Parameter rows: even, so that strips of 4:2:0 begin at a chroma row; the last strip may have fewer.
    static func forEach(
        _ size: PixelSize, rows: Int, scratchBytesPerRow: Int,
        _ body: (Strip, UnsafeMutableRawPointer) throws(YUVError) -> Void
    ) throws(YUVError) {
        let scratch = UnsafeMutableRawPointer.allocate(byteCount: max(rows * scratchBytesPerRow, 1), alignment: 64)
        defer { scratch.deallocate() }
        var top = 0
        while top < size.height {
            let strip = Strip(top: top, size: PixelSize(width: size.width, height: min(rows, size.height - top)))
            try body(strip, scratch)
            top += rows
        }
    }
}
