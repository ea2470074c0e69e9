import CaptureEngine
import YUV

/// A depth camera's frame: 16-bit words in millimeters, 0 where nothing was measured.
///
/// Source: V4L2 specification, V4L2_PIX_FMT_Z16; the unit is that of cameras which use the format (RealSense).
enum DepthFrame {
    /// Distances beyond this are black in the picture, in millimeters.
    private static let farthest = 4096

    /// A viewable picture: white is near, black is far or unknown.
    static func showDistances(_ source: Plane, on target: BiPlanar<MutablePlane>, size: PixelSize) {
        for y in 0..<size.height {
            let words = source.advanced(rows: y).base.assumingMemoryBound(to: UInt16.self)
            let luma = target.luma.advanced(rows: y).base.assumingMemoryBound(to: UInt8.self)
            for x in 0..<size.width {
                let distance = Int(words[x])
                luma[x] = distance == 0 ? 0 : UInt8(max(farthest - distance, 0) * 255 / farthest)
            }
        }
        PlaneOperations.fill(target.chroma, bytes: size.width, rows: size.halved.height, value: 128)
    }

    /// The distances in meters, NaN where nothing was measured.
    ///
    /// - Parameter buffer: of that size and `kCVPixelFormatType_DepthFloat32`; it becomes the map's.
    static func map(_ source: Plane, size: PixelSize, in buffer: CVPixelBuffer) -> DepthMap {
        buffer.withPlanes { planes in
            for y in 0..<size.height {
                let words = source.advanced(rows: y).base.assumingMemoryBound(to: UInt16.self)
                let meters = (planes[0].base + y * planes[0].bytesPerRow).assumingMemoryBound(to: Float.self)
                for x in 0..<size.width { meters[x] = words[x] == 0 ? .nan : Float(words[x]) / 1000 }
            }
        }
        var map = DepthMap(buffer: buffer)
        map.isFiltered = false
        return map
    }
}
