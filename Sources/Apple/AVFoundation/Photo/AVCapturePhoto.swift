import CaptureEngine
import CoreVideo
import Foundation

/// One photo. Source: Apple, AVCapturePhoto.
public class AVCapturePhoto: NSObject, @unchecked Sendable {  // immutable; property lists are never changed
    /// What the photo itself is.
    enum Content {
        /// A complete file, and how to make another one of the same pixels with other metadata or depth.
        case file(Data, PhotoPackaging)
        /// The pixels, and what their file would say.
        case pixels(CVPixelBuffer)
        /// The sensor's data and a complete file of them.
        case raw(CVPixelBuffer, Data, PhotoPackaging)
        /// The photo could not be made; the delegate hears why.
        case nothing(isRaw: Bool)
    }

    /// What comes with the photo.
    struct Companions {
        var preview: CVPixelBuffer?
        var depth: AVDepthData?
        var calibration: AVCameraCalibrationData?
        var portraitMatte: AVPortraitEffectsMatte?
        var bracket: AVCaptureBracketedStillImageSettings?
        var thumbnailFormat: [String: Any]?
        var constantColor: ConstantColor?
        var isConstantColorFallback = false
    }

    let content: Content
    let companions: Companions

    /// When the frame was captured, on the session's clock. Source: Apple, AVCapturePhoto.timestamp.
    public let timestamp: CMTime
    /// Source: Apple, AVCapturePhoto.resolvedSettings.
    public let resolvedSettings: AVCaptureResolvedPhotoSettings
    /// Which of the request's photos this is, from 1. Source: Apple, AVCapturePhoto.photoCount.
    public let photoCount: Int
    /// Which exposure of a bracket this is, from 1; 0 for an ordinary photo. The RAW and the processed photo of one
    /// exposure have the same. Source: Apple, AVCapturePhoto.sequenceCount.
    public let sequenceCount: Int
    /// What the file says of itself, in ImageIO's groups. Source: Apple, AVCapturePhoto.metadata.
    public let metadata: [String: Any]
    /// The kind of camera that took it. Source: Apple, AVCapturePhoto.sourceDeviceType.
    public let sourceDeviceType: AVCaptureDevice.DeviceType?

    init(
        _ content: Content, companions: Companions, timestamp: CMTime, settings: AVCaptureResolvedPhotoSettings,
        photoCount: Int, sequenceCount: Int, metadata: [String: Any], sourceDeviceType: AVCaptureDevice.DeviceType?
    ) {
        self.content = content
        self.companions = companions
        self.timestamp = timestamp
        resolvedSettings = settings
        self.photoCount = photoCount
        self.sequenceCount = sequenceCount
        self.metadata = metadata
        self.sourceDeviceType = sourceDeviceType
    }

    /// Whether the photo is the sensor's unprocessed data. Source: Apple, AVCapturePhoto.isRawPhoto.
    public var isRawPhoto: Bool {
        switch content {
        case .raw: true
        case .nothing(let isRaw): isRaw
        case .file, .pixels: false
        }
    }

    /// The uncompressed photo, or the sensor's data of a RAW photo; `nil` when a codec was asked for.
    ///
    /// Source: Apple, AVCapturePhoto.pixelBuffer.
    public var pixelBuffer: CVPixelBuffer? {
        switch content {
        case .pixels(let buffer), .raw(let buffer, _, _): buffer
        case .file, .nothing: nil
        }
    }

    /// The picture that ``AVCapturePhotoSettings/previewPhotoFormat`` asked for.
    ///
    /// Source: Apple, AVCapturePhoto.previewPixelBuffer.
    public var previewPixelBuffer: CVPixelBuffer? { companions.preview }

    /// The format of the picture inside the file. Source: Apple, AVCapturePhoto.embeddedThumbnailPhotoFormat.
    public var embeddedThumbnailPhotoFormat: [String: Any]? { companions.thumbnailFormat }

    /// How far away what is in each pixel is; `nil` when it was not asked for.
    /// Source: Apple, AVCapturePhoto.depthData.
    public var depthData: AVDepthData? { companions.depth }

    /// How the camera projects; `nil` when it was not asked for. Source: Apple, AVCapturePhoto.cameraCalibrationData.
    public var cameraCalibrationData: AVCameraCalibrationData? { companions.calibration }

    /// Where people are; `nil` when it was not asked for. Source: Apple, AVCapturePhoto.portraitEffectsMatte.
    public var portraitEffectsMatte: AVPortraitEffectsMatte? { companions.portraitMatte }

    /// Linux: always `nil`; no camera delivers one. Source: Apple, AVCapturePhoto.semanticSegmentationMatte(for:).
    public func semanticSegmentationMatte(
        for semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
    ) -> AVSemanticSegmentationMatte? { nil }

    /// Which exposure of a bracket it is; `nil` for an ordinary photo. Source: Apple, AVCapturePhoto.bracketSettings.
    public var bracketSettings: AVCaptureBracketedStillImageSettings? { companions.bracket }

    /// Linux: always `.unsupported`. Source: Apple, AVCapturePhoto.lensStabilizationStatus.
    public var lensStabilizationStatus: AVCaptureDevice.LensStabilizationStatus { .unsupported }
}
