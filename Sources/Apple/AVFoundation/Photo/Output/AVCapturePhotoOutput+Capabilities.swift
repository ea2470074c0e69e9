import CaptureEngine
import CoreVideo

/// What comes along with a photo, as far as the camera measures it.
extension AVCapturePhotoOutput {
    /// Whether the active format comes with depth. Source: Apple, AVCapturePhotoOutput.isDepthDataDeliverySupported.
    public var isDepthDataDeliverySupported: Bool {
        !(device?.activeFormat.source.depthPixelFormats.isEmpty ?? true)
    }

    /// Whether photos may come with depth. Source: Apple, AVCapturePhotoOutput.isDepthDataDeliveryEnabled.
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

    /// Whether a photo can come with what the camera knows of its projection: with depth. Source: Apple,
    /// AVCapturePhotoOutput.isCameraCalibrationDataDeliverySupported.
    public var isCameraCalibrationDataDeliverySupported: Bool { isDepthDataDeliverySupported }

    /// Whether photos can come with a matte of the people in them. Linux: with the simulated TrueDepth camera, which
    /// knows where they are. Source: Apple, AVCapturePhotoOutput.isPortraitEffectsMatteDeliverySupported.
    public var isPortraitEffectsMatteDeliverySupported: Bool {
        device?.engineDescription.module == .trueDepth && isDepthDataDeliverySupported
    }

    /// Whether photos may come with a matte; needs ``isDepthDataDeliveryEnabled``. Source: Apple,
    /// AVCapturePhotoOutput.isPortraitEffectsMatteDeliveryEnabled.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { configuration.withLock { $0.deliversPortraitMatte } }
        set {
            refuse(
                newValue, isPortraitEffectsMatteDeliverySupported, "setPortraitEffectsMatteDeliveryEnabled:",
                "isPortraitEffectsMatteDeliverySupported")
            configuration.withLock { $0.deliversPortraitMatte = newValue }
        }
    }

    /// Linux: always empty; nothing here finds hair or skin. Source: Apple,
    /// AVCapturePhotoOutput.availableSemanticSegmentationMatteTypes.
    public var availableSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] { [] }

    /// Linux: always empty; see ``availableSemanticSegmentationMatteTypes``. Source: Apple,
    /// AVCapturePhotoOutput.enabledSemanticSegmentationMatteTypes.
    public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
        get { [] }
        set {
            refuse(
                !newValue.isEmpty, false, "setEnabledSemanticSegmentationMatteTypes:",
                "availableSemanticSegmentationMatteTypes")
        }
    }

    // MARK: Several cameras

    /// Whether the camera is a virtual one whose cameras can each deliver a photo. Source: Apple,
    /// AVCapturePhotoOutput.isVirtualDeviceConstituentPhotoDeliverySupported.
    public var isVirtualDeviceConstituentPhotoDeliverySupported: Bool {
        (device?.engineDescription.constituents.count ?? 0) > 1
    }

    /// Whether photos of several cameras may be asked for. Source: Apple,
    /// AVCapturePhotoOutput.isVirtualDeviceConstituentPhotoDeliveryEnabled.
    public var isVirtualDeviceConstituentPhotoDeliveryEnabled: Bool {
        get { configuration.withLock { $0.deliversConstituents } }
        set {
            refuse(
                newValue, isVirtualDeviceConstituentPhotoDeliverySupported,
                "setVirtualDeviceConstituentPhotoDeliveryEnabled:", "isVirtualDeviceConstituentPhotoDeliverySupported")
            configuration.withLock { $0.deliversConstituents = newValue }
        }
    }

    /// Linux: always `false`; a photo is of one camera. Source: Apple,
    /// AVCapturePhotoOutput.isVirtualDeviceFusionSupported.
    public var isVirtualDeviceFusionSupported: Bool { false }

    // MARK: What no camera here can

    /// Linux: always `false`; no camera says how its lens distorts. Source: Apple,
    /// AVCapturePhotoOutput.isContentAwareDistortionCorrectionSupported.
    public var isContentAwareDistortionCorrectionSupported: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isContentAwareDistortionCorrectionEnabled.
    public var isContentAwareDistortionCorrectionEnabled: Bool {
        get { false }
        set {
            refuse(
                newValue, false, "setContentAwareDistortionCorrectionEnabled:",
                "isContentAwareDistortionCorrectionSupported")
        }
    }
}
