internal import CTurboJPEG

/// Compresses JPEG pictures, and reuses its memory for the next one.
///
/// One thread at a time. The result stays in ``withBytes(_:)`` until the next call.
package struct JPEGCompressor: ~Copyable, @unchecked Sendable {  // one owner; the C handle is bound to no thread
    private let handle: UnsafeMutableRawPointer
    private var output: UnsafeMutablePointer<UInt8>?
    private var capacity: UInt = 0
    private var count: UInt = 0
    private var padded = PaddedPlanes()

    package init() throws(TurboJPEGError) {
        guard let handle = tjInitCompress() else { throw TurboJPEGError(handle: nil) }
        self.handle = handle
    }

    deinit {
        tjFree(output)
        tjDestroy(handle)
    }

    /// Compresses planes that are already full-range BT.601, as JFIF requires: no pixel is converted.
    ///
    /// - Parameters:
    ///   - planes: luma, Cb, Cr (only luma for gray), of the sizes that `subsampling` gives; read-only.
    ///   - quality: 1…100, libjpeg's scale.
    package mutating func compress(
        planes: [JPEGPlane], width: Int, height: Int, subsampling: JPEGSubsampling, quality: Int
    ) throws(TurboJPEGError) {
        guard planes.count >= subsampling.planeCount, width > 0, height > 0 else {
            throw TurboJPEGError("\(planes.count) planes of \(width) x \(height) are not a picture")
        }
        try reserve(width: width, height: height, subsampling: subsampling)
        var source = planes
        if PaddedPlanes.areNeeded(subsampling, width: width, height: height) {
            try padded.prepare(subsampling, width: width, height: height)
            padded.fill(from: planes, subsampling, width: width, height: height)
            source = padded.planes
        }
        var bases = source.map { UnsafePointer<UInt8>?($0.bytes) }
        let strides = source.map { Int32($0.bytesPerRow) }
        try finish(
            tjCompressFromYUVPlanes(
                handle, &bases, Int32(width), strides, Int32(height), subsampling.code, &output, &count,
                Int32(quality), TJFLAG_NOREALLOC))
    }

    /// Compresses pixels of four bytes: blue, green, red, and an ignored one.
    ///
    /// - Parameter subsampling: of the file; gray discards the color.
    package mutating func compress(
        bgra: UnsafeRawPointer, bytesPerRow: Int, width: Int, height: Int, subsampling: JPEGSubsampling, quality: Int
    ) throws(TurboJPEGError) {
        guard width > 0, height > 0 else { throw TurboJPEGError("\(width) x \(height) is not a picture") }
        try reserve(width: width, height: height, subsampling: subsampling)
        try finish(
            tjCompress2(
                handle, bgra.assumingMemoryBound(to: UInt8.self), Int32(width), Int32(bytesPerRow), Int32(height),
                Int32(TJPF_BGRX.rawValue), &output, &count, subsampling.code, Int32(quality), TJFLAG_NOREALLOC))
    }

    /// The last picture; empty before the first. The memory is valid only inside `body`.
    package borrowing func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: output, count: output == nil ? 0 : Int(count)))
    }

    /// Reserves memory for the largest file that such a picture can become. Only the pages that a file really fills are
    /// ever touched, and they are reused.
    private mutating func reserve(width: Int, height: Int, subsampling: JPEGSubsampling) throws(TurboJPEGError) {
        // libjpeg-turbo 2 counts bytes in 32 bits.
        guard let columns = Int32(exactly: width), let rows = Int32(exactly: height),
            case let needed = tjBufSize(columns, rows, subsampling.code), let size = Int32(exactly: needed)
        else { throw TurboJPEGError("a picture of \(width) x \(height) is too large") }
        if needed > capacity {
            tjFree(output)
            output = tjAlloc(size)
            capacity = output == nil ? 0 : needed
        }
        guard output != nil else { throw TurboJPEGError("no memory for a picture of \(width) x \(height)") }
        count = capacity
    }

    private mutating func finish(_ code: Int32) throws(TurboJPEGError) {
        guard code == 0 else {
            count = 0
            throw TurboJPEGError(handle: handle)
        }
    }
}
