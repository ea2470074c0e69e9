import CoreVideo
import PhotoCoding

/// What photos can be made of.
extension AVCapturePhotoOutput {
    /// The codecs that a photo can have. Source: Apple, AVCapturePhotoOutput.availablePhotoCodecTypes.
    public var availablePhotoCodecTypes: [AVVideoCodecType] {
        PhotoFileFormat.all.compactMap { $0.picture.map { AVVideoCodecType(rawValue: $0.codec) } }
    }

    /// The kinds of file that a processed photo can be. Source: Apple, AVCapturePhotoOutput.availablePhotoFileTypes.
    public var availablePhotoFileTypes: [AVFileType] {
        PhotoFileFormat.all.filter { $0.picture != nil }.map { AVFileType($0.type) }
    }

    /// The codecs that a kind of file can have. Source: Apple, AVCapturePhotoOutput.supportedPhotoCodecTypes(for:).
    public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
        PhotoFileFormat.all.filter { AVFileType($0.type) == fileType }
            .compactMap { $0.picture.map { AVVideoCodecType(rawValue: $0.codec) } }
    }

    /// The pixel formats that a photo can have when it is not compressed; that of the camera's own frames among them when
    /// they have 10 bits.
    ///
    /// Source: Apple, AVCapturePhotoOutput.availablePhotoPixelFormatTypes.
    public var availablePhotoPixelFormatTypes: [OSType] {
        VideoDelivery.Settings.pixelFormats(of: device?.activeFormat.formatDescription.mediaSubType.rawValue)
    }

    /// The pixel formats that a kind of file can hold. Linux: none; uncompressed photos are buffers, no files.
    /// Source: Apple, AVCapturePhotoOutput.supportedPhotoPixelFormatTypes(for:).
    public func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

    // MARK: RAW

    /// The Bayer formats in which the camera delivers its sensor's data, the best first; none when it keeps them.
    ///
    /// Source: Apple, AVCapturePhotoOutput.availableRawPhotoPixelFormatTypes.
    public var availableRawPhotoPixelFormatTypes: [OSType] {
        guard let format = device?.activeFormat.source else { return [] }
        let streamed = format.description.mediaSubType.rawValue
        let own = Self.isBayerRAWPixelFormat(streamed) ? [streamed] : []
        return own + format.rawPixelFormats.filter { $0 != streamed }
    }

    /// The kinds of file that a RAW photo can be: DNG. Source: Apple, AVCapturePhotoOutput.availableRawPhotoFileTypes.
    public var availableRawPhotoFileTypes: [AVFileType] {
        availableRawPhotoPixelFormatTypes.isEmpty
            ? [] : PhotoFileFormat.all.filter { $0.raw != nil }.map { AVFileType($0.type) }
    }

    /// The pixel formats that a kind of RAW file can hold. Source: Apple,
    /// AVCapturePhotoOutput.supportedRawPhotoPixelFormatTypes(for:).
    public func supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] {
        availableRawPhotoFileTypes.contains(fileType) ? availableRawPhotoPixelFormatTypes : []
    }

    /// The codecs of Apple ProRAW. Linux: none. Source: Apple, AVCapturePhotoOutput.availableRawPhotoCodecTypes.
    public var availableRawPhotoCodecTypes: [AVVideoCodecType] { [] }

    /// The codecs of Apple ProRAW in a kind of file. Linux: none. Source: Apple,
    /// AVCapturePhotoOutput.supportedRawPhotoCodecTypes(forRawPhotoPixelFormatType:fileType:).
    public func supportedRawPhotoCodecTypes(
        forRawPhotoPixelFormatType pixelFormatType: OSType, fileType: AVFileType
    ) -> [AVVideoCodecType] { [] }

    /// Whether a pixel format is a sensor's mosaic. Source: Apple, AVCapturePhotoOutput.isBayerRAWPixelFormat(_:).
    public static func isBayerRAWPixelFormat(_ pixelFormat: OSType) -> Bool {
        if case .bayer? = PixelFormatDescription(pixelFormat)?.model { true } else { false }
    }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isAppleProRAWPixelFormat(_:).
    public static func isAppleProRAWPixelFormat(_ pixelFormat: OSType) -> Bool { false }

    /// Linux: always `false`; the format is Apple's. Source: Apple, AVCapturePhotoOutput.isAppleProRAWSupported.
    public var isAppleProRAWSupported: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCapturePhotoOutput.isAppleProRAWEnabled.
    public var isAppleProRAWEnabled: Bool {
        get { false }
        set { refuse(newValue, false, "setAppleProRAWEnabled:", "isAppleProRAWSupported") }
    }
}
