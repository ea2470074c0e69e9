import CoreVideo
import MissingFoundation

/// The format of samples: their kind, coding and size. Immutable. Source: Apple, CMFormatDescription.
public final class CMFormatDescription: @unchecked Sendable {  // Constant; the extensions hold values only.
    /// The kind of media. Source: Apple, CMFormatDescription.MediaType.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        /// Four characters.
        public var rawValue: CMMediaType

        public init(rawValue: CMMediaType) {
            self.rawValue = rawValue
        }
    }

    /// The coding of the samples: a codec, a pixel format or a sound format.
    /// Source: Apple, CMFormatDescription.MediaSubType.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        /// Four characters.
        public var rawValue: FourCharCode

        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }
    }

    public let mediaType: MediaType
    public let mediaSubType: MediaSubType
    /// In coded pixels; 0 × 0 for anything but video.
    public let dimensions: CMVideoDimensions
    /// For sound: rate, channels and layout of the samples, at a fixed address.
    let soundPointer: UnsafePointer<AudioStreamBasicDescription>?
    /// For sound: what the decoder needs in advance.
    package let magicCookie: Data?
    /// For sound: an `AudioChannelLayout` with all its descriptions, at a fixed address.
    let layoutBytes: UnsafeRawBufferPointer?
    let extensionValues: [String: Any]
    /// For H.264 and HEVC: what the decoder needs in advance.
    let storedParameterSets: ParameterSets?
    /// The units of ``storedParameterSets``, one after the other, at a fixed address.
    let parameterSetBytes: UnsafeRawBufferPointer?

    init(
        mediaType: MediaType, mediaSubType: MediaSubType, dimensions: CMVideoDimensions = CMVideoDimensions(),
        audio: AudioStreamBasicDescription? = nil, magicCookie: Data? = nil,
        layout: UnsafeRawBufferPointer? = nil, extensions: [String: Any] = [:]
    ) {
        self.mediaType = mediaType
        self.mediaSubType = mediaSubType
        self.dimensions = dimensions
        soundPointer = audio.map {
            let pointer = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
            pointer.initialize(to: $0)
            return UnsafePointer(pointer)
        }
        self.magicCookie = magicCookie
        layoutBytes = layout.map {
            // Readers load the whole structure, also if the layout has no descriptions.
            let copy = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max($0.count, MemoryLayout<AudioChannelLayout>.size),
                alignment: MemoryLayout<AudioChannelLayout>.alignment)
            copy.initializeMemory(as: UInt8.self, repeating: 0)
            copy.copyMemory(from: $0)
            return UnsafeRawBufferPointer(start: copy.baseAddress, count: $0.count)
        }
        extensionValues = extensions
        storedParameterSets = mediaType == .video ? Self.parameterSets(mediaSubType, extensions) : nil
        parameterSetBytes = storedParameterSets.map { sets in
            let units = sets.units.flatMap { $0 }
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(units.count, 1), alignment: 1)
            copy.copyBytes(from: units)
            return UnsafeRawBufferPointer(copy)
        }
    }

    deinit {
        soundPointer?.deallocate()
        layoutBytes?.deallocate()
        parameterSetBytes?.deallocate()
    }

    /// For sound: rate, channels and layout of the samples.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { soundPointer?.pointee }
}

/// Describes video. Source: Apple, CMVideoFormatDescription.
public typealias CMVideoFormatDescription = CMFormatDescription

/// Describes sound. Source: Apple, CMAudioFormatDescription.
public typealias CMAudioFormatDescription = CMFormatDescription

extension CMFormatDescription {
    /// Any kind of media.
    public convenience init(
        mediaType: MediaType, mediaSubType: MediaSubType, extensions: Extensions? = nil
    ) throws {
        self.init(
            mediaType: mediaType, mediaSubType: mediaSubType, dimensions: CMVideoDimensions(),
            extensions: extensions?.base ?? [:])
    }

    /// Video.
    ///
    /// - Throws: `kCMFormatDescriptionError_InvalidParameter` as an `NSError` if a side is not positive.
    public convenience init(
        videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions? = nil
    ) throws {
        guard let width = Int32(exactly: width), let height = Int32(exactly: height), width > 0, height > 0 else {
            throw NSError(coreMedia: kCMFormatDescriptionError_InvalidParameter)
        }
        self.init(
            mediaType: .video, mediaSubType: videoCodecType,
            dimensions: CMVideoDimensions(width: width, height: height), extensions: extensions?.base ?? [:])
    }

    /// Video with frames like `imageBuffer`.
    public convenience init(imageBuffer: CVImageBuffer) throws {
        self.init(
            mediaType: .video, mediaSubType: MediaSubType(rawValue: CVPixelBufferGetPixelFormatType(imageBuffer)),
            dimensions: imageBuffer.dimensions, extensions: imageBuffer.formatExtensions)
    }

    /// Sound.
    public convenience init(
        audioStreamBasicDescription: AudioStreamBasicDescription, magicCookie: Data? = nil,
        extensions: Extensions? = nil
    ) throws {
        guard audioStreamBasicDescription.mFormatID != 0, audioStreamBasicDescription.mSampleRate >= 0 else {
            throw NSError(coreMedia: kCMFormatDescriptionError_InvalidParameter)
        }
        self.init(
            mediaType: .audio, mediaSubType: MediaSubType(rawValue: audioStreamBasicDescription.mFormatID),
            audio: audioStreamBasicDescription, magicCookie: magicCookie, extensions: extensions?.base ?? [:])
    }
}

extension CMFormatDescription {
    /// Raw video in one pixel format. For engine code that knows its numbers to be right.
    ///
    /// - Parameter color: `kCVImageBufferYCbCrMatrixKey`, `kCVImageBufferColorPrimariesKey`,
    ///   `kCVImageBufferTransferFunctionKey` and their values.
    package static func video(
        pixelFormat: OSType, width: Int, height: Int, color: [String: Any] = [:]
    ) -> CMFormatDescription {
        CMFormatDescription(
            mediaType: .video, mediaSubType: MediaSubType(rawValue: pixelFormat),
            dimensions: CMVideoDimensions(width: Int32(width), height: Int32(height)), extensions: color)
    }

    /// Sound. For engine code that knows its numbers to be right.
    package static func audio(_ description: AudioStreamBasicDescription) -> CMFormatDescription {
        CMFormatDescription(
            mediaType: .audio, mediaSubType: MediaSubType(rawValue: description.mFormatID), audio: description)
    }

    /// The value of one extension: color, clean aperture.
    package func extensionValue(_ key: String) -> Any? { extensionValues[key] }

    /// The size at which a player shows the frames.
    public func presentationDimensions(
        usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true
    ) -> CGSize {
        var size = CGSize(width: CGFloat(dimensions.width), height: CGFloat(dimensions.height))
        if useCleanAperture, let aperture = CleanAperture(extensionValues[kCVImageBufferCleanApertureKey]) {
            size = aperture.size
        }
        if usePixelAspectRatio {
            size.width *= PixelAspectRatio(extensionValues[kCVImageBufferPixelAspectRatioKey])?.ratio ?? 1
        }
        return size
    }
}

extension CMFormatDescription: Hashable {
    /// Whether both describe the same format. Source: Apple, CMFormatDescriptionEqual.
    public static func == (left: CMFormatDescription, right: CMFormatDescription) -> Bool {
        left === right
            || left.mediaType == right.mediaType && left.mediaSubType == right.mediaSubType
                && left.dimensions.width == right.dimensions.width
                && left.dimensions.height == right.dimensions.height
                && left.soundFields == right.soundFields && left.magicCookie == right.magicCookie
                && left.layoutBytes.map { Data($0) } == right.layoutBytes.map { Data($0) }
                && NSDictionary(dictionary: left.extensionValues).isEqual(to: right.extensionValues)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(mediaType)
        hasher.combine(mediaSubType)
        hasher.combine(dimensions.width)
        hasher.combine(dimensions.height)
    }

    private var soundFields: [Double]? {
        audioStreamBasicDescription.map {
            [
                $0.mSampleRate, Double($0.mFormatID), Double($0.mFormatFlags), Double($0.mBytesPerPacket),
                Double($0.mFramesPerPacket), Double($0.mBytesPerFrame), Double($0.mChannelsPerFrame),
                Double($0.mBitsPerChannel),
            ]
        }
    }
}

extension CMFormatDescription: CustomStringConvertible {
    /// For logs: "vide/420v 1920 × 1080".
    public var description: String {
        let kind = "\(mediaType.rawValue.letters)/\(mediaSubType.rawValue.letters)"
        if let sound = audioStreamBasicDescription {
            return "\(kind) \(sound.mChannelsPerFrame) channels at \(sound.mSampleRate) Hz"
        }
        return dimensions.width > 0 ? "\(kind) \(dimensions.width) × \(dimensions.height)" : kind
    }
}

extension CVBuffer {
    var dimensions: CMVideoDimensions { CMVideoDimensions(width: Int32(width), height: Int32(height)) }

    /// The attachments that a format description copies. Source: Apple,
    /// CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers.
    var formatExtensions: [String: Any] {
        storedAttachments.values(.shouldPropagate).filter { commonExtensionKeys.contains($0.key) }
    }
}

/// The keys shared by frames and format descriptions.
private let commonExtensionKeys: Set<String> = [
    kCVImageBufferCleanApertureKey, kCVImageBufferFieldCountKey, kCVImageBufferFieldDetailKey,
    kCVImageBufferPixelAspectRatioKey, kCVImageBufferYCbCrMatrixKey, kCVImageBufferColorPrimariesKey,
    kCVImageBufferTransferFunctionKey, kCVImageBufferGammaLevelKey, kCVImageBufferICCProfileKey,
    kCVImageBufferChromaLocationTopFieldKey, kCVImageBufferChromaLocationBottomFieldKey,
    kCVImageBufferMasteringDisplayColorVolumeKey, kCVImageBufferContentLightLevelInfoKey,
]
