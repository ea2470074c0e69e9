import TurboJPEG
import YUV

/// Decodes a camera's JPEG frames to bi-planar 4:2:0 pictures, full range.
///
/// Most webcams encode 4:2:2; everything else is decoded to pixels first. A frame is judged by what is wrong with its
/// picture:
///
/// | fault | what becomes of it |
/// | --- | --- |
/// | no Huffman tables (AVI1), bytes after the end marker | nothing is wrong |
/// | no end marker, but the whole picture | used |
/// | up to ``harmlessBytes`` bytes too many before a marker (Logitech C270, C310, C910) | used |
/// | rows or columns beyond the size, up to the next whole block (1088 rows of 1080) | cut off |
/// | a part missing or changed, restart markers out of order | damaged, see ``damageLimit`` |
/// | another size, no JPEG | damaged |
struct JPEGUnpacker: ~Copyable {
    private let size: PixelSize
    private var decompressor: JPEGDecompressor
    /// The decoded planes, or four-byte pixels.
    private let scratch: UnsafeMutableRawPointer
    private var damagedInARow = 0
    private var hasSeenWholePicture = false
    /// Whether the last picture without an end marker was whole: the next one gets its marker before it is decoded.
    private var lacksEnd = false
    /// Whether the last picture had no fault.
    private(set) var isWhole = false

    /// Some cameras' pictures are all slightly wrong. After this many in a row, and none that was correct, they are
    /// accepted as they are.
    private static let damageLimit = 10
    /// Of a picture with a part missing or changed, hardly ever so few bytes are left over.
    private static let harmlessBytes = 16
    /// The largest block of pixels that is encoded as one.
    private static let blockSide = 16

    init(size: PixelSize) throws(TurboJPEGError) {
        self.size = size
        decompressor = try JPEGDecompressor()
        let side = Self.blockSide
        scratch = .allocate(byteCount: (size.width + side) * (size.height + side) * 4, alignment: 64)
    }

    deinit {
        scratch.deallocate()
    }

    /// - Throws: ``FrameLoss/damaged`` even for a picture that can be decoded in part. The first frames after a start
    ///   are often like that, and one of them would spoil a recording's first seconds.
    mutating func unpack(_ bytes: UnsafeRawBufferPointer, to target: BiPlanar<MutablePlane>) throws(FrameLoss) {
        var outcome: JPEGDecompressor.Outcome
        let header: JPEGHeader
        isWhole = false
        do {
            header = try decompressor.header(of: bytes)
            guard holds(header) else { throw FrameLoss.damaged }
            let endsEarly = lacksEnd && Self.endMarker(in: bytes) == nil
            outcome = endsEarly ? .complete : try decode(bytes, header, to: target)
            // Without its end marker, a complete picture and one with a part missing have the same fault.
            if endsEarly || outcome.lacksEnd {
                outcome = try decodeWithEnd(bytes, header, to: target)
                lacksEnd = outcome == .complete
                if lacksEnd { return }
            }
        } catch {
            // libjpeg-turbo 2.1.5: after a damaged header, a handle refuses every later picture.
            if let fresh = try? JPEGDecompressor() { decompressor = fresh }
            throw .damaged
        }
        if outcome == .complete {
            hasSeenWholePicture = true
            isWhole = (header.width, header.height) == (size.width, size.height)
            return
        }
        if let count = outcome.extraneousBytes, count <= Self.harmlessBytes { return }
        damagedInARow += 1
        if hasSeenWholePicture || damagedInARow <= Self.damageLimit { throw .damaged }
    }

    /// Where a picture's bytes end: after the last end marker. Some drivers hand on the whole buffer.
    static func end(of bytes: UnsafeRawBufferPointer) -> Int { endMarker(in: bytes).map { $0 + 2 } ?? bytes.count }

    /// Where the last end marker is.
    private static func endMarker(in bytes: UnsafeRawBufferPointer) -> Int? {
        var start = bytes.count - 2
        while start >= 0, bytes[start] != 0xFF || bytes[start + 1] != 0xD9 { start -= 1 }
        return start >= 0 ? start : nil
    }

    private mutating func decodeWithEnd(
        _ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader, to target: BiPlanar<MutablePlane>
    ) throws -> JPEGDecompressor.Outcome {
        let ended = Array(bytes) + [0xFF, 0xD9]
        return try ended.withUnsafeBytes { try decode($0, header, to: target) }
    }

    /// Whether a picture has the size, or is filled up to whole blocks.
    private func holds(_ header: JPEGHeader) -> Bool {
        let side = Self.blockSide
        return (size.width..<size.width + side).contains(header.width)
            && (size.height..<size.height + side).contains(header.height)
            && (header.width == size.width || header.width % 8 == 0)
            && (header.height == size.height || header.height % 8 == 0)
    }

    private mutating func decode(
        _ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader, to target: BiPlanar<MutablePlane>
    ) throws -> JPEGDecompressor.Outcome {
        guard header.hasLuma else { return try decodePixels(bytes, header, to: target) }
        let planes = self.planes(header)
        let all = [JPEGPlane(planes.luma), JPEGPlane(planes.cb), JPEGPlane(planes.cr)]
        switch header.subsampling {
        case .gray:
            let outcome = try decompressor.decompress(bytes, header: header, to: [all[0]])
            YUVConversion.grayToNV12(planes.luma.readOnly, to: target, size: size)
            return outcome
        case .yuv420:
            let isExact = (header.width, header.height) == (size.width, size.height)
            guard isExact else {
                let outcome = try decompressor.decompress(bytes, header: header, to: all)
                try YUVConversion.i420ToNV12(planes.readOnly, to: target, size: size)
                return outcome
            }
            let luma = JPEGPlane(target.luma.base, bytesPerRow: target.luma.bytesPerRow)
            let outcome = try decompressor.decompress(bytes, header: header, to: [luma, all[1], all[2]])
            PlaneOperations.merge(planes.cb.readOnly, planes.cr.readOnly, to: target.chroma, size: size.halved)
            return outcome
        case .yuv422, .yuv444:
            let outcome = try decompressor.decompress(bytes, header: header, to: all)
            if header.subsampling == .yuv422 {
                try YUVConversion.i422ToNV12(planes.readOnly, to: target, size: size)
            } else {
                try YUVConversion.i444ToNV12(planes.readOnly, to: target, size: size)
            }
            return outcome
        case .yuv440, .yuv411:
            return try decodePixels(bytes, header, to: target)
        }
    }

    private mutating func decodePixels(
        _ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader, to target: BiPlanar<MutablePlane>
    ) throws -> JPEGDecompressor.Outcome {
        let pixels = MutablePlane(scratch, bytesPerRow: header.width * 4)
        let outcome = try decompressor.decompress(
            bytes, header: header, toBGRA: pixels.base, bytesPerRow: pixels.bytesPerRow)
        try YUVConversion.bgraToNV12(pixels.readOnly, range: .full, to: target, size: size)
        return outcome
    }

    /// Planes in the scratch memory, without padding.
    private func planes(_ header: JPEGHeader) -> Planar<MutablePlane> {
        let chroma = header.subsampling.size(ofPlane: 1, width: header.width, height: header.height)
        let luma = MutablePlane(scratch, bytesPerRow: header.width)
        let cb = MutablePlane(luma.advanced(rows: header.height).base, bytesPerRow: chroma.width)
        return Planar(luma: luma, cb: cb, cr: cb.advanced(rows: chroma.height))
    }
}

extension JPEGPlane {
    fileprivate init(_ plane: MutablePlane) {
        self.init(plane.base, bytesPerRow: plane.bytesPerRow)
    }
}
