import CaptureEngine
import FFmpeg
import PixelCoding
import YUV

/// Frames in one format, filled with what a decoder made.
final class FramePool {
    /// Frames that may be out at the same time.
    private static let maximumFrames = SinkCapacity.total + MediaPlayer.framesHeld

    private let format: PictureFormat
    private let attachments: CVAttachments
    private let size: PixelSize
    private var pool: CVPixelBufferPool?
    private let folding: PictureFolding
    /// Memory for turning pictures upright.
    private var turning = PlaneMemory()

    init(_ format: PictureFormat) {
        self.format = format
        size = format.storedSize
        folding = PictureFolding(format.layout, size: format.storedSize)
        attachments = CVAttachments(format.color.attachments, mode: .shouldPropagate)
        let attributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: format.pixelFormat, kCVPixelBufferWidthKey: format.width,
            kCVPixelBufferHeightKey: format.height,
        ]
        _ = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
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
        frame.storedAttachments = attachments
        return frame
    }

    /// Fills a frame and makes it upright.
    private func turn(_ planes: [Plane], to target: BiPlanar<MutablePlane>) throws(YUVError) {
        let orientation = format.orientation
        guard orientation != .upright else { return try folding.fill(target, from: planes) }
        let turned = PixelSize(width: format.width, height: format.height)
        let memory = turning.planes([size, size.chroma, turned, turned.chroma])
        let stored = BiPlanar(luma: memory[0], chroma: memory[1])
        try folding.fill(stored, from: planes)
        guard orientation.isMirrored else {
            return try orientation.rotation.nv12(stored.readOnly, to: target, size: size)
        }
        let upright = BiPlanar(luma: memory[2], chroma: memory[3])
        try orientation.rotation.nv12(stored.readOnly, to: upright, size: size)
        try Mirroring.nv12(upright.readOnly, to: target, size: turned)
    }
}

extension PixelSize {
    /// Of the pairs of chroma samples, in bytes; the size is even.
    fileprivate var chroma: PixelSize { PixelSize(width: width, height: height / 2) }
}
