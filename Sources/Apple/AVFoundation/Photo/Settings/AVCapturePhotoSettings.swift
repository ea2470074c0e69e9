import CoreVideo
import Foundation
import Locking

/// What one photo is to be. Each capture needs its own settings.
///
/// Source: Apple, AVCapturePhotoSettings.
open class AVCapturePhotoSettings: NSObject, @unchecked Sendable {  // the state is in a Mutex, the rest is immutable
    /// What the photo is made of; fixed when the settings are made.
    struct Content: @unchecked Sendable {  // a property list, never changed
        var format: [String: Any]?
        var rawPixelFormat: OSType = 0
        var rawFileType: AVFileType?
        var processedFileType: AVFileType?
        /// The exposures that are wanted; empty for an ordinary photo.
        var bracket: [AVCaptureBracketedStillImageSettings] = []
    }

    struct Values: @unchecked Sendable {  // holds property lists, never changed
        var quality = AVCapturePhotoOutput.QualityPrioritization.balanced
        var maxDimensions = CMVideoDimensions()
        var isHighResolution = false
        var croppedAspectRatio: CGFloat?
        var flashMode = AVCaptureDevice.FlashMode.off
        var reducesRedEye = false
        var metadata: [String: Any] = [:]
        var thumbnailFormat: [String: Any]?
        var rawThumbnailFormat: [String: Any]?
        var rawFileFormat: [String: Any]?
        var previewFormat: [String: Any]?
        var wantsDepth = false
        var embedsDepth = true
        var filtersDepth = true
        var wantsCalibration = false
        var wantsPortraitMatte = false
        var embedsPortraitMatte = true
        var segmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] = []
        var embedsSegmentationMattes = true
        var constituents: [AVCaptureDevice] = []
        var fusesVirtualDevice = true
        var correctsDistortion = false
        var hasConstantColor = false
        var deliversConstantColorFallback = false
        var suppressesShutterSound = false
        var livePhoto = LivePhotoValues()
    }

    /// Whether a capture was made with these settings; they cannot be used again then.
    private let used = Mutex(false)

    private static let lastID = Mutex<Int64>(0)

    let content: Content
    let values: Mutex<Values>

    /// Identifies the request within the process; the resolved settings have the same value.
    public let uniqueID: Int64

    /// Settings for a JPEG photo.
    public override convenience init() {
        self.init(format: nil)
    }

    /// - Parameter format: see ``format``; `nil` for JPEG.
    public convenience init(format: [String: Any]?) {
        self.init(Content(format: format ?? Self.defaultFormat), Values())
    }

    /// Settings for a RAW photo alone.
    ///
    /// - Parameter rawPixelFormatType: one of ``AVCapturePhotoOutput/availableRawPhotoPixelFormatTypes``.
    public convenience init(rawPixelFormatType: OSType) {
        self.init(Content(rawPixelFormat: rawPixelFormatType), Values())
    }

    /// Settings for a RAW photo and a processed one of the same exposure.
    ///
    /// - Parameters:
    ///   - rawPixelFormatType: one of ``AVCapturePhotoOutput/availableRawPhotoPixelFormatTypes``.
    ///   - processedFormat: see ``format``; `nil` for no processed photo.
    public convenience init(rawPixelFormatType: OSType, processedFormat: [String: Any]?) {
        self.init(Content(format: processedFormat, rawPixelFormat: rawPixelFormatType), Values())
    }

    /// Settings that name the kinds of the files.
    ///
    /// - Parameters:
    ///   - rawPixelFormatType: 0 for no RAW photo.
    ///   - rawFileType: one of ``AVCapturePhotoOutput/availableRawPhotoFileTypes``; `nil` for DNG.
    ///   - processedFormat: see ``format``; `nil` for no processed photo.
    ///   - processedFileType: one of ``AVCapturePhotoOutput/availablePhotoFileTypes``; `nil` for that of the codec.
    public convenience init(
        rawPixelFormatType: OSType, rawFileType: AVFileType?, processedFormat: [String: Any]?,
        processedFileType: AVFileType?
    ) {
        self.init(
            Content(
                format: processedFormat, rawPixelFormat: rawPixelFormatType, rawFileType: rawFileType,
                processedFileType: processedFileType), Values())
    }

    /// New settings that ask for the same, with their own ``uniqueID``; from bracket settings they ask for the same
    /// exposures.
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(photoSettings.content, photoSettings.values.withLock { $0 })
    }

    init(_ content: Content, _ values: Values, uniqueID: Int64? = nil) {
        self.content = content
        self.values = Mutex(values)
        self.uniqueID =
            uniqueID
            ?? Self.lastID.withLock { id in
                id += 1
                return id
            }
    }

    /// A copy with the same identifier, because the program may go on changing the original.
    var frozen: AVCapturePhotoSettings {
        AVCapturePhotoSettings(content, values.withLock { $0 }, uniqueID: uniqueID)
    }

    private static var defaultFormat: [String: Any] { [AVVideoCodecKey: AVVideoCodecType.jpeg] }

    // MARK: Format

    /// The processed photo, either compressed, `[AVVideoCodecKey: AVVideoCodecType.jpeg]`, optionally with
    /// `AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 0…1]`, or a pixel format,
    /// `[kCVPixelBufferPixelFormatTypeKey as String: …]`; see ``AVCapturePhotoOutput/availablePhotoCodecTypes`` and
    /// ``AVCapturePhotoOutput/availablePhotoPixelFormatTypes``. `nil` when only a RAW photo is wanted.
    public var format: [String: Any]? { content.format }

    /// The kind of the processed file; `nil` leaves it to the codec.
    public var processedFileType: AVFileType? { content.processedFileType }

    /// The RAW photo's pixel format; 0 when none is wanted.
    public var rawPhotoPixelFormatType: OSType { content.rawPixelFormat }

    /// The kind of the RAW file; `nil` for DNG.
    public var rawFileType: AVFileType? { content.rawFileType }

    var isUsed: Bool { used.withLock { $0 } }

    /// - Returns: `false` when the settings were used before.
    func use() -> Bool {
        used.withLock { used in
            defer { used = true }
            return !used
        }
    }

    /// The codec that the format names; `nil` for a pixel format.
    var codec: AVVideoCodecType? {
        let value = format?[AVVideoCodecKey]
        return value as? AVVideoCodecType ?? (value as? String).map(AVVideoCodecType.init(rawValue:))
    }

    /// The pixel format that the format names; `nil` for a codec.
    var pixelFormat: OSType? { format?.pixelFormat }

    /// The quality that the format names: 0…1.
    var codecQuality: Double? {
        let properties = format?[AVVideoCompressionPropertiesKey] as? [String: Any]
        return (properties?[AVVideoQualityKey] as? NSNumber)?.doubleValue ?? properties?[AVVideoQualityKey] as? Double
    }

    /// The exposures that are wanted; empty for an ordinary photo.
    var bracket: [AVCaptureBracketedStillImageSettings] { content.bracket }
}

extension [String: Any] {
    /// The pixel format in a dictionary of pixel buffer attributes.
    var pixelFormat: OSType? {
        let value = self[kCVPixelBufferPixelFormatTypeKey as String]
        return value as? OSType ?? (value as? NSNumber)?.uint32Value
    }

    /// A limit in pixels in a dictionary of video settings or pixel buffer attributes.
    func pixels(_ key: String) -> Double? {
        (self[key] as? NSNumber)?.doubleValue ?? (self[key] as? any BinaryInteger).map { Double($0) }
            ?? self[key] as? Double
    }
}
