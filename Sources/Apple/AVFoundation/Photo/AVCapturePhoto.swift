import CaptureEngine
import CoreVideo
import Foundation

/// One photo. Source: Apple, AVCapturePhoto.
public class AVCapturePhoto: NSObject, @unchecked Sendable {  // immutable; property lists are never changed
    /// What the photo itself is.
    enum Content {
        /// A complete file, and how to make another file from the same pixels with other metadata or depth.
        case file(Data, PhotoPackaging)
        /// The pixels, and the metadata that their file would have.
        case pixels(CVPixelBuffer)
        /// The sensor's data, and a complete file with them.
        case raw(CVPixelBuffer, Data, PhotoPackaging)
        /// The photo could not be made; the delegate gets the error.
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

    /// When the frame was captured, on the session's clock.
    public let timestamp: CMTime
    public let resolvedSettings: AVCaptureResolvedPhotoSettings
    /// Which of the request's photos this is, from 1.
    public let photoCount: Int
    /// Which exposure of a bracket this is, from 1; 0 for an ordinary photo. The RAW and the processed photo of one
    /// exposure have the same number.
    public let sequenceCount: Int
    /// The file's metadata, in ImageIO's groups.
    public let metadata: [String: Any]
    /// The kind of camera that took it.
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

    /// Whether the photo is the sensor's unprocessed data.
    public var isRawPhoto: Bool {
        switch content {
        case .raw: true
        case .nothing(let isRaw): isRaw
        case .file, .pixels: false
        }
    }

    /// The uncompressed photo, or the sensor's data of a RAW photo; `nil` when a codec was requested.
    public var pixelBuffer: CVPixelBuffer? {
        switch content {
        case .pixels(let buffer), .raw(let buffer, _, _): buffer
        case .file, .nothing: nil
        }
    }

    /// The picture that ``AVCapturePhotoSettings/previewPhotoFormat`` asked for.
    public var previewPixelBuffer: CVPixelBuffer? { companions.preview }

    /// The format of the picture inside the file.
    public var embeddedThumbnailPhotoFormat: [String: Any]? { companions.thumbnailFormat }

    /// The distance of what each pixel shows; `nil` when it was not requested.
    public var depthData: AVDepthData? { companions.depth }

    /// How the camera projects the scene; `nil` when it was not requested.
    public var cameraCalibrationData: AVCameraCalibrationData? { companions.calibration }

    /// Where people are in the picture; `nil` when it was not requested.
    public var portraitEffectsMatte: AVPortraitEffectsMatte? { companions.portraitMatte }

    /// Linux: always `nil`; no camera delivers one.
    public func semanticSegmentationMatte(
        for semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
    ) -> AVSemanticSegmentationMatte? { nil }

    /// Which exposure of a bracket it is; `nil` for an ordinary photo.
    public var bracketSettings: AVCaptureBracketedStillImageSettings? { companions.bracket }

    /// Linux: always `.unsupported`.
    public var lensStabilizationStatus: AVCaptureDevice.LensStabilizationStatus { .unsupported }
}
