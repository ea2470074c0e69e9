import CoreVideo
import MissingFoundation

extension CMFormatDescription {
    /// A format description's details besides kind and size: color, clean aperture, pixel aspect ratio. Source: Apple,
    /// CMFormatDescription.Extensions.
    public struct Extensions: ExpressibleByDictionaryLiteral {
        /// Names an extension: one of the `kCMFormatDescriptionExtension_…` keys. Source: Apple,
        /// CMFormatDescription.Extensions.Key.
        public struct Key: RawRepresentable, Hashable, Sendable {
            public var rawValue: CFString

            public init(rawValue: CFString) {
                self.rawValue = rawValue
            }
        }

        /// The value of an extension. Source: Apple, CMFormatDescription.Extensions.Value.
        public struct Value: RawRepresentable {
            public var rawValue: CFTypeRef

            public init(rawValue: CFTypeRef) {
                self.rawValue = rawValue
            }
        }

        var base: [String: Any]

        /// Wraps a dictionary.
        public init(base: CFDictionary?) {
            self.base = base ?? [:]
        }

        public init(dictionaryLiteral elements: (Key, Value)...) {
            base = Dictionary(elements.map { ($0.0.rawValue, $0.1.rawValue) }) { $1 }
        }

        /// `nil` if the description does not have it.
        public subscript(key: Key) -> Value? {
            get { base[key.rawValue].map(Value.init) }
            set { base[key.rawValue] = newValue?.rawValue }
        }

        public var keys: [Key] { base.keys.map(Key.init) }
        public var isEmpty: Bool { base.isEmpty }
        public var count: Int { base.count }
    }

    public var extensions: Extensions { Extensions(base: extensionValues) }
}

// Frames and format descriptions share keys and values.

/// The part that is shown: a dictionary of size and offsets in pixels.
public let kCMFormatDescriptionExtension_CleanAperture = kCVImageBufferCleanApertureKey
/// 1 for whole frames, 2 for interlaced ones.
public let kCMFormatDescriptionExtension_FieldCount = kCVImageBufferFieldCountKey
/// How the two fields of an interlaced frame lie in it.
public let kCMFormatDescriptionExtension_FieldDetail = kCVImageBufferFieldDetailKey
/// The aspect ratio of a pixel: a dictionary of its width and height.
public let kCMFormatDescriptionExtension_PixelAspectRatio = kCVImageBufferPixelAspectRatioKey
/// The color primaries: which red, green and blue.
public let kCMFormatDescriptionExtension_ColorPrimaries = kCVImageBufferColorPrimariesKey
/// How light becomes a value.
public let kCMFormatDescriptionExtension_TransferFunction = kCVImageBufferTransferFunctionKey
/// How red, green and blue become luma and chroma.
public let kCMFormatDescriptionExtension_YCbCrMatrix = kCVImageBufferYCbCrMatrixKey
/// The exponent of the transfer function `UseGamma`: a number.
public let kCMFormatDescriptionExtension_GammaLevel = kCVImageBufferGammaLevelKey
/// An ICC profile: `Data`.
public let kCMFormatDescriptionExtension_ICCProfile = kCVImageBufferICCProfileKey
/// Where chroma was sampled, in the top field or a whole frame.
public let kCMFormatDescriptionExtension_ChromaLocationTopField = kCVImageBufferChromaLocationTopFieldKey
/// Where chroma was sampled, in the bottom field.
public let kCMFormatDescriptionExtension_ChromaLocationBottomField = kCVImageBufferChromaLocationBottomFieldKey
/// Whether all values of luma are used. A `Bool`.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// The name of the codec, to show to users.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Bits per pixel, 24 for color without alpha.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// Boxes of an ISO media sample entry: a dictionary of `Data` by name.
public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString = "SampleDescriptionExtensionAtoms"

extension CMFormatDescription.Extensions.Key {
    /// The visible part.
    public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)
    /// 1 for whole frames, 2 for interlaced ones.
    public static let fieldCount = Self(rawValue: kCMFormatDescriptionExtension_FieldCount)
    /// How the two fields of an interlaced frame are arranged.
    public static let fieldDetail = Self(rawValue: kCMFormatDescriptionExtension_FieldDetail)
    /// The aspect ratio of a pixel.
    public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
    /// The color primaries: which red, green and blue.
    public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
    /// How light is encoded as a value.
    public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)
    /// How red, green and blue become luma and chroma.
    public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
    /// Whether luma uses the full range of values.
    public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
    /// The human-readable name of the codec.
    public static let formatName = Self(rawValue: kCMFormatDescriptionExtension_FormatName)
    /// Bits per pixel.
    public static let depth = Self(rawValue: kCMFormatDescriptionExtension_Depth)
}
