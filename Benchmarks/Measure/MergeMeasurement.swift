import CoreVideo
import Foundation
import PixelCoding

/// The cost and the gain of merging at 12 megapixels: a drawn scene of areas, edges and structure with the noise of
/// ISO 1600, a hand that shakes and a disc that moves.
struct MergeMeasurement {
    var count: Int
    private let width = 4032
    private let height = 3024
    /// In steps of 8 bits: the noise of a phone's sensor at ISO 1600.
    private let noise: Float = 8

    func run() throws -> [String: Double] {
        let table = Self.noiseTable()
        let frames = (0..<count).map { picture($0, noise: table) }
        let truth = picture(count / 2, noise: nil)
        var walls: [Double] = []
        var costs: [Double] = []
        var merged = frames[count / 2]
        for _ in 0..<5 {
            let (started, processor) = (Stopwatch.now(), Stopwatch.processor())
            merged = try TemporalMerge.merge(frames, reference: count / 2)
            walls.append(Stopwatch.now() - started)
            costs.append(Stopwatch.processor() - processor)
        }
        func gain(_ isCounted: (Int, Int) -> Bool) -> Double {
            10 * log10(error(frames[count / 2], truth, isCounted) / error(merged, truth, isCounted))
        }
        return [
            "frames": Double(count), "wall_ms": Stopwatch.median(walls) * 1000,
            "processor_ms": Stopwatch.median(costs) * 1000,
            "still_gain_db": gain { x, y in (0..<count).allSatisfy { !isMoving(x, y, $0, margin: 40) } },
            "moving_gain_db": gain { x, y in (0..<count).contains { isMoving(x, y, $0, margin: 2) } },
        ]
    }

    private func isMoving(_ x: Int, _ y: Int, _ frame: Int, margin: Int) -> Bool {
        let (dx, dy) = (x - 1500 - 60 * frame, y - 1500)
        return dx * dx + dy * dy < (300 + margin) * (300 + margin)
    }

    private func light(_ x: Int, _ y: Int, _ frame: Int) -> Float {
        // A hand moves by a few pixels from frame to frame.
        let (u, v) = (x + 3 * frame, y - 2 * frame)
        var value: Float = 40 + 120 * Float(u) / 4032
        if (u / 300 + v / 200) % 2 == 0 { value += 40 }
        if v > 2000 { value += 15 * Float((u * 7 / 4 + v) % 16) / 16 }
        if isMoving(x, y, frame, margin: 0) { value += (x - 60 * frame) / 40 % 2 == 0 ? 60 : -30 }
        return value
    }

    private func picture(_ frame: Int, noise table: [Float]?) -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(
            kCFAllocatorDefault, width, height, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, &made)
        guard let made else { fatalError("there is no memory for a picture") }
        made.withPlanes { planes in
            for y in 0..<height {
                let row = (planes[0].base + y * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                let offset = (y &* 40503 &+ frame &* 7919) & 0xFFFF
                for x in 0..<width {
                    let value = light(x, y, frame)
                    let deviation = table.map { $0[(offset + x) & 0xFFFF] } ?? 0
                    row[x] = UInt8(min(max(value + noise * (value / 128).squareRoot() * deviation + 0.5, 0), 255))
                }
            }
            for y in 0..<height / 2 {
                let row = (planes[1].base + y * planes[1].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                let offset = (y &* 30011 &+ frame &* 104_729) & 0xFFFF
                for x in 0..<width {
                    let deviation = table.map { $0[(offset + x) & 0xFFFF] } ?? 0
                    row[x] = UInt8(min(max(128 + 0.6 * noise * deviation + 0.5, 0), 255))
                }
            }
        }
        return made
    }

    /// Normally distributed numbers.
    private static func noiseTable() -> [Float] {
        var random = SystemRandomNumberGenerator()
        return (0..<65536).map { _ in
            (0..<12).reduce(Float(-6)) { sum, _ in sum + Float.random(in: 0..<1, using: &random) }
        }
    }

    /// The mean squared error of luma.
    private func error(_ picture: CVPixelBuffer, _ truth: CVPixelBuffer, _ isCounted: (Int, Int) -> Bool) -> Double {
        picture.withPlanes { mine in
            truth.withPlanes { right in
                var (sum, number) = (0, 0)
                for y in stride(from: 64, to: height - 64, by: 3) {
                    let a = (mine[0].base + y * mine[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    let b = (right[0].base + y * right[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    for x in stride(from: 64, to: width - 64, by: 3) where isCounted(x, y) {
                        sum += (Int(a[x]) - Int(b[x])) * (Int(a[x]) - Int(b[x]))
                        number += 1
                    }
                }
                return Double(sum) / Double(max(number, 1))
            }
        }
    }
}
