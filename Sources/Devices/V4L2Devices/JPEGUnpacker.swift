import TurboJPEG
import YUV

/// Decodes a camera's JPEG frames to bi-planar 4:2:0 pictures, full range.
///
/// Most webcams encode 4:2:2; everything else is decoded to pixels first.
struct JPEGUnpacker: ~Copyable {
    private let size: PixelSize
    private var decompressor: JPEGDecompressor
    /// The decoded planes, or four-byte pixels.
    private let scratch: UnsafeMutableRawPointer
    private var damagedInARow = 0
    private var hasSeenWholePicture = false
    /// Whether the last picture had no fault.
    private(set) var isWhole = false

    /// Some cameras' pictures are all slightly wrong (extra bytes before a marker). After this many in a row, and none
    /// that was correct, they are accepted as they are.
    private static let damageLimit = 10

    init(size: PixelSize) throws(TurboJPEGError) {
        self.size = size
        decompressor = try JPEGDecompressor()
        scratch = .allocate(byteCount: size.width * size.height * 4, alignment: 64)
    }

    deinit {
        scratch.deallocate()
    }

    /// - Throws: ``FrameLoss/damaged`` even for a picture that can be decoded in part. The first frames after a start
    ///   are often like that, and one of them would spoil a recording's first seconds.
    mutating func unpack(_ bytes: UnsafeRawBufferPointer, to target: BiPlanar<MutablePlane>) throws(FrameLoss) {
        let outcome: JPEGDecompressor.Outcome
        do {
            let header = try decompressor.header(of: bytes)
            guard header.width == size.width, header.height == size.height else { throw FrameLoss.damaged }
            outcome = try decode(bytes, header, to: target)
        } catch {
            // libjpeg-turbo 2.1.5: after a damaged header, a handle refuses every later picture.
            if let fresh = try? JPEGDecompressor() { decompressor = fresh }
            throw .damaged
        }
        isWhole = outcome == .complete
        if isWhole {
            hasSeenWholePicture = true
            return
        }
        damagedInARow += 1
        if hasSeenWholePicture || damagedInARow <= Self.damageLimit { throw .damaged }
    }

    private mutating func decode(
        _ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader, to target: BiPlanar<MutablePlane>
    ) throws -> JPEGDecompressor.Outcome {
        guard header.hasLuma else { return try decodePixels(bytes, header, to: target) }
        let planes = self.planes(header.subsampling)
        switch header.subsampling {
        case .gray:
            let luma = JPEGPlane(target.luma.base, bytesPerRow: target.luma.bytesPerRow)
            PlaneOperations.fill(target.chroma, bytes: size.width, rows: size.halved.height, value: 128)
            return try decompressor.decompress(bytes, header: header, to: [luma])
        case .yuv420:
            let luma = JPEGPlane(target.luma.base, bytesPerRow: target.luma.bytesPerRow)
            let chroma = [JPEGPlane(planes.cb), JPEGPlane(planes.cr)]
            let outcome = try decompressor.decompress(bytes, header: header, to: [luma] + chroma)
            PlaneOperations.merge(planes.cb.readOnly, planes.cr.readOnly, to: target.chroma, size: size.halved)
            return outcome
        case .yuv422, .yuv444:
            let all = [JPEGPlane(planes.luma), JPEGPlane(planes.cb), JPEGPlane(planes.cr)]
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
        let pixels = MutablePlane(scratch, bytesPerRow: size.width * 4)
        let outcome = try decompressor.decompress(
            bytes, header: header, toBGRA: pixels.base, bytesPerRow: pixels.bytesPerRow)
        try YUVConversion.bgraToNV12(pixels.readOnly, range: .full, to: target, size: size)
        return outcome
    }

    /// Planes in the scratch memory, without padding.
    private func planes(_ subsampling: JPEGSubsampling) -> Planar<MutablePlane> {
        let chroma = subsampling.size(ofPlane: 1, width: size.width, height: size.height)
        let luma = MutablePlane(scratch, bytesPerRow: size.width)
        let cb = MutablePlane(luma.advanced(rows: size.height).base, bytesPerRow: chroma.width)
        return Planar(luma: luma, cb: cb, cr: cb.advanced(rows: chroma.height))
    }
}

extension JPEGPlane {
    fileprivate init(_ plane: MutablePlane) {
        self.init(plane.base, bytesPerRow: plane.bytesPerRow)
    }
}
