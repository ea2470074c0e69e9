import Foundation

/// How a movie's picture is kept steady. Source: Apple, AVCaptureVideoStabilizationMode.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
    case off = 0
    case standard = 1
    case cinematic = 2
    case cinematicExtended = 3
    case previewOptimized = 4
    case cinematicExtendedEnhanced = 5
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
