import CoreVideo
import Foundation

/// A picture of areas and edges in all directions, computed from formulas for any place of the camera.
package enum PatternedScene {
    /// The picture of a camera whose scene is turned around the picture's middle and then shifted.
    ///
    /// - Parameters:
    ///   - x: how far the scene is moved to the right, in pixels.
    ///   - y: how far down.
    ///   - angle: clockwise, in radians.
    ///   - noise: the largest deviation of a sample.
    package static func picture(
        width: Int, height: Int, x: Double = 0, y: Double = 0, angle: Double = 0, noise: Int = 0, light: Double = 1,
        pixelFormat: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: pixelFormat)
        let isWide = pixelFormat == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        // Each place has its own noise, the same in every run.
        var state = UInt64(bitPattern: Int64(x * 64)) ^ UInt64(bitPattern: Int64(y * 4096))
        func deviation() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % (2 * noise + 1) - noise
        }
        let (cosine, sine) = (cos(angle), sin(angle))
        let middle = (x: Double(width - 1) / 2, y: Double(height - 1) / 2)
        buffer.withPlanes { planes in
            for (index, plane) in planes.enumerated() {
                for row in 0..<plane.height {
                    for column in 0..<plane.width * (index + 1) {
                        let scale = Double(index + 1)
                        let sample = index == 0 ? column : column / 2
                        let (u, v) = (
                            Double(sample) * scale - middle.x - x, Double(row) * scale - middle.y - y
                        )
                        let place = (x: cosine * u + sine * v, y: -sine * u + cosine * v)
                        var value = index == 0 ? luma(place.x, place.y) * light : 128 + (place.x + place.y) / 40
                        if noise > 0 { value += Double(deviation()) }
                        let level = min(max(value, 16), 235)
                        if isWide {
                            let line = plane.base.advanced(by: row * plane.bytesPerRow)
                            line.storeBytes(
                                of: UInt16(level * 4) << 6, toByteOffset: column * 2, as: UInt16.self)
                        } else {
                            plane.base.storeBytes(
                                of: UInt8(level), toByteOffset: row * plane.bytesPerRow + column, as: UInt8.self)
                        }
                    }
                }
            }
        }
        return buffer
    }

    /// Waves in two directions, and the soft edges of a slanted board.
    private static func luma(_ x: Double, _ y: Double) -> Double {
        let waves = 30 * sin(x * 0.031 + y * 0.007) + 25 * sin(y * 0.043 - x * 0.011)
        let board = sin(x * 0.11 + y * 0.02) * sin(y * 0.09 - x * 0.015)
        return 125 + waves + 35 * min(max(board * 4, -1), 1)
    }
}
