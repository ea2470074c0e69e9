import Foundation

/// What code from before iOS 13 says.
extension AVCapturePhotoSettings {
    /// Whether the photo may be merged from several frames: any other ``photoQualityPrioritization`` than `.speed`.
    ///
    /// Source: Apple, AVCapturePhotoSettings.isAutoStillImageStabilizationEnabled.
    @available(*, deprecated, message: "Use photoQualityPrioritization instead.")
    public var isAutoStillImageStabilizationEnabled: Bool {
        get { photoQualityPrioritization != .speed }
        set { photoQualityPrioritization = newValue ? .balanced : .speed }
    }

    /// ``availablePreviewPhotoPixelFormatTypes`` as Objective-C has it.
    ///
    /// Source: Apple, AVCapturePhotoSettings.availablePreviewPhotoPixelFormatTypes.
    public var __availablePreviewPhotoPixelFormatTypes: [NSNumber] {
        availablePreviewPhotoPixelFormatTypes.map { NSNumber(value: $0) }
    }
}

extension AVCapturePhotoOutput {
    /// Whether photos can be merged from several frames. Source: Apple, AVCapturePhotoOutput.isStillImageStabilizationSupported.
    @available(*, deprecated, message: "Use maxPhotoQualityPrioritization instead.")
    public var isStillImageStabilizationSupported: Bool { maxPhotoQualityPrioritization != .speed }
}
