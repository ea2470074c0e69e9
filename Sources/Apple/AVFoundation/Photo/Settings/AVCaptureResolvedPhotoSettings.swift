import CoreMedia
import Foundation

/// What a photo will be: the settings, with everything decided that they leave open.
///
/// Source: Apple, AVCaptureResolvedPhotoSettings.
public final class AVCaptureResolvedPhotoSettings: NSObject, Sendable {
    /// What has been decided; sizes are `0 x 0` where there is no such picture.
    struct Values: Sendable {
        var uniqueID: Int64 = 0
        var photo = CMVideoDimensions()
        var raw = CMVideoDimensions()
        var preview = CMVideoDimensions()
        var thumbnail = CMVideoDimensions()
        var rawThumbnail = CMVideoDimensions()
        var portraitMatte = CMVideoDimensions()
        var livePhotoMovie = CMVideoDimensions()
        var deferredProxy = CMVideoDimensions()
        var photoCount = 1
        var firesFlash = false
        var reducesRedEye = false
        var isFastCapture = false
        var processingTime = CMTimeRange.zero
    }

    let values: Values

    init(_ values: Values) {
        self.values = values
    }

    /// The same as that of the ``AVCapturePhotoSettings``.
    public var uniqueID: Int64 { values.uniqueID }

    /// The size of the processed photo in the sensor's orientation, before any rotation.
    public var photoDimensions: CMVideoDimensions { values.photo }

    /// The size of the RAW photo.
    public var rawPhotoDimensions: CMVideoDimensions { values.raw }

    /// The size of ``AVCapturePhoto/previewPixelBuffer``.
    public var previewDimensions: CMVideoDimensions { values.preview }

    /// The size of the picture inside the file.
    public var embeddedThumbnailDimensions: CMVideoDimensions { values.thumbnail }

    /// The size of the picture inside the RAW file.
    public var rawEmbeddedThumbnailDimensions: CMVideoDimensions { values.rawThumbnail }

    /// The size of ``AVCapturePhoto/portraitEffectsMatte``.
    public var portraitEffectsMatteDimensions: CMVideoDimensions { values.portraitMatte }

    /// The size of a matte. Linux: always `0 x 0`, as there are none.
    public func dimensionsForSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
    ) -> CMVideoDimensions { CMVideoDimensions() }

    /// The size of the Live Photo's movie.
    public var livePhotoMovieDimensions: CMVideoDimensions { values.livePhotoMovie }

    /// The size of the proxy that is delivered instead of a deferred photo.
    public var deferredPhotoProxyDimensions: CMVideoDimensions { values.deferredProxy }

    /// How often the delegate will get a photo for this request.
    public var expectedPhotoCount: Int { values.photoCount }

    /// Whether the flash fires.
    public var isFlashEnabled: Bool { values.firesFlash }

    /// Whether the flash fires with red-eye reduction.
    public var isRedEyeReductionEnabled: Bool { values.reducesRedEye }

    /// Whether quality is reduced so that the next photo can be taken sooner.
    public var isFastCapturePrioritizationEnabled: Bool { values.isFastCapture }

    /// Whether pictures of several cameras are fused. Linux: always `false`.
    public var isVirtualDeviceFusionEnabled: Bool { false }

    /// Whether a lens's distortion is corrected. Linux: always `false`.
    public var isContentAwareDistortionCorrectionEnabled: Bool { false }

    /// How long the processing will probably take, from the shortest to the longest; empty before the first photo of its
    /// kind.
    public var photoProcessingTimeRange: CMTimeRange { values.processingTime }
}
