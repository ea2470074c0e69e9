import CaptureEngine
import FFmpeg
import YUV

/// Frames in one format, filled with what a decoder made.
final class FramePool {
    /// Frames that may be out at the same time.
    private static let maximumFrames = SinkCapacity.total + MediaPlayer.framesHeld

    private let format: PictureFormat
    private let attachments: CVAttachments
    private let size: PixelSize
    private var pool: CVPixelBufferPool?
    /// Memory for an intermediate step, kept for the next frame.
    private var scratch: UnsafeMutableRawPointer?
    private var scratchBytes = 0
    /// Memory for turning pictures upright.
    private var turning = PlaneMemory()

    init(_ format: PictureFormat) {
        self.format = format
        size = format.storedSize
        attachments = CVAttachments(format.color.attachments, mode: .shouldPropagate)
        let attributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: format.pixelFormat, kCVPixelBufferWidthKey: format.width,
            kCVPixelBufferHeightKey: format.height,
        ]
        _ = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
    }

    deinit {
        scratch?.deallocate()
    }

    /// A frame with a decoded picture in it.
    ///
    /// - Parameter planes: laid out as the format says.
    /// - Returns: `nil` when every frame is in use.
    func frame(of planes: [PicturePlane]) throws(YUVError) -> CVPixelBuffer? {
        guard let pool else { return nil }
        var frame: CVPixelBuffer?
        _ = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
            nil, pool, [kCVPixelBufferPoolAllocationThresholdKey: Self.maximumFrames], &frame)
        guard let frame else { return nil }
        try frame.withPlanes { target throws(YUVError) in
            try turn(
                planes.map { Plane($0.base, bytesPerRow: $0.bytesPerRow) },
                to: BiPlanar(
                    luma: MutablePlane(target[0].base, bytesPerRow: target[0].bytesPerRow),
                    chroma: MutablePlane(target[1].base, bytesPerRow: target[1].bytesPerRow)))
        }
        frame.attachments = attachments
        return frame
    }

    /// Fills a frame and makes it upright.
    private func turn(_ planes: [Plane], to target: BiPlanar<MutablePlane>) throws(YUVError) {
        let orientation = format.orientation
        guard orientation != .upright else { return try fill(target, from: planes) }
        let turned = PixelSize(width: format.width, height: format.height)
        let memory = turning.planes([size, size.chroma, turned, turned.chroma])
        let stored = BiPlanar(luma: memory[0], chroma: memory[1])
        try fill(stored, from: planes)
        guard orientation.isMirrored else {
            return try orientation.rotation.nv12(stored.readOnly, to: target, size: size)
        }
        let upright = BiPlanar(luma: memory[2], chroma: memory[3])
        try orientation.rotation.nv12(stored.readOnly, to: upright, size: size)
        try Mirroring.nv12(upright.readOnly, to: target, size: turned)
    }

    private func fill(_ target: BiPlanar<MutablePlane>, from planes: [Plane]) throws(YUVError) {
        switch format.layout {
        case .nv12: copy(planes, to: target)
        case .i420: try YUVConversion.i420ToNV12(planar(planes), to: target, size: size)
        case .i422: try YUVConversion.i422ToNV12(planar(planes), to: target, size: size)
        case .i444: try YUVConversion.i444ToNV12(planar(planes), to: target, size: size)
        case .gray: YUVConversion.grayToNV12(planes[0], to: target, size: size)
        case .yuyv: try YUVConversion.yuy2ToNV12(planes[0], to: target, size: size)
        case .uyvy: try YUVConversion.uyvyToNV12(planes[0], to: target, size: size)
        case .p010:
            YUVConversion.p010ToNV12(BiPlanar(luma: planes[0], chroma: planes[1]), to: target, size: size)
        case .i010: try narrow(planes, to: target)
        case .bgra: try YUVConversion.bgraToNV12(planes[0], range: .full, to: target, size: size)
        case .rgb24: try convert(planes[0], order: .rgb, to: target)
        case .bgr24: try convert(planes[0], order: .bgr, to: target)
        case .rgba: try convert(planes[0], order: .rgba, to: target)
        case .argb: try convert(planes[0], order: .argb, to: target)
        case .abgr: try convert(planes[0], order: .abgr, to: target)
        }
    }

    private func planar(_ planes: [Plane]) -> Planar<Plane> {
        Planar(luma: planes[0], cb: planes[1], cr: planes[2])
    }

    private func copy(_ planes: [Plane], to target: BiPlanar<MutablePlane>) {
        PlaneOperations.copy(planes[0], to: target.luma, bytes: size.width, rows: size.height)
        PlaneOperations.copy(planes[1], to: target.chroma, bytes: size.width, rows: size.height / 2)
    }

    /// Keeps the upper eight of ten bits.
    private func narrow(_ planes: [Plane], to target: BiPlanar<MutablePlane>) throws(YUVError) {
        PlaneOperations.narrow(planes[0], depth: 10, to: target.luma, size: size)
        let cb = MutablePlane(
            reserve(bytes: size.halved.width * size.halved.height * 2), bytesPerRow: size.halved.width)
        let cr = cb.advanced(rows: size.halved.height)
        PlaneOperations.narrow(planes[1], depth: 10, to: cb, size: size.halved)
        PlaneOperations.narrow(planes[2], depth: 10, to: cr, size: size.halved)
        PlaneOperations.merge(cb.readOnly, cr.readOnly, to: target.chroma, size: size.halved)
    }

    private func convert(
        _ pixels: Plane, order: RGBOrder, to target: BiPlanar<MutablePlane>
    ) throws(YUVError) {
        let ordered = MutablePlane(reserve(bytes: size.width * size.height * 4), bytesPerRow: size.width * 4)
        try YUVConversion.rgbToBGRA(pixels, order: order, to: ordered, size: size)
        try YUVConversion.bgraToNV12(ordered.readOnly, range: .full, to: target, size: size)
    }

    private func reserve(bytes: Int) -> UnsafeMutableRawPointer {
        if let scratch, scratchBytes >= bytes { return scratch }
        scratch?.deallocate()
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        scratch = memory
        scratchBytes = bytes
        return memory
    }
}

extension PixelSize {
    /// Of the pairs of chroma samples, in bytes; the size is even.
    fileprivate var chroma: PixelSize { PixelSize(width: width, height: height / 2) }
}
