import CoreMedia

// The effects that Apple's systems draw into the stream, for all programs, by the Control Center. Nothing draws them here: they are
// not supported, not on, and not active.

extension AVCaptureDevice {
    /// Linux: always `false`, as are the other effects.
    public class var isPortraitEffectEnabled: Bool { false }
    public var isPortraitEffectActive: Bool { false }
    public class var isStudioLightEnabled: Bool { false }
    public var isStudioLightActive: Bool { false }
    public class var reactionEffectsEnabled: Bool { false }
    public class var reactionEffectGesturesEnabled: Bool { false }
    public var isBackgroundReplacementActive: Bool { false }
    public class var isBackgroundReplacementEnabled: Bool { false }

    /// Whether the device is another one nearby. Linux: always `false`.
    public var isContinuityCamera: Bool { false }

    /// How the microphone treats what is not the voice. Source: Apple, AVCaptureDevice.MicrophoneMode.
    public enum MicrophoneMode: Int, Sendable {
        case standard = 0
        case wideSpectrum = 1
        case voiceIsolation = 2
    }

    /// Linux: always `standard`, as is ``activeMicrophoneMode``.
    public class var preferredMicrophoneMode: MicrophoneMode { .standard }
    public class var activeMicrophoneMode: MicrophoneMode { .standard }
}

extension AVCaptureDevice.Format {
    /// Linux: always `false`, as are the other effects.
    public var isPortraitEffectSupported: Bool { false }
    public var isStudioLightSupported: Bool { false }
    public var reactionEffectsSupported: Bool { false }
    public var isBackgroundReplacementSupported: Bool { false }
    public var isCinematicVideoCaptureSupported: Bool { false }
    public var isSmartFramingSupported: Bool { false }
    public var isSpatialVideoCaptureSupported: Bool { false }
    /// Linux: always `nil`, as the effect is not supported.
    public var videoFrameRateRangeForPortraitEffect: AVFrameRateRange? { nil }
    public var videoFrameRateRangeForStudioLight: AVFrameRateRange? { nil }
    public var videoFrameRateRangeForReactionEffectsInProgress: AVFrameRateRange? { nil }
}
