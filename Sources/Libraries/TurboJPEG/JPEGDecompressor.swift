internal import CTurboJPEG
import Glibc

/// Decodes JPEG pictures, mainly webcam frames, which may lack Huffman tables, be cut short or damaged.
///
/// One thread at a time; reuses its memory for the next picture.
package struct JPEGDecompressor: ~Copyable, @unchecked Sendable {  // one owner; the C handle is bound to no thread
    /// How decoding went.
    package enum Outcome: Sendable, Hashable {
        case complete
        /// Cut short or damaged: the part that could be read is there, the rest is gray or wrong. Has libjpeg-turbo's
        /// message.
        case damaged(String)
    }

    /// `nil` only if there was no memory for a new one; every call then throws.
    private var handle: UnsafeMutableRawPointer?
    /// Whether the last picture was not read cleanly to its end. libjpeg-turbo 2.1 may then still be in the middle of
    /// it, and take the next picture for the remainder.
    private var isTainted = false
    private var padded = PaddedPlanes()
    private var completed = ScratchMemory()

    package init() throws(TurboJPEGError) {
        guard let handle = tjInitDecompress() else { throw TurboJPEGError(handle: nil) }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    /// Reads a picture's header.
    ///
    /// - Throws: ``TurboJPEGError`` if this is not a JPEG picture, or one that cannot be decoded here.
    package mutating func header(of jpeg: UnsafeRawBufferPointer) throws(TurboJPEGError) -> JPEGHeader {
        if isTainted { startAfresh() }
        isTainted = true
        var (width, height, subsampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let code = tjDecompressHeader3(
            handle, jpeg.bytes, UInt(jpeg.count), &width, &height, &subsampling, &colors)
        guard code == 0 || tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
            throw TurboJPEGError(handle: handle)
        }
        guard width > 0, height > 0, let subsampling = JPEGSubsampling(code: subsampling) else {
            throw TurboJPEGError("a JPEG picture with an unknown arrangement of chroma samples")
        }
        isTainted = code != 0
        let hasLuma = colors == Int32(TJCS_YCbCr.rawValue) || colors == Int32(TJCS_GRAY.rawValue)
        return JPEGHeader(width: Int(width), height: Int(height), subsampling: subsampling, hasLuma: hasLuma)
    }

    /// Decodes to the planes that are coded in the picture, in JFIF's full-range BT.601.
    ///
    /// - Parameters:
    ///   - planes: luma, Cb, Cr (luma only for gray), of the sizes that `header.subsampling` gives.
    ///   - header: the result of ``header(of:)`` for this picture; for another picture it throws and writes nothing.
    package mutating func decompress(
        _ jpeg: UnsafeRawBufferPointer, header: JPEGHeader, to planes: [JPEGPlane]
    ) throws(TurboJPEGError) -> Outcome {
        let jpeg = try withHuffmanTables(jpeg)
        guard try self.header(of: jpeg) == header, header.hasLuma, planes.count >= header.subsampling.planeCount else {
            throw TurboJPEGError("the planes do not fit this JPEG picture")
        }
        let (width, height, subsampling) = (header.width, header.height, header.subsampling)
        var targets = planes
        let needsPadding = PaddedPlanes.areNeeded(subsampling, width: width, height: height)
        if needsPadding {
            try padded.prepare(subsampling, width: width, height: height)
            targets = padded.planes
        }
        var bases = targets.map { UnsafeMutablePointer<UInt8>?($0.bytes) }
        var strides = targets.map { Int32($0.bytesPerRow) }
        let outcome = try outcome(
            tjDecompressToYUVPlanes(
                handle, jpeg.bytes, UInt(jpeg.count), &bases, 0, &strides, 0, TJFLAG_LIMITSCANS))
        if needsPadding { padded.copy(to: planes, subsampling, width: width, height: height) }
        return outcome
    }

    /// Decodes to opaque pixels of four bytes: blue, green, red, alpha.
    ///
    /// - Parameters:
    ///   - header: the result of ``header(of:)`` for this picture; for another picture it throws and writes nothing.
    ///   - reduction: 1, 2, 4 or 8: divides the size, which is faster (``JPEGHeader/reduced(by:)`` gives the size).
    package mutating func decompress(
        _ jpeg: UnsafeRawBufferPointer, header: JPEGHeader, toBGRA pixels: UnsafeMutableRawPointer, bytesPerRow: Int,
        reduction: Int = 1
    ) throws(TurboJPEGError) -> Outcome {
        let jpeg = try withHuffmanTables(jpeg)
        guard try self.header(of: jpeg) == header, [1, 2, 4, 8].contains(reduction) else {
            throw TurboJPEGError("the pixels do not fit this JPEG picture")
        }
        let size = header.reduced(by: reduction)
        return try outcome(
            tjDecompress2(
                handle, jpeg.bytes, UInt(jpeg.count), pixels.assumingMemoryBound(to: UInt8.self),
                Int32(size.width), Int32(bytesPerRow), Int32(size.height), Int32(TJPF_BGRA.rawValue),
                TJFLAG_LIMITSCANS))
    }

    /// Whether every decoder will read a picture to its end: all of its parts are there, and its compressed data makes
    /// sense. Decodes it, at an eighth of its size. Bytes that nobody needs count as a fault too: a picture of which some were
    /// changed often decodes to fewer, and leaves such bytes.
    ///
    /// - Parameter jpeg: may lack Huffman tables.
    package mutating func isWhole(_ jpeg: UnsafeRawBufferPointer) -> Bool {
        guard let header = try? header(of: jpeg) else { return false }
        let size = header.reduced(by: 8)
        let pixels = UnsafeMutableRawPointer.allocate(byteCount: size.width * size.height * 4, alignment: 64)
        defer { pixels.deallocate() }
        let outcome = try? decompress(
            jpeg, header: header, toBGRA: pixels, bytesPerRow: size.width * 4, reduction: 8)
        return outcome == .complete
    }

    /// The picture itself, or, if it has no tables, a copy with the standard ones; valid until the next call.
    private mutating func withHuffmanTables(
        _ jpeg: UnsafeRawBufferPointer
    ) throws(TurboJPEGError) -> UnsafeRawBufferPointer {
        guard let base = jpeg.baseAddress, let point = StandardHuffmanTables.insertionPoint(in: jpeg) else {
            return jpeg
        }
        let tables = StandardHuffmanTables.segment
        let copy = try completed.reserve(jpeg.count + tables.count)
        memcpy(copy, base, point)
        tables.withUnsafeBytes { _ = memcpy(copy + point, $0.baseAddress!, $0.count) }
        memcpy(copy + point + tables.count, base + point, jpeg.count - point)
        return UnsafeRawBufferPointer(start: copy, count: jpeg.count + tables.count)
    }

    private mutating func outcome(_ code: Int32) throws(TurboJPEGError) -> Outcome {
        guard code != 0 else { return .complete }
        isTainted = true
        guard tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else { throw TurboJPEGError(handle: handle) }
        return .damaged(TurboJPEGError(handle: handle).description)
    }

    private mutating func startAfresh() {
        tjDestroy(handle)
        handle = tjInitDecompress()
        isTainted = false
    }
}
