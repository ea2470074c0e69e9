import CoreVideo

/// What programs ask a photo output before they use it. Linux: none of it is offered, so every answer is no, and
/// enabling it is a programmer's mistake, as on an iPhone that lacks it.
extension AVCapturePhotoOutput {
    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isLivePhotoCaptureSupported.
    public var isLivePhotoCaptureSupported: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isLivePhotoCaptureEnabled.
    public var isLivePhotoCaptureEnabled: Bool {
        get { false }
        set { refuse(newValue, "setLivePhotoCaptureEnabled:") }
    }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isDepthDataDeliverySupported.
    public var isDepthDataDeliverySupported: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isDepthDataDeliveryEnabled.
    public var isDepthDataDeliveryEnabled: Bool {
        get { false }
        set { refuse(newValue, "setDepthDataDeliveryEnabled:") }
    }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isPortraitEffectsMatteDeliverySupported.
    public var isPortraitEffectsMatteDeliverySupported: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isPortraitEffectsMatteDeliveryEnabled.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { false }
        set { refuse(newValue, "setPortraitEffectsMatteDeliveryEnabled:") }
    }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isResponsiveCaptureSupported.
    public var isResponsiveCaptureSupported: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isResponsiveCaptureEnabled.
    public var isResponsiveCaptureEnabled: Bool {
        get { false }
        set { refuse(newValue, "setResponsiveCaptureEnabled:") }
    }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isFastCapturePrioritizationSupported.
    public var isFastCapturePrioritizationSupported: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isFastCapturePrioritizationEnabled.
    public var isFastCapturePrioritizationEnabled: Bool {
        get { false }
        set { refuse(newValue, "setFastCapturePrioritizationEnabled:") }
    }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isAutoDeferredPhotoDeliverySupported.
    public var isAutoDeferredPhotoDeliverySupported: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isAutoDeferredPhotoDeliveryEnabled.
    public var isAutoDeferredPhotoDeliveryEnabled: Bool {
        get { false }
        set { refuse(newValue, "setAutoDeferredPhotoDeliveryEnabled:") }
    }

    /// Linux: always empty. Source: Apple, AVCapturePhotoOutput.availableRawPhotoPixelFormatTypes.
    public var availableRawPhotoPixelFormatTypes: [OSType] { [] }

    private func refuse(_ isWanted: Bool, _ setter: String) {
        if isWanted { raiseException("*** -[AVCapturePhotoOutput \(setter)] Not supported by the current camera") }
    }
}
