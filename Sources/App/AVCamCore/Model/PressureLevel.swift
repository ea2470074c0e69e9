import AVFoundation

/// The camera's system pressure, from heat or lack of power.
package enum PressureLevel: Int, Sendable, Comparable, CaseIterable {
    case nominal
    /// Slightly raised; nothing to do.
    case fair
    /// The device gets slower; a lower frame rate is a good idea.
    case serious
    /// Flash and torch are off; the camera will soon be stopped.
    case critical
    /// The camera cannot go on.
    case shutdown

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    init(_ level: AVCaptureDevice.SystemPressureState.Level) {
        switch level {
        case .fair: self = .fair
        case .serious: self = .serious
        case .critical: self = .critical
        case .shutdown: self = .shutdown
        default: self = .nominal
        }
    }
}
