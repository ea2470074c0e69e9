import Foundation

/// For code from before iOS 13.
extension AVCapturePhotoSettings {
    /// Whether the photo may be merged from several frames: any other ``photoQualityPrioritization`` than `.speed`.
    @available(*, deprecated, message: "Use photoQualityPrioritization instead.")
    public var isAutoStillImageStabilizationEnabled: Bool {
        get { photoQualityPrioritization != .speed }
        set { photoQualityPrioritization = newValue ? .balanced : .speed }
    }

    /// The older name of ``isAutoVirtualDeviceFusionEnabled``.
    @available(*, deprecated, renamed: "isAutoVirtualDeviceFusionEnabled")
    public var isAutoDualCameraFusionEnabled: Bool {
        get { isAutoVirtualDeviceFusionEnabled }
        set { isAutoVirtualDeviceFusionEnabled = newValue }
    }

    /// The Objective-C form of ``availablePreviewPhotoPixelFormatTypes``.
    ///
    /// Source: Apple, AVCapturePhotoSettings.availablePreviewPhotoPixelFormatTypes.
    public var __availablePreviewPhotoPixelFormatTypes: [NSNumber] {
        availablePreviewPhotoPixelFormatTypes.map { NSNumber(value: $0) }
    }
}

extension AVCapturePhotoOutput {
    /// Whether photos can be merged from several frames.
    @available(*, deprecated, message: "Use maxPhotoQualityPrioritization instead.")
    public var isStillImageStabilizationSupported: Bool { maxPhotoQualityPrioritization != .speed }

    /// The older name of ``isVirtualDeviceFusionSupported``.
    @available(*, deprecated, renamed: "isVirtualDeviceFusionSupported")
    public var isDualCameraFusionSupported: Bool { isVirtualDeviceFusionSupported }

    /// The older name of ``isVirtualDeviceConstituentPhotoDeliverySupported``.
    @available(*, deprecated, renamed: "isVirtualDeviceConstituentPhotoDeliverySupported")
    public var isDualCameraDualPhotoDeliverySupported: Bool { isVirtualDeviceConstituentPhotoDeliverySupported }

    /// The older name of ``isVirtualDeviceConstituentPhotoDeliveryEnabled``.
    @available(*, deprecated, renamed: "isVirtualDeviceConstituentPhotoDeliveryEnabled")
    public var isDualCameraDualPhotoDeliveryEnabled: Bool {
        get { isVirtualDeviceConstituentPhotoDeliveryEnabled }
        set { isVirtualDeviceConstituentPhotoDeliveryEnabled = newValue }
    }
}
