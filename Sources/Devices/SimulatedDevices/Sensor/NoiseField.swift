import CaptureEngine
import YUV

/// Noise that is the same in every run and different in each row of each frame.
///
/// A strip of normally distributed values is made once for each strength; every row takes its values from another
/// place in it.
struct NoiseField {
    private static let count = 1 << 18
    /// Extra room after the strip, so that every row is in one piece.
    private static let longestRow = 1 << 15

    /// Normally distributed, in 1/256 of the standard deviation.
    private static let normal: [Int16] = {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<count + longestRow).map { _ in
            state = hash(state)
            // The sum of four uniform distributions: its standard deviation is 65535 / sqrt(3).
            let sum = (0..<4).reduce(0) { $0 + Int(state >> UInt64(16 * $1) & 0xFFFF) }
            return Int16((Double(sum - 2 * 65_535) * 256 * 3.0.squareRoot() / 65_535).rounded())
        }
    }()

    /// What is added, and what is subtracted; at each place one of the two is 0.
    private let plus: [UInt8]
    private let minus: [UInt8]
    let deviation: Double

    /// - Parameter deviation: the standard deviation of 8-bit samples.
    init(deviation: Double) {
        self.deviation = deviation
        let factor = Int((deviation * 256).rounded())
        func level(_ normal: Int16, _ sign: Int) -> UInt8 {
            UInt8(min(max((sign * Int(normal) * factor + 32_768) >> 16, 0), 255))
        }
        plus = Self.normal.map { level($0, 1) }
        minus = Self.normal.map { level($0, -1) }
    }

    /// Adds noise to a picture.
    ///
    /// - Parameters:
    ///   - rowBytes: of each plane; rows have room for the next multiple of four.
    ///   - seed: of the camera and the frame.
    func apply(to planes: [CVPixelBuffer.Plane], rowBytes: [Int], isWide: Bool, seed: UInt64) {
        plus.withUnsafeBytes { plus in
            minus.withUnsafeBytes { minus in
                guard let plus = plus.baseAddress, let minus = minus.baseAddress else { return }
                for (index, plane) in planes.enumerated() {
                    for y in 0..<plane.height {
                        let offset = Self.offset(seed, UInt64(index), UInt64(y))
                        let row = plane.base + y * plane.bytesPerRow
                        if isWide {
                            Self.addWide(plus + offset, minus + offset, to: row, count: rowBytes[index] / 2)
                        } else {
                            PlaneOperations.add(
                                Plane(plus + offset, bytesPerRow: rowBytes[index]),
                                subtracting: Plane(minus + offset, bytesPerRow: rowBytes[index]),
                                to: MutablePlane(row, bytesPerRow: plane.bytesPerRow), bytes: rowBytes[index], rows: 1)
                        }
                    }
                }
            }
        }
    }

    /// Adds the noise of photons and electronics, which depends on the light, to a mosaic.
    static func apply(to plane: CVPixelBuffer.Plane, levels: SensorLevels, seed: UInt64) {
        let range = Double(SensorLevels.white - SensorLevels.black)
        let noise = levels.noise
        // The deviation for each of 256 steps of light, in 1/256 of a sample.
        let deviations = (0..<256).map { step -> Int32 in
            Int32((256 * range * (noise.scale * Double(step) / 255 + noise.offset).squareRoot()).rounded())
        }
        normal.withUnsafeBufferPointer { normal in
            deviations.withUnsafeBufferPointer { deviations in
                for y in 0..<plane.height {
                    let start = offset(seed, 7, UInt64(y))
                    let row = (plane.base + y * plane.bytesPerRow).assumingMemoryBound(to: UInt16.self)
                    for x in 0..<plane.width {
                        let sample = Int32(row[x])
                        let step = Int(max(sample - Int32(SensorLevels.black), 0) >> 6)
                        let new = sample + (Int32(normal[start + x]) * deviations[min(step, 255)]) >> 16
                        row[x] = UInt16(min(max(new, 0), Int32(SensorLevels.white)))
                    }
                }
            }
        }
    }

    /// 10 bits in the high bits of 16: four steps for each step of 8 bits.
    private static func addWide(
        _ plus: UnsafeRawPointer, _ minus: UnsafeRawPointer, to row: UnsafeMutableRawPointer, count: Int
    ) {
        let row = row.assumingMemoryBound(to: UInt16.self)
        let plus = plus.assumingMemoryBound(to: UInt8.self)
        let minus = minus.assumingMemoryBound(to: UInt8.self)
        for x in 0..<count {
            let new = Int32(row[x]) + (Int32(plus[x]) - Int32(minus[x])) << 8
            row[x] = UInt16(min(max(new, 0), 0xFFC0))
        }
    }

    private static func offset(_ seed: UInt64, _ plane: UInt64, _ y: UInt64) -> Int {
        Int(hash(seed ^ plane << 56 ^ y << 32) % UInt64(count))
    }

    /// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
    static func hash(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
