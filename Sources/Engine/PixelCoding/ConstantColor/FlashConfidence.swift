import CaptureEngine
import CoreVideo
import Foundation

/// How far each part of a picture can be trusted to show the flash's light alone: 0…1 for each block of four by four
/// pixels.
///
/// | what lowers confidence | how it is detected |
/// | --- | --- |
/// | other light is much stronger, or the flash does not reach | the flash's share of all light |
/// | so little light that one step of the code matters | the flash's light compared with such a step |
/// | movement, and lamps that flicker | the pictures without flash differ; not where the flash alone lights something |
/// | too much light | the picture with flash, or the result, is at maximum brightness |
final class FlashConfidence: @unchecked Sendable {  // each part is written by one thread, before others read it
    /// In blocks.
    let width: Int
    let height: Int
    /// Each block by itself, and smoothed with its neighbors.
    private let own: MergeMemory<Float>
    private let values: MergeMemory<Float>
    /// What the flash lights: green, which is nearest to brightness, and the largest component.
    private let green: MergeMemory<Float>
    private let largest: MergeMemory<Float>
    /// Green of all light.
    private let all: MergeMemory<Float>
    private let light: FlashLight

    /// A code at or near the maximum.
    private static let clipped: Float = 1015
    /// The flash's share of light below which it has no effect, and above which it dominates.
    private static let share: (none: Float, full: Float) = (0.1, 0.5)
    /// The flash's light in code steps.
    private static let steps: (none: Float, full: Float) = (1, 4)
    /// Brightening beyond this shows more noise than scene.
    private static let largestGain: Float = 8

    init(_ light: FlashLight) {
        self.light = light
        let (width, height) = Self.size(of: light.lit.planes.buffer)
        (self.width, self.height) = (width, height)
        own = MergeMemory(width * height)
        values = MergeMemory(width * height)
        green = MergeMemory(width * height)
        largest = MergeMemory(width * height)
        all = MergeMemory(width * height)
        Parallel.forEach(height) { row in
            for column in 0..<width { self.judge(column, row) }
        }
    }

    private static func size(of picture: CVPixelBuffer) -> (width: Int, height: Int) {
        let size = picture.pixelSize
        return (max(size.width / 4, 1), max(size.height / 4, 1))
    }

    private func judge(_ column: Int, _ row: Int) {
        var (all, flash, change) = (LightColor.black, LightColor.black, LightColor.black)
        var peak: Float = 0
        for y in 2 * row...min(2 * row + 1, light.lit.rows - 1) {
            for x in 2 * column...min(2 * column + 1, light.lit.columns - 1) {
                let sample = light.sample(x, y)
                all = all + sample.all
                flash = flash + sample.flash
                change = change + sample.change
                peak = max(peak, sample.peak)
            }
        }
        let index = row * width + column
        let brightest = flash.largest / 4
        green.base[index] = flash.green / 4
        largest.base[index] = brightest
        self.all.base[index] = all.green / 4
        let step = light.lit.curve.step(at: all.largest / 4)
        guard peak < Self.clipped, brightest > 0, flash.smallest / 4 > -2 * step else {
            own.base[index] = 0
            return
        }
        // The mean of both contains half of a change.
        let moved = max(max(change.largest, -change.smallest) / 8 - step, 0)
        own.base[index] =
            Self.ramp(flash.sum / all.sum, Self.share) * Self.ramp(brightest / step, Self.steps)
            * max(1 - moved / (0.25 * brightest), 0)
    }

    private static func ramp(_ value: Float, _ limits: (none: Float, full: Float)) -> Float {
        min(max((value - limits.none) / (limits.full - limits.none), 0), 1)
    }

    /// The factor that makes the flash's light as bright as all light together should be in the picture with flash,
    /// where that is trusted. What would be too bright then loses its confidence. Call once.
    func exposed() -> Float {
        var (flash, total) = (0.0, 0.0)
        forEach { index, weight in
            flash += Double(weight * own.base[index] * green.base[index])
            total += Double(weight * own.base[index] * all.base[index])
        }
        let gain = light.brightening * (flash > 0 ? min(max(Float(total / flash), 1), Self.largestGain) : 1)
        for index in 0..<width * height where largest.base[index] * gain > 1 { own.base[index] = 0 }
        smooth()
        return gain
    }

    /// The mean, weighted toward the center of the picture.
    var level: Float {
        var (sum, weights) = (0.0, 0.0)
        forEach { index, weight in
            sum += Double(weight * values.base[index])
            weights += Double(weight)
        }
        return Float(sum / weights)
    }

    private func forEach(_ body: (_ index: Int, _ weight: Float) -> Void) {
        func weight(_ place: Int, of count: Int) -> Float {
            let distance = (Float(place) + 0.5) / Float(count) * 2 - 1
            return 1 - 0.75 * distance * distance
        }
        for row in 0..<height {
            let rowWeight = weight(row, of: height)
            for column in 0..<width { body(row * width + column, rowWeight * weight(column, of: width)) }
        }
    }

    /// Neighbors share their doubt, so that no edge appears where the colors change.
    private func smooth() {
        Parallel.forEach(height) { row in
            for column in 0..<self.width {
                var (sum, count): (Float, Float) = (0, 0)
                for y in max(row - 1, 0)...min(row + 1, self.height - 1) {
                    for x in max(column - 1, 0)...min(column + 1, self.width - 1) {
                        sum += self.own.base[y * self.width + x]
                        count += 1
                    }
                }
                let index = row * self.width + column
                self.values.base[index] = min(sum / count, self.own.base[index])
            }
        }
    }

    /// For a square of two by two pixels; a block has four of them.
    @inline(__always)
    func value(_ x: Int, _ y: Int) -> Float {
        let (column, row) = (min(x / 2, width - 1), min(y / 2, height - 1))
        let besides = min(max(column + (x % 2 == 0 ? -1 : 1), 0), width - 1)
        let beyond = min(max(row + (y % 2 == 0 ? -1 : 1), 0), height - 1)
        let values = values.base
        let near = 0.75 * values[row * width + column] + 0.25 * values[row * width + besides]
        let far = 0.75 * values[beyond * width + column] + 0.25 * values[beyond * width + besides]
        return 0.75 * near + 0.25 * far
    }

    /// A map of zero confidence.
    static func noMap(of picture: CVPixelBuffer) throws(CaptureError) -> CVPixelBuffer {
        let (width, height) = size(of: picture)
        let map = try CVPixelBuffer.make(width: width, height: height, kCVPixelFormatType_OneComponent8)
        map.withPlanes { planes in
            for row in 0..<height { memset(planes[0].base + row * planes[0].bytesPerRow, 0, width) }
        }
        return map
    }

    /// One byte per block: 255 is full confidence.
    func map() throws(CaptureError) -> CVPixelBuffer {
        let map = try CVPixelBuffer.make(width: width, height: height, kCVPixelFormatType_OneComponent8)
        map.withPlanes { planes in
            for row in 0..<height {
                let target = (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                for column in 0..<width {
                    target[column] = UInt8((values.base[row * width + column] * 255).rounded())
                }
            }
        }
        return map
    }
}
