import CaptureEngine
import Foundation

/// The color spaces of frames. Source: Apple, AVCaptureColorSpace.
public enum AVCaptureColorSpace: Int, Sendable {
    /// The colors of HDTV and most screens: BT.709.
    case sRGB = 0
    /// Deeper reds and greens: Display P3, with the white of daylight.
    case P3_D65 = 1
    /// High dynamic range: BT.2020 with the hybrid log-gamma curve.
    case HLG_BT2020 = 2
    /// BT.2020 with Apple's logarithmic curve, for grading. Linux: never.
    case appleLog = 3
}

/// How a camera processes the picture.
extension AVCaptureDevice {
    /// Whether optical stabilization was used. Source: Apple, AVCaptureDevice.LensStabilizationStatus.
    public enum LensStabilizationStatus: Int, Sendable {
        /// The camera has no optical stabilization. Linux: always.
        case unsupported = 0
        /// Available, but switched off.
        case off = 1
        /// The lens compensated for the shake.
        case active = 2
        /// The camera shook more than the lens can compensate for.
        case outOfRange = 3
        /// Not available for this exposure.
        case unavailable = 4
    }

    /// The color space of the frames; by default the active format's first. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and must be one of the active format's `supportedColorSpaces`.
    /// Linux: each format has exactly one.
    public var activeColorSpace: AVCaptureColorSpace {
        get { state.withLock { $0.controls.colorSpace ?? $0.activeFormat.supportedColorSpaces.first ?? .sRGB } }
        set {
            let setter = "setActiveColorSpace:"
            require(
                activeFormat.supportedColorSpaces.contains(newValue), setter, "-activeFormat.supportedColorSpaces")
            configure(\.activeColorSpace, setter) { $0.controls.colorSpace = newValue }
        }
    }

    // MARK: High dynamic range

    /// Whether ``isVideoHDREnabled`` is the camera's own choice; `true` by default.
    ///
    /// Setting it needs ``lockForConfiguration()``. Linux: no camera merges exposures of a stream, so it has no effect.
    public var automaticallyAdjustsVideoHDREnabled: Bool {
        get { state.withLock { $0.adjustsHDR } }
        set {
            configure(\.automaticallyAdjustsVideoHDREnabled, "setAutomaticallyAdjustsVideoHDREnabled:") {
                $0.adjustsHDR = newValue
            }
        }
    }

    /// Whether the stream is merged from several exposures. Linux: always `false`, see `Format.isVideoHDRSupported`.
    public var isVideoHDREnabled: Bool {
        get { false }
        set {
            requireLock("setVideoHDREnabled:")
            require(
                !newValue || activeFormat.isVideoHDRSupported, "setVideoHDREnabled:", "-activeFormat.videoHDRSupported")
        }
    }

    /// Whether one tone curve is used for the whole picture.
    /// Linux: always `false`, see `Format.isGlobalToneMappingSupported`.
    public var isGlobalToneMappingEnabled: Bool {
        get { false }
        set {
            let setter = "setGlobalToneMappingEnabled:"
            requireLock(setter)
            require(
                !newValue || activeFormat.isGlobalToneMappingSupported, setter,
                "-activeFormat.globalToneMappingSupported")
        }
    }

    // MARK: The lens

    /// Linux: always `false`; no device describes its distortion.
    public var isGeometricDistortionCorrectionSupported: Bool { false }

    /// Linux: always `false`, see ``isGeometricDistortionCorrectionSupported``.
    public var isGeometricDistortionCorrectionEnabled: Bool {
        get { false }
        set {
            let setter = "setGeometricDistortionCorrectionEnabled:"
            requireLock(setter)
            require(
                !newValue || isGeometricDistortionCorrectionSupported, setter,
                "-isGeometricDistortionCorrectionSupported")
        }
    }

    /// The focal length of a lens with the same horizontal field of view on 35 mm film, in millimeters; 0 when the
    /// device does not report its field of view.
    public var nominalFocalLengthIn35mmFilm: Float {
        let degrees = Double(formats.map(\.videoFieldOfView).max() ?? 0)
        guard degrees > 0, degrees < 180 else { return 0 }
        return Float(18 / tan(degrees * .pi / 360))
    }
}
