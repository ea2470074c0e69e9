import CoreVideo
import Foundation

/// One photo. Source: Apple, AVCapturePhoto.
public class AVCapturePhoto: NSObject, @unchecked Sendable {  // immutable
    enum Content {
        /// A complete file.
        case file(Data)
        case pixels(CVPixelBuffer)
    }

    private let content: Content
    /// When the frame was captured, on the session's clock.
    public let timestamp: CMTime
    public let resolvedSettings: AVCaptureResolvedPhotoSettings
    /// Which of the request's photos this is, from 1.
    public let photoCount: Int
    /// What the file says of itself, in ImageIO's groups.
    public let metadata: [String: Any]
    /// The kind of camera that took it.
    public let sourceDeviceType: AVCaptureDevice.DeviceType?
    let size: CMVideoDimensions

    init(
        _ content: Content, size: CMVideoDimensions, timestamp: CMTime, settings: AVCaptureResolvedPhotoSettings,
        metadata: [String: Any], sourceDeviceType: AVCaptureDevice.DeviceType
    ) {
        self.content = content
        self.size = size
        self.timestamp = timestamp
        resolvedSettings = settings
        photoCount = 1
        self.metadata = metadata
        self.sourceDeviceType = sourceDeviceType
    }

    /// The photo as a file, with its metadata; `nil` when a pixel format was asked for.
    ///
    /// Source: Apple, AVCapturePhoto.fileDataRepresentation().
    public func fileDataRepresentation() -> Data? {
        if case .file(let data) = content { data } else { nil }
    }

    /// The uncompressed photo; `nil` when a codec was asked for.
    public var pixelBuffer: CVPixelBuffer? {
        if case .pixels(let buffer) = content { buffer } else { nil }
    }

    /// Whether the photo is the sensor's unprocessed data. Linux: always `false`; RAW capture is not offered.
    public var isRawPhoto: Bool { false }
}
