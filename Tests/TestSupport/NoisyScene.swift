import CoreVideo

/// A scene whose picture is known without noise: areas, edges and fine structure that stand still, and a textured disc
/// that moves through it.
package struct NoisyScene {
    package var width: Int
    package var height: Int
    package var pixelFormat: OSType
    /// The standard deviation of the noise at medium brightness; it grows with the root of the brightness.
    package var noise: Double
    /// The disc's position, and how far it differs from its background.
    package var disc: (x: Double, y: Double)
    package var discContrast: Double
    /// The offset by a hand's shake.
    package var shake: (x: Double, y: Double)
    /// The factor for all light.
    package var light: Double

    private static let discRadius = 40.0

    private var isTenBit: Bool { pixelFormat == kCVPixelFormatType_420YpCbCr10BiPlanarFullRange }

    package func isDisc(_ x: Int, _ y: Int, margin: Double = 0) -> Bool {
        let (dx, dy) = (Double(x) - disc.x, Double(y) - disc.y)
        return dx * dx + dy * dy < (Self.discRadius + margin) * (Self.discRadius + margin)
    }

    private func luma(_ x: Int, _ y: Int) -> Double {
        let (u, v) = (Double(x) + shake.x, Double(y) + shake.y)
        var value = 60 + 100 * u / 512
        // A slanted edge, three pixels wide, and fine lines.
        value += 50 * min(max((u - 200 - v * 0.2) / 3, 0), 1)
        if v > 250 { value += 20 * wave(u * 0.13) * wave(v * 0.11) }
        if isDisc(x, y) { value += discContrast * (wave(Double(x) * 0.08 - disc.x * 0.08) > 0 ? 1 : -0.5) }
        return min(max(value * light, 0), 255)
    }

    /// A cheap sine: -1…1, with the period 4.
    private func wave(_ x: Double) -> Double {
        let phase = x - (x / 4).rounded(.down) * 4
        return phase < 2
            ? 1 - 4 * (phase / 2 - 0.5) * (phase / 2 - 0.5) : 4 * (phase / 2 - 1.5) * (phase / 2 - 1.5) - 1
    }

    private func chroma(_ x: Int, _ y: Int, _ component: Int) -> Double {
        let (u, v) = (Double(2 * x) + shake.x, Double(2 * y) + shake.y)
        return component == 0 ? 100 + 60 * v / 512 : 150 - 60 * u / 512
    }

    package init(
        width: Int = 512, height: Int = 384, pixelFormat: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        noise: Double = 8, disc: (x: Double, y: Double) = (-1000, 0), discContrast: Double = 80,
        shake: (x: Double, y: Double) = (0, 0), light: Double = 1
    ) {
        (self.width, self.height, self.pixelFormat, self.noise) = (width, height, pixelFormat, noise)
        (self.disc, self.discContrast, self.shake, self.light) = (disc, discContrast, shake, light)
    }

    /// A picture of it; the same seed gives the same noise, and 0 none.
    package func picture(seed: UInt64) throws -> CVPixelBuffer {
        let buffer = try CVPixelBuffer.blank(width, height, pixelFormat)
        var random = Noise(seed: seed)
        let scale = seed == 0 ? 0 : noise
        buffer.withPlanes { planes in
            for y in 0..<height {
                random.nextRow()
                for x in 0..<width {
                    let light = luma(x, y)
                    store(
                        light + scale * (light / 128).squareRoot() * random.value(x), x,
                        planes[0].base + y * planes[0].bytesPerRow)
                }
            }
            for y in 0..<(height + 1) / 2 {
                random.nextRow()
                for x in 0..<(width + 1) / 2 * 2 {
                    store(
                        chroma(x / 2, y, x % 2) + 0.6 * scale * random.value(x), x,
                        planes[1].base + y * planes[1].bytesPerRow)
                }
            }
        }
        return buffer
    }

    private func store(_ value: Double, _ x: Int, _ row: UnsafeMutableRawPointer) {
        if isTenBit {
            let sample = UInt16(min(max((value * 4).rounded(), 0), 1023)) << 6
            row.storeBytes(of: sample, toByteOffset: 2 * x, as: UInt16.self)
        } else {
            row.storeBytes(of: UInt8(min(max(value.rounded(), 0), 255)), toByteOffset: x, as: UInt8.self)
        }
    }
}

/// Normally distributed numbers; each row starts elsewhere in a table.
private struct Noise {
    private static let table: [Double] = {
        var state: UInt64 = 88_172_645_463_325_252
        return (0..<65536).map { _ in
            var sum = 0.0
            for _ in 0..<12 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                sum += Double(state >> 11) / Double(1 << 53)
            }
            return sum - 6
        }
    }()

    private var state: UInt64
    private var offset = 0

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func nextRow() {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        offset = Int(state >> 40)
    }

    func value(_ x: Int) -> Double { Self.table[(offset + x) & 0xFFFF] }
}

/// Squared differences of two pictures in 8-bit steps, where a condition holds for a pixel of luma.
package struct PictureError {
    package var luma: Double
    package var chroma: Double

    package init(
        _ picture: CVPixelBuffer, _ truth: CVPixelBuffer, where isCounted: (Int, Int) -> Bool = { _, _ in true }
    ) {
        let (width, height) = (CVPixelBufferGetWidth(truth), CVPixelBufferGetHeight(truth))
        let isTenBit = CVPixelBufferGetPixelFormatType(truth) == kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
        func value(_ plane: CVPixelBuffer.Plane, _ x: Int, _ y: Int) -> Double {
            let row = plane.base + y * plane.bytesPerRow
            return isTenBit
                ? Double(row.load(fromByteOffset: 2 * x, as: UInt16.self)) / 256
                : Double(row.load(fromByteOffset: x, as: UInt8.self))
        }
        func mean(_ plane: Int, _ step: Int) -> Double {
            var (sum, count) = (0.0, 0.0)
            picture.withPlanes { mine in
                truth.withPlanes { right in
                    for y in 0..<(height + step - 1) / step {
                        for x in 0..<(width + step - 1) / step where isCounted(x * step, y * step) {
                            for part in 0..<step {
                                let difference =
                                    value(mine[plane], x * step + part, y) - value(right[plane], x * step + part, y)
                                sum += difference * difference
                            }
                            count += Double(step)
                        }
                    }
                }
            }
            return sum / count
        }
        luma = mean(0, 1)
        chroma = mean(1, 2)
    }
}
