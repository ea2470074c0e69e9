import Glibc

/// What a shape of the scene is painted with: its color and its distance.
struct SceneInk: Sendable {
    var color: SceneColor
    /// Meters from the camera.
    var distance: Float
    var isPerson = false
}

/// What one sample of a surface holds of an ink: luma, Cb and Cr, or red, green and blue, or meters.
struct SceneValue: Sendable {
    var first: UInt16 = 0
    var second: UInt16 = 0
    var third: UInt16 = 0
    var number: Float = 0
}

/// The memory that a ``SceneCanvas`` paints on. It must stay valid and unshared meanwhile.
protocol SceneSurface {
    var width: Int { get }
    var height: Int { get }

    /// What an ink becomes on this surface.
    func value(of ink: SceneInk) -> SceneValue

    /// Fills the pixels `from ..< to` of a row; all of them are inside.
    func fillRun(_ y: Int, from: Int, to: Int, _ value: SceneValue)

    /// Mixes a value into one pixel, which is inside; `part` is above 0 and at most 1.
    func mix(_ x: Int, _ y: Int, _ value: SceneValue, _ part: Double)
}

/// Fills bytes with a short pattern, again and again.
enum PatternFill {
    /// - Parameters:
    ///   - count: in bytes.
    ///   - pattern: the first `period` bytes (1, 2 or 4) of it, little-endian.
    static func fill(_ start: UnsafeMutableRawPointer, count: Int, pattern: UInt32, period: Int) {
        guard count > 0 else { return }
        if isUniform(pattern, period) {
            memset(start, Int32(pattern & 255), count)
            return
        }
        for index in 0..<min(period, count) {
            start.storeBytes(
                of: UInt8(truncatingIfNeeded: pattern >> UInt32(8 * index)), toByteOffset: index, as: UInt8.self)
        }
        // The C library fills with single bytes only, so the pattern is doubled until the run is full.
        var filled = period
        while filled < count {
            let next = min(filled, count - filled)
            memcpy(start + filled, start, next)
            filled += next
        }
    }

    private static func isUniform(_ pattern: UInt32, _ period: Int) -> Bool {
        let byte = pattern & 255
        return (1..<period).allSatisfy { pattern >> UInt32(8 * $0) & 255 == byte }
    }
}
