import CaptureEngine
import CoreVideo
import Foundation
import MissingGraphics
import YUV

extension CGImage {
    /// The pixels of a BGRA buffer, which are copied.
    ///
    /// - Parameter alphaInfo: what the fourth byte is: `.noneSkipLast` or `.premultipliedLast`.
    package convenience init?(pixelsOf buffer: CVPixelBuffer, alphaInfo: CGImageAlphaInfo = .noneSkipLast) {
        let size = buffer.pixelSize
        var pixels = Data(count: 4 * size.width * size.height)
        let isDone = pixels.withUnsafeMutableBytes { target in
            guard let base = target.baseAddress else { return false }
            return buffer.withPlanes { planes in
                // Red and blue change places.
                (try? YUVConversion.rgbToBGRA(
                    Plane(planes[0].base, bytesPerRow: planes[0].bytesPerRow), order: .rgba,
                    to: MutablePlane(base, bytesPerRow: 4 * size.width), size: size)) != nil
            }
        }
        guard isDone else { return nil }
        self.init(
            width: size.width, height: size.height, bytesPerRow: 4 * size.width, rgba: pixels, alphaInfo: alphaInfo)
    }

    /// Whether pixels can be transparent.
    package var hasAlpha: Bool { components.alpha != nil }

    /// The picture as opaque BGRA, over a background of red, green and blue.
    package func opaqueBuffer(over background: SIMD3<UInt8>) throws(CaptureError) -> CVPixelBuffer {
        let buffer = try CVPixelBuffer.make(width: width, height: height, kCVPixelFormatType_32BGRA)
        let isMultiplied = components.isPremultiplied
        let behind = SIMD3<UInt32>(truncatingIfNeeded: background)
        write(to: buffer) { color, alpha in
            let front = isMultiplied ? color : (color &* alpha &+ 127) / 255
            let sum = front &+ (behind &* (255 - alpha) &+ 127) / 255
            let limited = pointwiseMin(sum, SIMD3(repeating: 255))
            return 255 << 24 | limited.x << 16 | limited.y << 8 | limited.z
        }
        return buffer
    }

    /// The picture as RGBA whose colors are not multiplied by alpha.
    package func straightBuffer() throws(CaptureError) -> CVPixelBuffer {
        let buffer = try CVPixelBuffer.make(width: width, height: height, kCVPixelFormatType_32RGBA)
        let isMultiplied = components.isPremultiplied && components.alpha != nil
        write(to: buffer) { color, alpha in
            let plain = isMultiplied && alpha > 0 ? (color &* 255 &+ alpha / 2) / alpha : color
            let limited = pointwiseMin(plain, SIMD3(repeating: 255))
            return alpha << 24 | limited.z << 16 | limited.y << 8 | limited.x
        }
        return buffer
    }

    /// - Parameter body: makes a pixel of the buffer of red, green and blue, and alpha.
    private func write(to buffer: CVPixelBuffer, _ body: (SIMD3<UInt32>, UInt32) -> UInt32) {
        let parts = components
        buffer.withPlanes { planes in
            _ = withPixels { pixels in
                for y in 0..<height {
                    let row = pixels + y * bytesPerRow
                    let target = planes[0].base + y * planes[0].bytesPerRow
                    for x in 0..<width {
                        let pixel = row + x * parts.bytesPerPixel
                        func byte(_ place: Int) -> UInt32 { UInt32(pixel.load(fromByteOffset: place, as: UInt8.self)) }
                        let color = SIMD3(byte(parts.red), byte(parts.green), byte(parts.blue))
                        let value = body(color, parts.alpha.map(byte) ?? 255)
                        target.storeBytes(of: value, toByteOffset: 4 * x, as: UInt32.self)
                    }
                }
            }
        }
    }
}
