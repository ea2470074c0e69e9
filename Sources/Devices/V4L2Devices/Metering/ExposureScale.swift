import CaptureEngine
import Foundation

/// Exposures in stops (EV): the logarithm of seconds times ISO / 100. A longer time comes before a higher gain.
struct ExposureScale: Sendable {
    /// In seconds.
    private let times: ClosedRange<Double>
    private let highestISO: Double
    private static let lowestISO = 100.0

    /// - Parameter frameDuration: the longest exposure, because a longer one would slow the camera down.
    /// - Returns: `nil` if no exposure can be set.
    init?(_ limits: CameraCapabilities.Exposure?, frameDuration: CMTime) {
        guard let limits else { return nil }
        let shortest = limits.durations.lowerBound.seconds
        var longest = limits.durations.upperBound.seconds
        if frameDuration.isValid { longest = min(longest, frameDuration.seconds) }
        times = shortest...max(longest, shortest)
        highestISO = Double(limits.iso.upperBound)
    }

    var range: ClosedRange<Double> {
        Self.stops(times.lowerBound, iso: Self.lowestISO)...Self.stops(times.upperBound, iso: highestISO)
    }

    static func stops(_ seconds: Double, iso: Double) -> Double { log2(seconds * iso / lowestISO) }

    func split(_ stops: Double) -> (duration: CMTime, iso: Float) {
        let light = exp2(stops)
        let seconds = min(max(light, times.lowerBound), times.upperBound)
        let iso = min(max(Self.lowestISO * light / seconds, Self.lowestISO), highestISO)
        return (CMTime(seconds: seconds, preferredTimescale: 1_000_000), Float(iso))
    }
}
