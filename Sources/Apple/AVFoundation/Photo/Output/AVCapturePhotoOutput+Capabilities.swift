import CaptureEngine
import CoreVideo

/// What the camera can measure along with a photo.
extension AVCapturePhotoOutput {
    /// Whether the active format has depth.
    public var isDepthDataDeliverySupported: Bool {
        !(device?.activeFormat.source.depthFormats.isEmpty ?? true)
    }

    /// Whether photos may come with depth.
    public var isDepthDataDeliveryEnabled: Bool {
        get { configuration.withLock { $0.deliversDepth } }
        set {
            refuse(
                newValue, isDepthDataDeliverySupported, "setDepthDataDeliveryEnabled:", "isDepthDataDeliverySupported")
            configuration.withLock { configuration in
                configuration.deliversDepth = newValue
                if !newValue { configuration.deliversPortraitMatte = false }
            }
        }
    }

    /// Whether a photo can come with calibration data: true where depth is supported.
    public var isCameraCalibrationDataDeliverySupported: Bool { isDepthDataDeliverySupported }

    /// Whether photos can come with a matte of the people in them. Linux: only with the simulated TrueDepth camera,
    /// which knows where they are.
    public var isPortraitEffectsMatteDeliverySupported: Bool {
        device?.engineDescription.module == .trueDepth && isDepthDataDeliverySupported
    }

    /// Whether photos may come with a matte; needs ``isDepthDataDeliveryEnabled``.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { configuration.withLock { $0.deliversPortraitMatte } }
        set {
            refuse(
                newValue, isPortraitEffectsMatteDeliverySupported, "setPortraitEffectsMatteDeliveryEnabled:",
                "isPortraitEffectsMatteDeliverySupported")
            configuration.withLock { $0.deliversPortraitMatte = newValue }
        }
    }

    /// Linux: always empty; nothing here finds hair or skin.
    public var availableSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] { [] }

    /// Linux: always empty; see ``availableSemanticSegmentationMatteTypes``.
    public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
        get { [] }
        set {
            refuse(
                !newValue.isEmpty, false, "setEnabledSemanticSegmentationMatteTypes:",
                "availableSemanticSegmentationMatteTypes")
        }
    }

    // MARK: Several cameras

    /// Whether the camera is a virtual one whose cameras can each deliver a photo.
    public var isVirtualDeviceConstituentPhotoDeliverySupported: Bool {
        (device?.engineDescription.constituents.count ?? 0) > 1
    }

    /// Whether photos of several cameras may be requested.
    public var isVirtualDeviceConstituentPhotoDeliveryEnabled: Bool {
        get { configuration.withLock { $0.deliversConstituents } }
        set {
            refuse(
                newValue, isVirtualDeviceConstituentPhotoDeliverySupported,
                "setVirtualDeviceConstituentPhotoDeliveryEnabled:", "isVirtualDeviceConstituentPhotoDeliverySupported")
            configuration.withLock { $0.deliversConstituents = newValue }
        }
    }

    /// Linux: always `false`; a photo comes from one camera.
    public var isVirtualDeviceFusionSupported: Bool { false }

    // MARK: Not supported by any camera here

    /// Linux: always `false`; no camera reports how its lens distorts.
    public var isContentAwareDistortionCorrectionSupported: Bool { false }

    /// Linux: always `false`.
    public var isContentAwareDistortionCorrectionEnabled: Bool {
        get { false }
        set {
            refuse(
                newValue, false, "setContentAwareDistortionCorrectionEnabled:",
                "isContentAwareDistortionCorrectionSupported")
        }
    }
}
