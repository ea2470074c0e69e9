import CaptureEngine
internal import CMotion
import Glibc

/// The scene as a camera in a shaking hand sees it: painted with a margin, out of which each picture is cut.
///
/// Used by one thread.
final class ShakenScene {
    /// How much wider and higher than the picture the scene is painted.
    private static let enlargement = 1.125

    private let wide: SensorPicture
    private let canvas: CVPixelBuffer?

    init(_ dimensions: CMVideoDimensions, _ source: SourceFormat, view: SceneBackground.View, subtitle: String) {
        func enlarged(_ side: Int32) -> Int32 { Int32(Double(side) * Self.enlargement / 2) * 2 }
        let size = CMVideoDimensions(width: enlarged(dimensions.width), height: enlarged(dimensions.height))
        wide = SensorPicture(size, source, view: view, subtitle: subtitle, capacity: 0, initialCount: 0)
        canvas = try? CVPixelBuffer(
            width: Int(size.width), height: Int(size.height), pixelFormat: source.description.mediaSubType.rawValue)
    }

    /// Paints the scene over all of `picture`, bi-planar and of 8 or 10 bits.
    func paint(_ moment: SceneMoment, _ state: SensorState, _ shake: HandShake.Motion, on picture: CVPixelBuffer) {
        guard let canvas else { return }
        var wideState = state
        wideState.scale /= Self.enlargement
        wide.paintScene(on: canvas, moment, wideState)
        let isWide = picture.format.planes[0].bytesPerBlock == 2
        // A lens with a narrow view shakes more.
        let width = Double(picture.width) * state.scale
        canvas.withPlanes { sources in
            picture.withPlanes { targets in
                (isWide ? motion_warp_16 : motion_warp_8)(
                    Self.plane(sources[0]), Self.plane(targets[0]),
                    Self.map(sources[0], targets[0], shake, width: width))
                (isWide ? motion_warp_pairs_16 : motion_warp_pairs_8)(
                    Self.plane(sources[1]), Self.plane(targets[1]),
                    Self.map(sources[1], targets[1], shake, width: width / 2))
            }
        }
    }

    /// - Parameter width: the plane's width in pixels; the shake is given as a fraction of it.
    private static func map(
        _ source: CVPixelBuffer.Plane, _ target: CVPixelBuffer.Plane, _ shake: HandShake.Motion, width: Double
    ) -> motion_map {
        let (cosine, sine) = (cos(shake.angle), sin(shake.angle))
        let x = Double(target.width - 1) / 2 + shake.x * width
        let y = Double(target.height - 1) / 2 + shake.y * width
        return motion_map(
            xx: cosine, xy: sine, x0: Double(source.width - 1) / 2 - cosine * x - sine * y,
            yx: -sine, yy: cosine, y0: Double(source.height - 1) / 2 + sine * x - cosine * y)
    }

    private static func plane(_ plane: CVPixelBuffer.Plane) -> motion_plane {
        motion_plane(
            base: plane.base.assumingMemoryBound(to: UInt8.self), stride: plane.bytesPerRow,
            width: Int32(plane.width), height: Int32(plane.height))
    }
}
