import CaptureEngine
import Foundation

/// The colours that frames can have. Source: Apple, AVCaptureColorSpace.
public enum AVCaptureColorSpace: Int, Sendable {
    /// The colours of HDTV and most screens: BT.709. Source: Apple, AVCaptureColorSpace.sRGB.
    case sRGB = 0
    /// Deeper reds and greens: Display P3, with the white of daylight. Source: Apple, AVCaptureColorSpace.P3_D65.
    case P3_D65 = 1
    /// High dynamic range: BT.2020 with the hybrid log-gamma curve. Source: Apple, AVCaptureColorSpace.HLG_BT2020.
    case HLG_BT2020 = 2
    /// BT.2020 with Apple's logarithmic curve, for grading. Linux: never. Source: Apple, AVCaptureColorSpace.appleLog.
    case appleLog = 3
}

/// What cameras do to the picture.
extension AVCaptureDevice {
    /// Whether a lens moves against shake. Source: Apple, AVCaptureDevice.LensStabilizationStatus.
    public enum LensStabilizationStatus: Int, Sendable {
        /// No lens of the camera moves. Linux: always. Source: Apple, AVCaptureDevice.LensStabilizationStatus.unsupported.
        case unsupported = 0
        /// The lens could move, but was not to. Source: Apple, AVCaptureDevice.LensStabilizationStatus.off.
        case off = 1
        /// The lens moved against the shake. Source: Apple, AVCaptureDevice.LensStabilizationStatus.active.
        case active = 2
        /// The camera shook more than the lens can make good. Source: Apple, AVCaptureDevice.LensStabilizationStatus.outOfRange.
        case outOfRange = 3
        /// The lens could not move this time. Source: Apple, AVCaptureDevice.LensStabilizationStatus.unavailable.
        case unavailable = 4
    }

    /// The colours of the frames; the active format's first at first. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and must be one of the active format's `supportedColorSpaces`.
    /// Linux: a format has one. Source: Apple, AVCaptureDevice.activeColorSpace.
    public var activeColorSpace: AVCaptureColorSpace {
        get { state.withLock { $0.controls.colourSpace ?? $0.activeFormat.supportedColorSpaces.first ?? .sRGB } }
        set {
            let setter = "setActiveColorSpace:"
            require(
                activeFormat.supportedColorSpaces.contains(newValue), setter, "-activeFormat.supportedColorSpaces")
            configure(\.activeColorSpace, setter) { $0.controls.colourSpace = newValue }
        }
    }

    // MARK: High dynamic range

    /// Whether ``isVideoHDREnabled`` is the camera's own choice; `true` at first.
    ///
    /// Setting it needs ``lockForConfiguration()``. Linux: no camera merges exposures of a stream, so there is nothing
    /// to choose. Source: Apple, AVCaptureDevice.automaticallyAdjustsVideoHDREnabled.
    public var automaticallyAdjustsVideoHDREnabled: Bool {
        get { state.withLock { $0.adjustsHDR } }
        set {
            configure(\.automaticallyAdjustsVideoHDREnabled, "setAutomaticallyAdjustsVideoHDREnabled:") {
                $0.adjustsHDR = newValue
            }
        }
    }

    /// Whether exposures of the stream are merged. Linux: always `false`, see `Format.isVideoHDRSupported`.
    ///
    /// Source: Apple, AVCaptureDevice.isVideoHDREnabled.
    public var isVideoHDREnabled: Bool {
        get { false }
        set {
            requireLock("setVideoHDREnabled:")
            require(
                !newValue || activeFormat.isVideoHDRSupported, "setVideoHDREnabled:", "-activeFormat.videoHDRSupported")
        }
    }

    /// Whether one tone curve holds for the whole picture.
    /// Linux: always `false`, see `Format.isGlobalToneMappingSupported`.
    ///
    /// Source: Apple, AVCaptureDevice.isGlobalToneMappingEnabled.
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
    /// Source: Apple, AVCaptureDevice.isGeometricDistortionCorrectionSupported.
    public var isGeometricDistortionCorrectionSupported: Bool { false }

    /// Linux: always `false`, see ``isGeometricDistortionCorrectionSupported``.
    /// Source: Apple, AVCaptureDevice.isGeometricDistortionCorrectionEnabled.
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

    /// The focal length of a lens with the same horizontal field of view on 35 mm film, in millimetres; 0 when the
    /// device does not say its field. Source: Apple, AVCaptureDevice.nominalFocalLengthIn35mmFilm.
    public var nominalFocalLengthIn35mmFilm: Float {
        let degrees = Double(formats.map(\.videoFieldOfView).max() ?? 0)
        guard degrees > 0, degrees < 180 else { return 0 }
        return Float(18 / tan(degrees * .pi / 360))
    }

    // MARK: Faces

    /// Whether ``isFaceDrivenAutoFocusEnabled`` is the camera's own choice; `true` at first.
    ///
    /// Setting it needs ``lockForConfiguration()``. Linux: no camera here looks for faces, so that nothing follows.
    /// Source: Apple, AVCaptureDevice.automaticallyAdjustsFaceDrivenAutoFocusEnabled.
    public var automaticallyAdjustsFaceDrivenAutoFocusEnabled: Bool {
        get { state.withLock { $0.faces.adjustsFocus } }
        set {
            configure(
                \.automaticallyAdjustsFaceDrivenAutoFocusEnabled, "setAutomaticallyAdjustsFaceDrivenAutoFocusEnabled:"
            ) { $0.faces.adjustsFocus = newValue }
        }
    }

    /// Whether focus prefers faces. Setting it needs ``lockForConfiguration()``, and
    /// ``automaticallyAdjustsFaceDrivenAutoFocusEnabled`` to be `false`. Linux: nothing follows.
    ///
    /// Source: Apple, AVCaptureDevice.isFaceDrivenAutoFocusEnabled.
    public var isFaceDrivenAutoFocusEnabled: Bool {
        get { state.withLock { $0.faces.drivesFocus } }
        set {
            let setter = "setFaceDrivenAutoFocusEnabled:"
            require(
                !automaticallyAdjustsFaceDrivenAutoFocusEnabled, setter,
                "-automaticallyAdjustsFaceDrivenAutoFocusEnabled")
            configure(\.isFaceDrivenAutoFocusEnabled, setter) { $0.faces.drivesFocus = newValue }
        }
    }

    /// Whether ``isFaceDrivenAutoExposureEnabled`` is the camera's own choice; `true` at first.
    ///
    /// Setting it needs ``lockForConfiguration()``. Linux: no camera here looks for faces, so that nothing follows.
    /// Source: Apple, AVCaptureDevice.automaticallyAdjustsFaceDrivenAutoExposureEnabled.
    public var automaticallyAdjustsFaceDrivenAutoExposureEnabled: Bool {
        get { state.withLock { $0.faces.adjustsExposure } }
        set {
            configure(
                \.automaticallyAdjustsFaceDrivenAutoExposureEnabled,
                "setAutomaticallyAdjustsFaceDrivenAutoExposureEnabled:"
            ) { $0.faces.adjustsExposure = newValue }
        }
    }

    /// Whether exposure prefers faces. Setting it needs ``lockForConfiguration()``, and
    /// ``automaticallyAdjustsFaceDrivenAutoExposureEnabled`` to be `false`. Linux: nothing follows.
    ///
    /// Source: Apple, AVCaptureDevice.isFaceDrivenAutoExposureEnabled.
    public var isFaceDrivenAutoExposureEnabled: Bool {
        get { state.withLock { $0.faces.drivesExposure } }
        set {
            let setter = "setFaceDrivenAutoExposureEnabled:"
            require(
                !automaticallyAdjustsFaceDrivenAutoExposureEnabled, setter,
                "-automaticallyAdjustsFaceDrivenAutoExposureEnabled")
            configure(\.isFaceDrivenAutoExposureEnabled, setter) { $0.faces.drivesExposure = newValue }
        }
    }

    /// What was asked about faces.
    struct FaceDriven {
        var adjustsFocus = true
        var drivesFocus = false
        var adjustsExposure = true
        var drivesExposure = false
    }
}
