import AVFoundation

/// How a movie's picture is kept steady.
package enum VideoStabilization: String, Sendable, CaseIterable, Codable {
    case off
    /// Without delay.
    case standard
    /// Steadier, with a smaller view.
    case cinematic
    /// What suits movies best.
    case auto

    var mode: AVCaptureVideoStabilizationMode {
        switch self {
        case .off: .off
        case .standard: .standard
        case .cinematic: .cinematic
        case .auto: .auto
        }
    }
}
