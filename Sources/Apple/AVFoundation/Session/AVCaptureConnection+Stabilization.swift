import Foundation

/// How a movie's picture is kept steady. Source: Apple, AVCaptureVideoStabilizationMode.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
    /// The picture as the camera has it. Source: Apple, AVCaptureVideoStabilizationMode.off.
    case off = 0
    /// Against the shake of a hand. Source: Apple, AVCaptureVideoStabilizationMode.standard.
    case standard = 1
    /// Steadier, with a smaller view and more delay. Source: Apple, AVCaptureVideoStabilizationMode.cinematic.
    case cinematic = 2
    /// Steadier still, with an even smaller view. Source: Apple, AVCaptureVideoStabilizationMode.cinematicExtended.
    case cinematicExtended = 3
    /// Steady with little delay, for the preview. Source: Apple, AVCaptureVideoStabilizationMode.previewOptimized.
    case previewOptimized = 4
    /// The steadiest, with the smallest view. Source: Apple, AVCaptureVideoStabilizationMode.cinematicExtendedEnhanced.
    case cinematicExtendedEnhanced = 5
    /// The system's choice. Source: Apple, AVCaptureVideoStabilizationMode.auto.
    case auto = -1
}

extension AVCaptureConnection {
    /// Linux: always `false`. Source: Apple, AVCaptureConnection.isVideoStabilizationSupported.
    public var isVideoStabilizationSupported: Bool { false }

    /// Linux: always `.off`. Source: Apple, AVCaptureConnection.activeVideoStabilizationMode.
    public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }

    /// Linux: always `.off`; asking for another one is a programmer's mistake, see ``isVideoStabilizationSupported``.
    /// Source: Apple, AVCaptureConnection.preferredVideoStabilizationMode.
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { .off }
        set {
            guard newValue != .off else { return }
            raiseException(
                "*** -[AVCaptureConnection setPreferredVideoStabilizationMode:] Not supported - use "
                    + "-isVideoStabilizationSupported")
        }
    }
}
