import CaptureEngine
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
    private let format: VideoFormat
    private let layout: V4L2Encoding.Layout
    private let size: PixelSize
    /// The distance between rows of the first plane.
    private let bytesPerRow: Int
    private let minimumFrameSize: Int
    private let pool: CVPixelBufferPool
    private var jpeg: JPEGUnpacker?
    /// For NV21, two planes of chroma; for packed Bayer, the unpacked samples.
    private let scratch: UnsafeMutableRawPointer?

    /// The maximum number of pictures at once: those that all sinks hold, and one to fill.
    static let pictureCount = SinkCapacity.total + 1
    /// How many are allocated from the start. Allocating one takes milliseconds at 4K, and the first frame should not
    /// wait for pictures that are only needed when a recording lags.
    private static let initialPictureCount = 8

    /// - Parameter isForStill: whether only one picture is wanted.
    /// - Throws: the error of the pool or the decoder if there is no memory.
    init(format: VideoFormat, encoding: V4L2Encoding, isForStill: Bool = false) throws {
        let layout = encoding.layout
        self.format = format
        self.layout = layout
        color = V4L2Color(format, layout: layout)
        size = PixelSize(width: format.width, height: format.height)
        bytesPerRow = max(format.bytesPerRow, encoding.minimumBytesPerRow(width: format.width))
        minimumFrameSize = encoding.minimumFrameSize(height: format.height, bytesPerRow: bytesPerRow)
        pool = try CVPixelBufferPool.make(
            width: format.width, height: format.height, pixelFormat: color.pixelFormat, capacity: Self.pictureCount,
            initialCount: isForStill ? 1 : Self.initialPictureCount, attachments: color.attachments)
        jpeg = layout == .jpeg ? try JPEGUnpacker(size: size) : nil
        let chromaBytes = size.halved.width * size.halved.height
        switch layout {
        case .nv21: scratch = .allocate(byteCount: 2 * chromaBytes, alignment: 64)
        case .packedBayer: scratch = .allocate(byteCount: 2 * size.width * size.height, alignment: 64)
        default: scratch = nil
        }
    }

    deinit {
        scratch?.deallocate()
    }

    /// Whether the last picture was a JPEG picture without a fault.
    var isWholeJPEG: Bool { jpeg?.isWhole == true }

    /// Whether ``wrap(_:release:)`` can be used.
    var canWrap: Bool { layout == .nv12 }

    /// A picture in the driver's own memory.
    ///
    /// - Parameter release: called once, on any thread, when the picture is released; not called if this throws.
    func wrap(
        _ frame: VideoStream.Frame, release: @escaping @Sendable () -> Void
    ) throws(FrameLoss) -> CVPixelBuffer {
        guard frame.range.count >= minimumFrameSize,
            let base = frame.buffer.bytes.baseAddress.map({ $0 + frame.range.lowerBound })
        else { throw .short }
        let planes = [(base, bytesPerRow), (base + bytesPerRow * size.height, bytesPerRow)]
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
    /// - Parameter bytes: one frame; not needed afterwards.
    func unpack(_ bytes: UnsafeRawBufferPointer) throws(FrameLoss) -> CVPixelBuffer {
        guard bytes.count >= minimumFrameSize, let base = bytes.baseAddress else { throw .short }
        guard let picture = pool.makeBuffer() else { throw .outOfBuffers }
        CVPixelBufferLockBaseAddress(picture, [])
        defer { CVPixelBufferUnlockBaseAddress(picture, []) }
        guard let target = BiPlanar(picture) else { throw .damaged }
        if jpeg != nil {
            try jpeg!.unpack(bytes, to: target)
            return picture
        }
        do {
            try convert(Plane(base, bytesPerRow: bytesPerRow), to: target)
        } catch {
            throw .damaged
        }
        return picture
    }

    /// A frame's mosaic in its own picture; `nil` for other formats, or without memory.
    func mosaic(_ bytes: UnsafeRawBufferPointer, _ pixelFormat: OSType) -> CVPixelBuffer? {
        guard bytes.count >= minimumFrameSize, let base = bytes.baseAddress,
            let picture = try? CVPixelBuffer(width: size.width, height: size.height, pixelFormat: pixelFormat)
        else { return nil }
        let source = Plane(base, bytesPerRow: bytesPerRow)
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

    /// A frame's distances; `nil` for other formats, or without memory.
    func depth(_ bytes: UnsafeRawBufferPointer) -> DepthMap? {
        guard layout == .depth, bytes.count >= minimumFrameSize, let base = bytes.baseAddress else { return nil }
        return DepthFrame.map(Plane(base, bytesPerRow: bytesPerRow), size: size)
    }

    private func convert(_ source: Plane, to target: BiPlanar<MutablePlane>) throws(YUVError) {
        switch layout {
        case .nv12: copyNV12(source, to: target)
        case .nv21: copyNV21(source, to: target)
        case .i420: try YUVConversion.i420ToNV12(planes(of: source), to: target, size: size)
        case .yuyv: try YUVConversion.yuy2ToNV12(source, to: target, size: size)
        case .uyvy: try YUVConversion.uyvyToNV12(source, to: target, size: size)
        case .gray(8): YUVConversion.grayToNV12(source, to: target, size: size)
        case .gray(let bits):
            PlaneOperations.narrow(source, depth: bits, to: target.luma, size: size)
            PlaneOperations.fill(target.chroma, bytes: size.width, rows: size.halved.height, value: 128)
        case .bayer(let pattern, let bits):
            try Debayer.nv12(source, pattern: pattern, bitsPerSample: bits, range: .full, to: target, size: size)
        case .packedBayer(let pattern, let bits):
            guard let scratch else { return }
            let words = MutablePlane(scratch, bytesPerRow: size.width * 2)
            PackedBayer.unpack(source, bits: bits, to: words, size: size)
            try Debayer.nv12(
                words.readOnly, pattern: pattern, bitsPerSample: bits, range: .full, to: target, size: size)
        case .depth: DepthFrame.showDistances(source, on: target, size: size)
        case .jpeg: preconditionFailure("JPEG pictures are not rows of samples")
        }
    }

    private func copyNV12(_ source: Plane, to target: BiPlanar<MutablePlane>) {
        PlaneOperations.copy(source, to: target.luma, bytes: size.width, rows: size.height)
        let chroma = source.advanced(rows: size.height)
        PlaneOperations.copy(chroma, to: target.chroma, bytes: size.width, rows: size.halved.height)
    }

    private func copyNV21(_ source: Plane, to target: BiPlanar<MutablePlane>) {
        guard let scratch else { return }
        PlaneOperations.copy(source, to: target.luma, bytes: size.width, rows: size.height)
        let half = size.halved
        let cr = MutablePlane(scratch, bytesPerRow: half.width)
        let cb = cr.advanced(rows: half.height)
        PlaneOperations.split(source.advanced(rows: size.height), to: cr, cb, size: half)
        PlaneOperations.merge(cb.readOnly, cr.readOnly, to: target.chroma, size: half)
    }

    /// The planes of YU12: chroma rows are half as long as luma rows, padding included.
    private func planes(of source: Plane) -> Planar<Plane> {
        let chroma = source.advanced(rows: size.height).base
        let chromaBytesPerRow = bytesPerRow / 2
        return Planar(
            luma: source, cb: Plane(chroma, bytesPerRow: chromaBytesPerRow),
            cr: Plane(chroma + chromaBytesPerRow * size.halved.height, bytesPerRow: chromaBytesPerRow))
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
