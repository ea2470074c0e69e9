import CaptureEngine
import FFmpeg
import LinuxVideo
import TurboJPEG
import YUV

/// Why a filled buffer did not become a picture.
package enum FrameLoss: Error, Sendable {
    /// Every picture of the pool is in use.
    case outOfBuffers
    /// The driver delivered fewer bytes than a picture needs.
    case short
    /// The bytes cannot be decoded.
    case damaged
}

/// Turns a driver's frames into bi-planar 4:2:0 pictures, which every sink takes.
///
/// Used by one thread. Source: V4L2 specification, "Image Formats".
final class FrameUnpacker {
    let color: V4L2Color
    private let layout: V4L2Encoding.Layout
    private let size: PixelSize
    private let planes: [V4L2Encoding.Rows]
    private let pool: CVPixelBufferPool
    /// For distances; `nil` until some are wanted.
    private var maps: CVPixelBufferPool?
    private var jpeg: JPEGUnpacker?
    /// Opened with the first frame.
    private var video: CameraStreamDecoder?
    /// For pixels, a strip of them; for packed Bayer, the unpacked samples.
    private let scratch: UnsafeMutableRawPointer?

    /// The maximum number of pictures at once: those that all sinks hold, and one to fill.
    static let pictureCount = SinkCapacity.total + 1
    /// How many are allocated from the start. Allocating one takes milliseconds at 4K, and the first frame should not
    /// wait for pictures that are only needed when a recording lags.
    private static let initialPictureCount = 3
    /// Rows of pixels that are converted at once: few enough to stay in the cache, and an even number.
    private static let stripRows = 16

    /// - Parameter isForStill: whether only one picture is wanted.
    /// - Throws: the error of the pool or the decoder if there is no memory, or no library that decodes the format.
    init(format: VideoFormat, encoding: V4L2Encoding, isForStill: Bool = false) throws {
        let layout = encoding.layout
        self.layout = layout
        color = V4L2Color(format, layout: layout)
        size = PixelSize(width: format.width, height: format.height)
        planes = encoding.planes(
            height: format.height,
            bytesPerRow: max(format.bytesPerRow, encoding.minimumBytesPerRow(width: format.width)),
            chroma: format.chromaBytesPerRow)
        pool = try CVPixelBufferPool.make(
            width: format.width, height: format.height, pixelFormat: color.pixelFormat, capacity: Self.pictureCount,
            initialCount: isForStill ? 1 : Self.initialPictureCount, attachments: color.attachments)
        jpeg = layout == .jpeg ? try JPEGUnpacker(size: size) : nil
        if case .video(let codec) = layout { video = try CameraStreamDecoder(codec) }
        switch layout {
        case .rgb(.other): scratch = .allocate(byteCount: 4 * size.width * Self.stripRows, alignment: 64)
        case .packedBayer: scratch = .allocate(byteCount: 2 * size.width * size.height, alignment: 64)
        default: scratch = nil
        }
    }

    deinit {
        scratch?.deallocate()
    }

    /// The last frame's bytes, if they are a JPEG picture without a fault, as other programs read it.
    func wholeJPEG(_ areas: [UnsafeRawBufferPointer]) -> UnsafeRawBufferPointer? {
        guard jpeg?.isWhole == true, let bytes = areas.first else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[..<JPEGUnpacker.end(of: bytes)])
    }

    /// Whether ``wrap(_:release:)`` can be used.
    var canWrap: Bool { layout == .biPlanar(.half, .cbcr) || layout == .p010 }

    /// A picture in the driver's own memory.
    ///
    /// - Parameter release: called once, on any thread, when the picture is released; not called if this throws.
    func wrap(
        _ frame: VideoStream.Frame, release: @escaping @Sendable () -> Void
    ) throws(FrameLoss) -> CVPixelBuffer {
        let planes = try places(in: frame.areas).map {
            (UnsafeMutableRawPointer(mutating: $0.base), $0.bytesPerRow)
        }
        guard
            let picture = try? CVPixelBuffer(
                wrapping: planes, width: size.width, height: size.height, pixelFormat: color.pixelFormat,
                release: release)
        else { throw .damaged }
        CVBufferSetAttachments(picture, color.attachments, .shouldPropagate)
        return picture
    }

    /// A picture in its own memory.
    ///
    /// - Parameter areas: the memory of one frame; not needed afterwards.
    func unpack(_ areas: [UnsafeRawBufferPointer]) throws(FrameLoss) -> CVPixelBuffer {
        let source = try places(in: areas)
        let decoded = try decode(areas)
        guard let picture = pool.makeBuffer() else { throw .outOfBuffers }
        CVPixelBufferLockBaseAddress(picture, [])
        defer { CVPixelBufferUnlockBaseAddress(picture, []) }
        guard let target = BiPlanar(picture) else { throw .damaged }
        if let decoded {
            try copy(decoded, to: target)
            return picture
        }
        if jpeg != nil {
            try jpeg!.unpack(areas[0], to: target)
            return picture
        }
        do {
            try convert(source, to: target)
        } catch {
            throw .damaged
        }
        return picture
    }

    /// A frame's mosaic in its own picture; `nil` for other formats, or without memory.
    func mosaic(_ areas: [UnsafeRawBufferPointer], _ pixelFormat: OSType) -> CVPixelBuffer? {
        guard let source = (try? places(in: areas))?.first,
            let picture = try? CVPixelBuffer(width: size.width, height: size.height, pixelFormat: pixelFormat)
        else { return nil }
        return picture.withPlanes { planes in
            let target = MutablePlane(planes[0].base, bytesPerRow: planes[0].bytesPerRow)
            switch layout {
            case .bayer(_, let bits):
                PlaneOperations.copy(
                    source, to: target, bytes: size.width * (bits == 8 ? 1 : 2), rows: size.height)
            case .packedBayer(_, let bits): PackedBayer.unpack(source, bits: bits, to: target, size: size)
            default: return nil
            }
            return picture
        }
    }

    /// A frame's distances; `nil` for other formats, or if all maps are in use.
    func depth(_ areas: [UnsafeRawBufferPointer]) -> DepthMap? {
        guard layout == .depth, let source = (try? places(in: areas))?.first else { return nil }
        if maps == nil {
            maps = try? CVPixelBufferPool.make(
                width: size.width, height: size.height, pixelFormat: kCVPixelFormatType_DepthFloat32,
                capacity: SinkCapacity.depth, initialCount: 1)
        }
        return maps?.makeBuffer().map { DepthFrame.map(source, size: size, in: $0) }
    }

    // MARK: Planes

    /// Where the planes are: one after the other in one area, or each in its own; empty for compressed formats.
    private func places(in areas: [UnsafeRawBufferPointer]) throws(FrameLoss) -> [Plane] {
        guard let first = areas.first, let base = first.baseAddress, first.count >= 4 else { throw .short }
        if areas.count > 1, areas.count >= planes.count {
            var places: [Plane] = []
            for (area, rows) in zip(areas, planes) {
                guard area.count >= rows.bytes, let base = area.baseAddress else { throw .short }
                places.append(Plane(base, bytesPerRow: rows.bytesPerRow))
            }
            return places
        }
        guard first.count >= planes.reduce(0, { $0 + $1.bytes }) else { throw .short }
        var offset = 0
        return planes.map { rows in
            defer { offset += rows.bytes }
            return Plane(base + offset, bytesPerRow: rows.bytesPerRow)
        }
    }

    private func convert(_ source: [Plane], to target: BiPlanar<MutablePlane>) throws(YUVError) {
        switch layout {
        case .biPlanar(let rows, let order): copyBiPlanar(source, rows, order, to: target)
        case .p010:
            PlaneOperations.copy(source[0], to: target.luma, bytes: size.width * 2, rows: size.height)
            PlaneOperations.copy(
                source[1], to: target.chroma, bytes: size.halved.width * 4, rows: size.halved.height)
        case .planar(let rows, let order):
            let (cb, cr) = order == .cbcr ? (source[1], source[2]) : (source[2], source[1])
            let planes = Planar(luma: source[0], cb: cb, cr: cr)
            try rows == .half
                ? YUVConversion.i420ToNV12(planes, to: target, size: size)
                : YUVConversion.i422ToNV12(planes, to: target, size: size)
        case .packed(let isLumaFirst, let order):
            try isLumaFirst
                ? YUVConversion.yuy2ToNV12(source[0], to: target, size: size)
                : YUVConversion.uyvyToNV12(source[0], to: target, size: size)
            if order == .crcb { swapChroma(target.chroma.readOnly, to: target) }
        case .rgb(let pixels): try convertPixels(source[0], pixels, to: target)
        case .gray(8): YUVConversion.grayToNV12(source[0], to: target, size: size)
        case .gray(let bits):
            PlaneOperations.narrow(source[0], depth: bits, to: target.luma, size: size)
            PlaneOperations.fill(target.chroma, bytes: size.width, rows: size.halved.height, value: 128)
        case .bayer(let pattern, let bits):
            try Debayer.nv12(source[0], pattern: pattern, bitsPerSample: bits, range: .full, to: target, size: size)
        case .packedBayer(let pattern, let bits):
            guard let scratch else { return }
            let words = MutablePlane(scratch, bytesPerRow: size.width * 2)
            PackedBayer.unpack(source[0], bits: bits, to: words, size: size)
            try Debayer.nv12(
                words.readOnly, pattern: pattern, bitsPerSample: bits, range: .full, to: target, size: size)
        case .depth: DepthFrame.showDistances(source[0], on: target, size: size)
        case .jpeg, .video: preconditionFailure("compressed pictures are not rows of samples")
        }
    }

    private func copyBiPlanar(
        _ source: [Plane], _ rows: V4L2Encoding.ChromaRows, _ order: V4L2Encoding.ChromaOrder,
        to target: BiPlanar<MutablePlane>
    ) {
        PlaneOperations.copy(source[0], to: target.luma, bytes: size.width, rows: size.height)
        let chroma = PixelSize(width: size.halved.width * 2, height: size.halved.height)
        switch (rows, order) {
        case (.half, .cbcr):
            PlaneOperations.copy(source[1], to: target.chroma, bytes: chroma.width, rows: chroma.height)
        case (.half, .crcb): swapChroma(source[1], to: target)
        case (.all, _):
            // Pairs of rows become one. The last row of an odd number is its own pair.
            let double = source[1].bytesPerRow * 2
            let upper = Plane(source[1].base, bytesPerRow: double)
            let pairs = PixelSize(width: chroma.width, height: size.height / 2)
            PlaneOperations.average(
                upper, Plane(source[1].advanced(rows: 1).base, bytesPerRow: double), to: target.chroma, size: pairs)
            if pairs.height < chroma.height {
                PlaneOperations.copy(
                    upper.advanced(rows: pairs.height), to: target.chroma.advanced(rows: pairs.height),
                    bytes: chroma.width, rows: 1)
            }
            if order == .crcb { swapChroma(target.chroma.readOnly, to: target) }
        }
    }

    private func swapChroma(_ source: Plane, to target: BiPlanar<MutablePlane>) {
        PlaneOperations.swapPairs(source, to: target.chroma, size: size.halved)
    }

    private func convertPixels(
        _ source: Plane, _ pixels: V4L2Encoding.Pixels, to target: BiPlanar<MutablePlane>
    ) throws(YUVError) {
        guard case .other(let order) = pixels, let scratch else {
            return try YUVConversion.bgraToNV12(source, range: .full, to: target, size: size)
        }
        let strip = MutablePlane(scratch, bytesPerRow: size.width * 4)
        for top in stride(from: 0, to: size.height, by: Self.stripRows) {
            let part = PixelSize(width: size.width, height: min(Self.stripRows, size.height - top))
            try YUVConversion.rgbToBGRA(source.advanced(rows: top), order: order, to: strip, size: part)
            let rows = BiPlanar(luma: target.luma.advanced(rows: top), chroma: target.chroma.advanced(rows: top / 2))
            try YUVConversion.bgraToNV12(strip.readOnly, range: .full, to: rows, size: part)
        }
    }

    // MARK: Video streams

    /// The picture of a frame of a video stream; `nil` for other formats.
    private func decode(_ areas: [UnsafeRawBufferPointer]) throws(FrameLoss) -> MediaPicture? {
        guard let video else { return nil }
        guard let picture = video.picture(of: areas[0]), !picture.isDamaged, picture.width == size.width,
            picture.height == size.height
        else { throw .damaged }
        return picture
    }

    private func copy(_ picture: MediaPicture, to target: BiPlanar<MutablePlane>) throws(FrameLoss) {
        let isCopied: Bool = picture.withPlanes { planes in
            let planes = planes.map { Plane($0.base, bytesPerRow: $0.bytesPerRow) }
            switch picture.layout {
            case .i420:
                let source = Planar(luma: planes[0], cb: planes[1], cr: planes[2])
                return (try? YUVConversion.i420ToNV12(source, to: target, size: size)) != nil
            case .nv12:
                copyBiPlanar(planes, .half, .cbcr, to: target)
                return true
            default: return false
            }
        }
        if !isCopied { throw .damaged }
    }
}

extension BiPlanar<MutablePlane> {
    /// The planes of a locked 4:2:0 picture; `nil` if it has other ones.
    fileprivate init?(_ picture: CVPixelBuffer) {
        guard let luma = CVPixelBufferGetBaseAddressOfPlane(picture, 0),
            let chroma = CVPixelBufferGetBaseAddressOfPlane(picture, 1)
        else { return nil }
        self.init(
            luma: MutablePlane(luma, bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(picture, 0)),
            chroma: MutablePlane(chroma, bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(picture, 1)))
    }
}
