import Foundation

/// For code from before iOS 13.
extension AVCapturePhotoSettings {
    /// Whether the photo may be merged from several frames: any other ``photoQualityPrioritization`` than `.speed`.
    @available(*, deprecated, message: "Use photoQualityPrioritization instead.")
    public var isAutoStillImageStabilizationEnabled: Bool {
        get { photoQualityPrioritization != .speed }
        set { photoQualityPrioritization = newValue ? .balanced : .speed }
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
}
