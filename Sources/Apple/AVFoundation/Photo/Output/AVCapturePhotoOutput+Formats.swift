import CoreVideo
import PhotoCoding

/// The formats of photos.
extension AVCapturePhotoOutput {
    /// The codecs that a photo can have.
    public var availablePhotoCodecTypes: [AVVideoCodecType] {
        PhotoFileFormat.all.compactMap { $0.picture.map { AVVideoCodecType(rawValue: $0.codec) } }
    }

    /// The kinds of file that a processed photo can be.
    public var availablePhotoFileTypes: [AVFileType] {
        PhotoFileFormat.all.filter { $0.picture != nil }.map { AVFileType($0.type) }
    }

    /// The codecs that a kind of file can have.
    public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
        PhotoFileFormat.all.filter { AVFileType($0.type) == fileType }
            .compactMap { $0.picture.map { AVVideoCodecType(rawValue: $0.codec) } }
    }

    /// The pixel formats that an uncompressed photo can have; they include that of the camera's own frames if those
    /// have 10 bits.
    public var availablePhotoPixelFormatTypes: [OSType] {
        VideoDelivery.Settings.pixelFormats(of: device?.activeFormat.formatDescription.mediaSubType.rawValue)
    }

    /// The pixel formats that a kind of file can hold. Linux: none; uncompressed photos are buffers, not files.
    public func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

    // MARK: RAW

    /// The Bayer formats in which the camera delivers its sensor's data, the best first; empty if it does not.
    public var availableRawPhotoPixelFormatTypes: [OSType] {
        guard let format = device?.activeFormat.source else { return [] }
        let streamed = format.description.mediaSubType.rawValue
        let own = Self.isBayerRAWPixelFormat(streamed) ? [streamed] : []
        return own + format.rawPixelFormats.filter { $0 != streamed }
    }

    /// The kinds of file that a RAW photo can be: DNG.
    public var availableRawPhotoFileTypes: [AVFileType] {
        availableRawPhotoPixelFormatTypes.isEmpty
            ? [] : PhotoFileFormat.all.filter { $0.raw != nil }.map { AVFileType($0.type) }
    }

    /// The pixel formats that a kind of RAW file can hold.
    public func supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] {
        availableRawPhotoFileTypes.contains(fileType) ? availableRawPhotoPixelFormatTypes : []
    }

    /// The codecs of Apple ProRAW. Linux: none.
    public var availableRawPhotoCodecTypes: [AVVideoCodecType] { [] }

    /// The codecs of Apple ProRAW in a kind of file. Linux: none.
    public func supportedRawPhotoCodecTypes(
        forRawPhotoPixelFormatType pixelFormatType: OSType, fileType: AVFileType
    ) -> [AVVideoCodecType] { [] }

    /// Whether a pixel format is a sensor's mosaic.
    public static func isBayerRAWPixelFormat(_ pixelFormat: OSType) -> Bool {
        if case .bayer? = PixelFormatDescription(pixelFormat)?.model { true } else { false }
    }

    /// Linux: always `false`.
    public static func isAppleProRAWPixelFormat(_ pixelFormat: OSType) -> Bool { false }

    /// Linux: always `false`; the format is Apple's.
    public var isAppleProRAWSupported: Bool { false }

    /// Linux: always `false`.
    public var isAppleProRAWEnabled: Bool {
        get { false }
        set { refuse(newValue, false, "setAppleProRAWEnabled:", "isAppleProRAWSupported") }
    }
}
