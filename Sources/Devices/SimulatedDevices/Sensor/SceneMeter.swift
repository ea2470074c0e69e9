import CaptureEngine
import Foundation

/// What a camera measures in the scene: brightness and distance at a point.
///
/// It measures small pictures of the still part of the scene in its own light.
final class SceneMeter {
    private static let width = 96
    private static let height = 72
    /// Half the side of the area that counts, in parts of the picture.
    private static let reach = 0.03

    private let light: CVPixelBuffer?
    private let depth: CVPixelBuffer?

    init(view: SceneBackground.View) {
        let background = SceneBackground(view: view, subtitle: "")
        light = Self.picture(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange) { planes in
            PictureSurface(planes, encoding: PictureEncoding(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
        } paint: {
            background.paintAll(on: $0)
        }
        depth = Self.picture(kCVPixelFormatType_DepthFloat32) { planes in
            DepthSurface(planes[0])
        } paint: {
            background.paintAll(on: $0)
        }
    }

    /// How many stops the exposure should change for a point; the middle stands for the whole scene.
    func spot(_ point: CameraSettings.Point, scale: Double) -> Double {
        if point == .middle { return 0 }
        let luma = samples(light, at: point, scale: scale, bytes: 1) { Double($0.load(as: UInt8.self)) }
        let measured = max(SceneTransfer.light(luma.reduce(0, +) / Double(luma.count) / 255), 0.001)
        // Half of the way, like a camera that also considers the rest of the picture.
        return min(max(0.5 * log2(0.18 / measured), -2), 2)
    }

    /// The distance of what is at a point, in diopters: that of most of the samples.
    func diopters(_ point: CameraSettings.Point, scale: Double) -> Float {
        let meters = samples(depth, at: point, scale: scale, bytes: 4) { Double($0.load(as: Float.self)) }
        return 1 / Float(max(meters.sorted()[meters.count / 2], 0.01))
    }

    /// 5 x 5 samples around a point of the picture.
    private func samples(
        _ picture: CVPixelBuffer?, at point: CameraSettings.Point, scale: Double, bytes: Int,
        _ read: (UnsafeRawPointer) -> Double
    ) -> [Double] {
        guard let picture else { return [1] }
        let x = 0.5 + (point.x - 0.5) / scale
        let y = 0.5 + (point.y - 0.5) / scale
        func pixel(_ position: Double, _ size: Int) -> Int { min(max(Int(position * Double(size)), 0), size - 1) }
        return picture.withPlanes { planes in
            (0..<25).map { step in
                let column = pixel(x + Self.reach * Double(step % 5 - 2) / 2, Self.width)
                let row = pixel(y + Self.reach * Double(step / 5 - 2) / 2, Self.height)
                return read(planes[0].base + row * planes[0].bytesPerRow + column * bytes)
            }
        }
    }

    private static func picture(
        _ pixelFormat: OSType, _ surface: ([CVPixelBuffer.Plane]) -> any SceneSurface, paint: (SceneCanvas) -> Void
    ) -> CVPixelBuffer? {
        guard let buffer = try? CVPixelBuffer(width: width, height: height, pixelFormat: pixelFormat) else {
            return nil
        }
        buffer.withPlanes { paint(SceneCanvas(surface($0))) }
        return buffer
    }
}
