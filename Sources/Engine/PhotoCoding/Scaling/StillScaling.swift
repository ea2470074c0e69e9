import CaptureEngine
import CoreMedia
import CoreVideo
import PixelCoding
import YUV

/// Scales a photo's pixels. Any thread.
package enum StillScaling {
    /// Crops the middle of a picture to the shape of `size`, and scales that.
    ///
    /// - Parameter buffer: anything that a photo can be made from.
    /// - Returns: `buffer` itself if it already has the size. Matrix and range do not change, nor does the pixel format
    ///   of bi-planar 4:2:0, BGRA and gray; other formats become full-range NV12.
    /// - Throws: ``CaptureError`` `formatUnsupported` for depth, `encodeFailed` without memory.
    package static func picture(
        _ buffer: CVPixelBuffer, size: CMVideoDimensions
    ) throws(CaptureError) -> CVPixelBuffer {
        let target = PixelSize(width: max(Int(size.width), 1), height: max(Int(size.height), 1))
        guard buffer.pixelSize != target else { return buffer }
        let format = CVPixelBufferGetPixelFormatType(buffer)
        guard kept.contains(format) else {
            return try StillPreview.buffer(
                of: buffer, size: size, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        }
        let result = try CVPixelBuffer.make(width: target.width, height: target.height, format)
        do throws(YUVError) {
            try scale(buffer, to: result, format)
        } catch {
            throw CaptureError(.encodeFailed, "The photo cannot be scaled: \(error)", cause: error)
        }
        CVBufferPropagateAttachments(buffer, result)
        return result
    }

    private static let tenBit = [
        kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    ]

    private static let kept =
        tenBit + [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_32BGRA, kCVPixelFormatType_OneComponent8,
        ]

    private static func scale(_ source: CVPixelBuffer, to target: CVPixelBuffer, _ format: OSType) throws(YUVError) {
        let crop = StillCrop(of: source.pixelSize, inShapeOf: target.pixelSize)
        let size = target.pixelSize
        try source.withPlanes { (from) throws(YUVError) in
            try target.withPlanes { (to) throws(YUVError) in
                let from = from.map { Plane($0.base, bytesPerRow: $0.bytesPerRow) }
                let to = to.map { MutablePlane($0.base, bytesPerRow: $0.bytesPerRow) }
                switch format {
                case kCVPixelFormatType_32BGRA:
                    try Scaling.bgra(
                        crop.plane(from[0], bytes: 4), size: crop.size, to: to[0], size: size, filter: .box)
                case kCVPixelFormatType_OneComponent8:
                    Scaling.plane(crop.plane(from[0], bytes: 1), size: crop.size, to: to[0], size: size, filter: .box)
                case _ where tenBit.contains(format):
                    Scaling.p010(
                        BiPlanar(luma: crop.plane(from[0], bytes: 2), chroma: crop.chroma(from[1], bytes: 4)),
                        size: crop.size, to: BiPlanar(luma: to[0], chroma: to[1]), size: size, filter: .box)
                default:
                    try Scaling.nv12(
                        BiPlanar(luma: crop.plane(from[0], bytes: 1), chroma: crop.chroma(from[1], bytes: 2)),
                        size: crop.size, to: BiPlanar(luma: to[0], chroma: to[1]), size: size, filter: .box)
                }
            }
        }
    }
}

/// The middle of a picture with another shape.
struct StillCrop {
    /// Even, so that chroma samples are not split.
    let left: Int
    let top: Int
    let size: PixelSize

    init(of size: PixelSize, inShapeOf shape: PixelSize) {
        var cut = size
        if size.width * shape.height > size.height * shape.width {
            cut.width = max((size.height * shape.width + shape.height / 2) / shape.height, 1)
        } else {
            cut.height = max((size.width * shape.height + shape.width / 2) / shape.width, 1)
        }
        left = (size.width - cut.width) / 4 * 2
        top = (size.height - cut.height) / 4 * 2
        self.size = cut
    }

    /// - Parameter bytes: of one pixel.
    func plane(_ plane: Plane, bytes: Int) -> Plane {
        plane.advanced(rows: top, bytes: left * bytes)
    }

    /// A plane of half the resolution in both directions.
    func chroma(_ plane: Plane, bytes: Int) -> Plane {
        plane.advanced(rows: top / 2, bytes: left / 2 * bytes)
    }
}
