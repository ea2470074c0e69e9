import Foundation

/// A setting of the camera that is automatic until a person sets it.
package enum ManualControl: String, CaseIterable, Sendable {
    /// The exposure time, in seconds.
    case shutter
    /// The sensitivity.
    case iso
    /// The position of the lens, from 0 (nearest) to 1 (farthest).
    case focus
    /// The color temperature of the light that becomes white, in kelvins.
    case whiteBalance

    /// Those that can only be automatic together with this one, or manual together.
    ///
    /// Source: Apple, AVCaptureDevice.ExposureMode: `.custom` fixes the duration and the sensitivity.
    package var companions: Set<ManualControl> {
        switch self {
        case .shutter, .iso: [.shutter, .iso]
        case .focus, .whiteBalance: [self]
        }
    }

    /// Whether people compare its values by their ratio: twice the time is one stop, wherever it is.
    private var isLogarithmic: Bool {
        switch self {
        case .shutter, .iso: true
        case .focus, .whiteBalance: false
        }
    }

    /// Where a value is in a range: 0 at its beginning, 1 at its end.
    package func position(of value: Double, in range: ClosedRange<Double>) -> Double {
        guard range.upperBound > range.lowerBound else { return 0 }
        let value = min(max(value, range.lowerBound), range.upperBound)
        guard isLogarithmic else { return (value - range.lowerBound) / (range.upperBound - range.lowerBound) }
        return log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
    }

    /// The value at a position from 0 to 1.
    package func value(at position: Double, in range: ClosedRange<Double>) -> Double {
        let position = min(max(position, 0), 1)
        guard isLogarithmic else { return range.lowerBound + position * (range.upperBound - range.lowerBound) }
        return range.lowerBound * pow(range.upperBound / range.lowerBound, position)
    }
}
