import Foundation

/// How a movie's picture is kept steady. Source: Apple, AVCaptureVideoStabilizationMode.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
    /// The picture as the camera has it.
    case off = 0
    /// Compensates for shaking hands.
    case standard = 1
    /// Steadier, with a smaller view and more delay.
    case cinematic = 2
    /// Steadier still, with an even smaller view.
    case cinematicExtended = 3
    /// Steady with little delay, for the preview.
    case previewOptimized = 4
    /// The steadiest, with the smallest view.
    case cinematicExtendedEnhanced = 5
    /// The system chooses.
    case auto = -1
}

extension AVCaptureConnection {
    /// Linux: always `false`.
    public var isVideoStabilizationSupported: Bool { false }

    /// Linux: always `.off`.
    public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }

    /// How the app wants the picture to be kept steady; `.off` unless it says. Linux: any mode can be set and is kept, and
    /// ``activeVideoStabilizationMode`` tells that it has no effect.
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { state.withLock { $0.preferredStabilization } }
        set { state.withLock { $0.preferredStabilization = newValue } }
    }
}
