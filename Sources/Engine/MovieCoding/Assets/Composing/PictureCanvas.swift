import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import PixelCoding

/// Draws pictures onto a frame: moved, turned, scaled, cropped and blended.
final class PictureCanvas {
    struct Layer {
        /// BGRA.
        var picture: CVPixelBuffer
        /// In points, in which the transform and the crop are.
        var size: (width: Double, height: Double)
        /// `a b c d tx ty`: from points of the picture to pixels of the frame.
        var transform: [Double]
        /// `x y width height`.
        var crop: [Double]?
        var opacity: Double
    }

    private let width: Int
    private let height: Int
    private var pool: CVPixelBufferPool?
    private let converter = FrameConverter(capacity: 16)

    init(_ size: CMVideoDimensions) throws(CaptureError) {
        (width, height) = (Int(size.width) / 2 * 2, Int(size.height) / 2 * 2)
        let attributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: width,
            kCVPixelBufferHeightKey: height,
        ]
        _ = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
        guard pool != nil else { throw CaptureError(.encodeFailed, "there is no memory for composed frames") }
    }

    /// - Parameter layers: the first is at the back.
    func frame(background: [Double], _ layers: [Layer]) throws(CaptureError) -> CVPixelBuffer {
        var made: CVPixelBuffer?
        if let pool { _ = CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made) }
        guard let frame = made else { throw CaptureError(.encodeFailed, "there is no memory for composed frames") }
        let color = background.prefix(3).map { UInt32((min(1, max(0, $0)) * 255).rounded()) }
        fill(frame, color.count == 3 ? 0xff00_0000 | color[0] << 16 | color[1] << 8 | color[2] : 0xff00_0000)
        for layer in layers { draw(try shrunk(layer), on: frame) }
        for (key, value) in [
            (kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2),
            (kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2),
            (kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2),
        ] { CVBufferSetAttachment(frame, key, value, .shouldPropagate) }
        return frame
    }

    private func fill(_ frame: CVPixelBuffer, _ pixel: UInt32) {
        frame.withPlanes { planes in
            for row in 0..<height {
                (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt32.self)
                    .update(repeating: pixel, count: width)
            }
        }
    }

    /// Four neighbors are looked at for each pixel; a picture that becomes much smaller is reduced first, so that
    /// all of it counts.
    private func shrunk(_ layer: Layer) throws(CaptureError) -> Layer {
        let (a, b, c, d) = (layer.transform[0], layer.transform[1], layer.transform[2], layer.transform[3])
        let (width, height) = (CVPixelBufferGetWidth(layer.picture), CVPixelBufferGetHeight(layer.picture))
        let x = (a * a + b * b).squareRoot() * layer.size.width / Double(width)
        let y = (c * c + d * d).squareRoot() * layer.size.height / Double(height)
        guard x < 0.75 || y < 0.75, x > 0, y > 0 else { return layer }
        func side(_ length: Int, _ scale: Double) -> Int32 {
            Int32(max(2, (Double(length) * min(1, scale) / 2).rounded() * 2))
        }
        var layer = layer
        layer.picture = try converter.convert(
            layer.picture, to: FrameConverter.Target(size: .init(width: side(width, x), height: side(height, y))))
        return layer
    }

    private func draw(_ layer: Layer, on frame: CVPixelBuffer) {
        let (sourceWidth, sourceHeight) = (
            CVPixelBufferGetWidth(layer.picture), CVPixelBufferGetHeight(layer.picture)
        )
        guard let inverse = Inverse(layer.transform), layer.size.width > 0, layer.size.height > 0 else { return }
        // From the frame's pixels to the picture's pixels.
        let (sx, sy) = (Double(sourceWidth) / layer.size.width, Double(sourceHeight) / layer.size.height)
        let crop = layer.crop ?? [0, 0, layer.size.width, layer.size.height]
        let limits = Limits(
            left: max(0, crop[0] * sx), top: max(0, crop[1] * sy),
            right: min(Double(sourceWidth), (crop[0] + crop[2]) * sx),
            bottom: min(Double(sourceHeight), (crop[1] + crop[3]) * sy))
        let opacity = Int32((layer.opacity * 256).rounded())
        layer.picture.withPlanes { source in
            frame.withPlanes { target in
                // Each row is written by one thread.
                nonisolated(unsafe) let (source, target) = (source[0], target[0])
                let (width, height) = (self.width, self.height)
                let bands = min(height, 16)
                Parallel.forEach(bands) { band in
                    for row in (band * height / bands)..<((band + 1) * height / bands) {
                        let line = (target.base + row * target.bytesPerRow).assumingMemoryBound(to: UInt32.self)
                        Self.draw(
                            row, width, line, source.base, source.bytesPerRow, inverse, (sx, sy), limits,
                            (sourceWidth, sourceHeight), opacity)
                    }
                }
            }
        }
    }

    private struct Inverse {
        let (a, b, c, d): (Double, Double, Double, Double)
        let (tx, ty): (Double, Double)

        init?(_ t: [Double]) {
            let determinant = t[0] * t[3] - t[1] * t[2]
            guard abs(determinant) > 1e-9 else { return nil }
            (a, b, c, d) = (t[3] / determinant, -t[1] / determinant, -t[2] / determinant, t[0] / determinant)
            (tx, ty) = (t[4], t[5])
        }
    }

    private struct Limits {
        var (left, top, right, bottom): (Double, Double, Double, Double)
    }

    /// Draws what a picture has in one row of the frame.
    private static func draw(
        _ row: Int, _ width: Int, _ line: UnsafeMutablePointer<UInt32>, _ source: UnsafeMutableRawPointer,
        _ bytesPerRow: Int, _ inverse: Inverse, _ scale: (x: Double, y: Double), _ limits: Limits,
        _ size: (width: Int, height: Int), _ opacity: Int32
    ) {
        // Of the centers of pixels.
        let y = Double(row) + 0.5 - inverse.ty
        for column in 0..<width {
            let x = Double(column) + 0.5 - inverse.tx
            let u = (x * inverse.a + y * inverse.c) * scale.x
            let v = (x * inverse.b + y * inverse.d) * scale.y
            guard u >= limits.left, u < limits.right, v >= limits.top, v < limits.bottom else { continue }
            let (fx, fy) = (max(0, u - 0.5), max(0, v - 0.5))
            let (left, top) = (min(Int(fx), size.width - 1), min(Int(fy), size.height - 1))
            let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
            let (wx, wy) = (UInt32((fx - Double(left)) * 256), UInt32((fy - Double(top)) * 256))
            let upper = source + top * bytesPerRow
            let lower = source + bottom * bytesPerRow
            let first = blend(
                upper.load(fromByteOffset: left * 4, as: UInt32.self),
                upper.load(fromByteOffset: right * 4, as: UInt32.self), min(wx, 256))
            let second = blend(
                lower.load(fromByteOffset: left * 4, as: UInt32.self),
                lower.load(fromByteOffset: right * 4, as: UInt32.self), min(wx, 256))
            let pixel = blend(first, second, min(wy, 256)) | 0xff00_0000
            line[column] = opacity >= 256 ? pixel : blend(line[column], pixel, UInt32(opacity)) | 0xff00_0000
        }
    }

    /// `weight` of 256 parts of the second pixel; two components at a time.
    @inline(__always)
    private static func blend(_ first: UInt32, _ second: UInt32, _ weight: UInt32) -> UInt32 {
        if weight == 0 { return first }
        let other = 256 - weight
        let odd = ((first & 0x00ff_00ff) * other + (second & 0x00ff_00ff) * weight + 0x0080_0080) >> 8 & 0x00ff_00ff
        let even =
            ((first >> 8 & 0x00ff_00ff) * other + (second >> 8 & 0x00ff_00ff) * weight + 0x0080_0080) & 0xff00_ff00
        return odd | even
    }
}
