import CaptureEngine
import Foundation

/// What a camera's automatic exposure wants, in stops (EV): the logarithm of exposure time in seconds times ISO.
struct ExposureProgram: Sendable {
    static let durations = CMTime(value: 1, timescale: 20_000)...CMTime(value: 1, timescale: 1)
    static let isos: ClosedRange<Float> = 50...3200
    static let boostedISO: Float = 12_800
    /// Seconds times ISO at which a scene of brightness 1 looks as it is painted: 1/120 s at ISO 50.
    static let nominal = 50.0 / 120

    private static let shortest = durations.lowerBound.seconds
    /// Longer exposures blur when the camera is held in the hand.
    private static let longest = 1.0 / 30

    /// The longest exposure time that automatic exposure chooses, in seconds.
    var longest: Double
    var highestISO: Float

    init(_ settings: CameraSettings, step: CMTime) {
        longest = min(Self.longest, step.seconds, settings.longestExposure?.seconds ?? .infinity)
        highestISO = settings.allowsLowLightBoost ? Self.boostedISO : Self.isos.upperBound
    }

    /// The right exposure for a brightness.
    static func target(_ brightness: Double) -> Double { log2(nominal / max(brightness, 1e-9)) }

    static func value(seconds: Double, iso: Double) -> Double { log2(seconds * iso) }

    /// How a camera divides an exposure: long times before high ISO.
    func split(_ value: Double) -> (seconds: Double, iso: Double) {
        let product = exp2(value)
        let seconds = min(max(product / Double(Self.isos.lowerBound), Self.shortest), max(longest, Self.shortest))
        let iso = min(max(product / seconds, Double(Self.isos.lowerBound)), Double(highestISO))
        return (seconds, iso)
    }
}
