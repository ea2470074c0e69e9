import CoreVideo
import Foundation
import Locking

/// What one photo shall be. Each capture needs settings of its own.
///
/// Source: Apple, AVCapturePhotoSettings.
open class AVCapturePhotoSettings: NSObject, @unchecked Sendable {  // the state is in Mutexes
    struct Values: @unchecked Sendable {  // holds property lists, never changed
        var quality = AVCapturePhotoOutput.QualityPrioritization.balanced
        var maxDimensions = CMVideoDimensions()
        var flashMode = AVCaptureDevice.FlashMode.off
        var metadata: [String: Any] = [:]
        var thumbnailFormat: [String: Any]?
    }

    private static let lastID = Mutex<Int64>(0)

    let values: Mutex<Values>

    /// Tells this request from all others of the process; also in the resolved settings.
    public let uniqueID: Int64

    /// Either compressed, `[AVVideoCodecKey: AVVideoCodecType.jpeg]`, or a pixel format,
    /// `[kCVPixelBufferPixelFormatTypeKey as String: …]`; see ``AVCapturePhotoOutput/availablePhotoCodecTypes`` and
    /// ``AVCapturePhotoOutput/availablePhotoPixelFormatTypes``.
    public let format: [String: Any]?

    /// Settings for a JPEG photo.
    public override convenience init() {
        self.init(format: nil)
    }

    /// - Parameter format: see ``format``; `nil` is JPEG.
    public convenience init(format: [String: Any]?) {
        self.init(format ?? [AVVideoCodecKey: AVVideoCodecType.jpeg], Values())
    }

    /// New settings that ask for the same, with a ``uniqueID`` of their own.
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(photoSettings.format, photoSettings.values.withLock { $0 })
    }

    private init(_ format: [String: Any]?, _ values: Values) {
        self.format = format
        self.values = Mutex(values)
        uniqueID = Self.lastID.withLock { id in
            id += 1
            return id
        }
    }

    /// How much time the photo may cost for its quality; at most the output's
    /// ``AVCapturePhotoOutput/maxPhotoQualityPrioritization``.
    ///
    /// Linux: every photo is one frame as the camera delivered it, whatever the priority.
    public var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
        get { values.withLock { $0.quality } }
        set { values.withLock { $0.quality = newValue } }
    }

    /// The largest size that the photo may have; `0 x 0`, at first, is the output's
    /// ``AVCapturePhotoOutput/maxPhotoDimensions``.
    public var maxPhotoDimensions: CMVideoDimensions {
        get { values.withLock { $0.maxDimensions } }
        set { values.withLock { $0.maxDimensions = newValue } }
    }

    /// Whether the flash fires; one of ``AVCapturePhotoOutput/supportedFlashModes``.
    public var flashMode: AVCaptureDevice.FlashMode {
        get { values.withLock { $0.flashMode } }
        set { values.withLock { $0.flashMode = newValue } }
    }

    /// What the file shall say beside what the camera says, in ImageIO's groups: `"{TIFF}"`, `"{Exif}"`, `"{GPS}"`.
    public var metadata: [String: Any] {
        get { values.withLock { $0 }.metadata }
        set { values.withLock { $0.metadata = newValue } }
    }

    /// A small picture inside the file: `[AVVideoCodecKey: .jpeg, AVVideoWidthKey: 160, AVVideoHeightKey: 120]`.
    ///
    /// Width and height are limits; the picture keeps its shape. Both may be left out.
    public var embeddedThumbnailPhotoFormat: [String: Any]? {
        get { values.withLock { $0 }.thumbnailFormat }
        set { values.withLock { $0.thumbnailFormat = newValue } }
    }

    /// The codec that the format names; `nil` for a pixel format.
    var codec: AVVideoCodecType? {
        let value = format?[AVVideoCodecKey]
        return value as? AVVideoCodecType ?? (value as? String).map(AVVideoCodecType.init(rawValue:))
    }

    /// The pixel format that the format names; `nil` for a codec.
    var pixelFormat: OSType? {
        let value = format?[kCVPixelBufferPixelFormatTypeKey as String]
        return value as? OSType ?? (value as? NSNumber)?.uint32Value
    }
}

/// What a photo will be: the settings, with everything decided that they left open.
///
/// Source: Apple, AVCaptureResolvedPhotoSettings.
public final class AVCaptureResolvedPhotoSettings: NSObject, Sendable {
    /// That of the ``AVCapturePhotoSettings``.
    public let uniqueID: Int64
    /// The size of the photo as the sensor has it, before any rotation.
    public let photoDimensions: CMVideoDimensions
    /// The size of the picture inside the file; `0 x 0` without one.
    public let embeddedThumbnailDimensions: CMVideoDimensions
    /// How often the delegate will get a photo for this request.
    public let expectedPhotoCount: Int
    /// Whether the flash fires.
    public let isFlashEnabled: Bool

    init(uniqueID: Int64, photoDimensions: CMVideoDimensions, thumbnailDimensions: CMVideoDimensions) {
        self.uniqueID = uniqueID
        self.photoDimensions = photoDimensions
        embeddedThumbnailDimensions = thumbnailDimensions
        expectedPhotoCount = 1
        isFlashEnabled = false
    }
}
