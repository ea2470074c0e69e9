import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation

/// The pictures that separate the flash's light from all other light: one with the flash, and one or two without it,
/// just before and after.
struct FlashLight: Sendable {
    /// The light of four pixels together.
    struct Sample {
        /// With the flash.
        var all: LightColor
        /// What the flash alone lights.
        var flash: LightColor
        /// How far the pictures without flash differ.
        var change: LightColor
        /// The largest code in the picture with flash.
        var peak: Float
    }

    /// The light of one pixel.
    struct Pixel {
        var all: LightColor
        var flash: LightColor
    }

    let lit: LightPicture
    /// The factor that gives the lit picture its intended brightness: the camera may have left headroom for colored
    /// light.
    let brightening: Float
    private let before: LightPicture
    private let after: LightPicture
    /// The factors that scale the other pictures' light to the lit one's exposure.
    private let factors: (before: Float, after: Float)

    private static let largestBrightening: Float = 2

    /// - Parameter ambient: the frames without flash: one, or one before and one after.
    /// - Throws: ``CaptureError`` `formatUnsupported` for frames of different sizes or formats.
    init(lit: CMSampleBuffer, ambient: [CMSampleBuffer]) throws(CaptureError) {
        guard let buffer = lit.imageBuffer, let first = ambient.first, let last = ambient.last else {
            throw CaptureError(.formatUnsupported, "There are no pictures with and without flash")
        }
        self.lit = try LightPicture(buffer)
        before = try Self.picture(of: first, beside: self.lit)
        after = try Self.picture(of: last, beside: self.lit)
        brightening = min(max(exp2(-(lit.conditions?.exposureOffset ?? 0)), 1), Self.largestBrightening)
        factors = (Self.exposure(of: lit, beside: first), Self.exposure(of: lit, beside: last))
    }

    private static func picture(
        of frame: CMSampleBuffer, beside lit: LightPicture
    ) throws(CaptureError) -> LightPicture {
        guard let buffer = frame.imageBuffer, TemporalMerge.canMerge(buffer, with: lit.planes.buffer) else {
            throw CaptureError(.formatUnsupported, "The pictures with and without flash differ in their format")
        }
        return try LightPicture(buffer)
    }

    /// The ratio of two exposures, by duration and sensitivity.
    private static func exposure(of frame: CMSampleBuffer, beside other: CMSampleBuffer) -> Float {
        func product(_ frame: CMSampleBuffer) -> Double {
            frame.conditions.map { $0.exposureDuration.seconds * Double($0.iso) } ?? 0
        }
        let (one, two) = (product(frame), product(other))
        return one > 0 && two > 0 && (one / two).isFinite ? Float(one / two) : 1
    }

    /// - Parameters:
    ///   - x: the column of a square of four pixels.
    ///   - y: its row.
    @inline(__always)
    func sample(_ x: Int, _ y: Int) -> Sample {
        let (all, peak) = lit.mean(lit.square(x, y))
        let one = before.mean(before.square(x, y)).light * factors.before
        let two = after.mean(after.square(x, y)).light * factors.after
        return Sample(all: all, flash: all - (one + two) * 0.5, change: one - two, peak: peak)
    }

    /// The four pixels of a square.
    @inline(__always)
    func pixels(_ x: Int, _ y: Int) -> (Pixel, Pixel, Pixel, Pixel) {
        let all = lit.lights(lit.square(x, y))
        let (one, two) = (before.lights(before.square(x, y)), after.lights(after.square(x, y)))
        return (
            pixel(all.0, one.0, two.0), pixel(all.1, one.1, two.1), pixel(all.2, one.2, two.2),
            pixel(all.3, one.3, two.3)
        )
    }

    @inline(__always)
    private func pixel(_ all: LightColor, _ one: LightColor, _ two: LightColor) -> Pixel {
        Pixel(all: all, flash: all - (one * factors.before + two * factors.after) * 0.5)
    }
}
