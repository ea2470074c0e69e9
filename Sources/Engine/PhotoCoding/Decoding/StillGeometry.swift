import CaptureEngine
import CoreVideo
import PixelCoding
import YUV

/// Rotates, mirrors and scales decoded pictures.
package enum StillGeometry {
    /// - Parameter buffer: BGRA.
    /// - Returns: `buffer` itself if nothing has to change.
    package static func upright(
        _ buffer: CVPixelBuffer, _ orientation: PhotoMetadata.Orientation, maxPixelSize: Int? = nil
    ) throws(CaptureError) -> CVPixelBuffer {
        var buffer = buffer
        let size = fitting(buffer.pixelSize, maxPixelSize)
        if size != buffer.pixelSize {
            buffer = try changed(buffer, size) { (source, target, from) throws(YUVError) in
                try Scaling.bgra(source, size: from, to: target, size: size, filter: .box)
            }
        }
        if let rotation = Rotation(rawValue: orientation.rotation), orientation.rotation != 0 {
            buffer = try changed(buffer, rotation.turned(buffer.pixelSize)) { (source, target, from) throws(YUVError) in
                try rotation.bgra(source, to: target, size: from)
            }
        }
        if orientation.isMirrored {
            buffer = try changed(buffer, buffer.pixelSize) { (source, target, from) throws(YUVError) in
                try Mirroring.bgra(source, to: target, size: from)
            }
        }
        return buffer
    }

    /// A copy of a part of a picture, which must be inside it.
    ///
    /// - Parameter buffer: BGRA.
    static func part(
        of buffer: CVPixelBuffer, at origin: (x: Int, y: Int), size: PixelSize
    ) throws(CaptureError) -> CVPixelBuffer {
        let result = try CVPixelBuffer.make(width: size.width, height: size.height, kCVPixelFormatType_32BGRA)
        buffer.withPlanes { from in
            result.withPlanes { to in
                for row in 0..<size.height {
                    let source = from[0].base + (origin.y + row) * from[0].bytesPerRow + 4 * origin.x
                    (to[0].base + row * to[0].bytesPerRow).copyMemory(from: source, byteCount: 4 * size.width)
                }
            }
        }
        return result
    }

    /// A size of the same shape whose longer side is at most `maxPixelSize`.
    package static func fitting(_ size: PixelSize, _ maxPixelSize: Int?) -> PixelSize {
        let side = max(size.width, size.height)
        guard let maxPixelSize, side > maxPixelSize else { return size }
        func scaled(_ length: Int) -> Int { max((length * maxPixelSize + side / 2) / side, 1) }
        return PixelSize(width: scaled(size.width), height: scaled(size.height))
    }

    private static func changed(
        _ source: CVPixelBuffer, _ size: PixelSize,
        _ body: (Plane, MutablePlane, PixelSize) throws(YUVError) -> Void
    ) throws(CaptureError) -> CVPixelBuffer {
        let result = try CVPixelBuffer.make(width: size.width, height: size.height, kCVPixelFormatType_32BGRA)
        do throws(YUVError) {
            try source.withPlanes { (from) throws(YUVError) in
                try result.withPlanes { (to) throws(YUVError) in
                    try body(
                        Plane(from[0].base, bytesPerRow: from[0].bytesPerRow),
                        MutablePlane(to[0].base, bytesPerRow: to[0].bytesPerRow), source.pixelSize)
                }
            }
        } catch {
            throw CaptureError(.formatUnsupported, "The photo cannot be scaled or turned", cause: error)
        }
        return result
    }
}
