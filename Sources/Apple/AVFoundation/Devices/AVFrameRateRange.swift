import Foundation

/// A range of frame rates. Source: Apple, AVFrameRateRange.
public final class AVFrameRateRange: NSObject, Sendable {
    /// Frames per second.
    public let minFrameRate: Float64
    /// Frames per second.
    public let maxFrameRate: Float64
    /// The longest duration of a frame.
    public let maxFrameDuration: CMTime
    /// The shortest duration of a frame.
    public let minFrameDuration: CMTime

    init(_ durations: ClosedRange<CMTime>) {
        minFrameDuration = durations.lowerBound
        maxFrameDuration = durations.upperBound
        minFrameRate = Self.rate(durations.upperBound)
        maxFrameRate = Self.rate(durations.lowerBound)
    }

    /// Exact if the rate is a whole number, which 1 / 0.0333… is not.
    private static func rate(_ duration: CMTime) -> Float64 {
        Float64(duration.timescale) / Float64(max(duration.value, 1))
    }

    public override var description: String { "<AVFrameRateRange: \(minFrameRate) - \(maxFrameRate)>" }
}
