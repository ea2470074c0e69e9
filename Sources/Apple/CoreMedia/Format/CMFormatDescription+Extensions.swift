import CoreVideo
import MissingFoundation

extension CMFormatDescription {
    /// What a format description says beyond kind and size: colour, clean aperture, pixel shape.
    /// Source: Apple, CMFormatDescription.Extensions.
    public struct Extensions: ExpressibleByDictionaryLiteral {
        /// Names an extension: one of the `kCMFormatDescriptionExtension_…` keys.
        public struct Key: RawRepresentable, Hashable, Sendable {
            public var rawValue: CFString

            public init(rawValue: CFString) {
                self.rawValue = rawValue
            }
        }

        /// The value of an extension.
        public struct Value: RawRepresentable {
            public var rawValue: CFTypeRef

            public init(rawValue: CFTypeRef) {
                self.rawValue = rawValue
            }
        }

        var base: [String: Any]

        /// What the dictionary says.
        public init(base: CFDictionary?) {
            self.base = base ?? [:]
        }

        public init(dictionaryLiteral elements: (Key, Value)...) {
            base = Dictionary(elements.map { ($0.0.rawValue, $0.1.rawValue) }) { $1 }
        }

        public subscript(key: Key) -> Value? {
            get { base[key.rawValue].map(Value.init) }
            set { base[key.rawValue] = newValue?.rawValue }
        }

        public var keys: [Key] { base.keys.map(Key.init) }
        public var isEmpty: Bool { base.isEmpty }
        public var count: Int { base.count }
    }

    /// Source: Apple, CMFormatDescription.extensions.
    public var extensions: Extensions { Extensions(base: extensionValues) }
}

// Source: Apple, Format Description Extension Keys; frames and format descriptions share keys and values.

public let kCMFormatDescriptionExtension_CleanAperture = kCVImageBufferCleanApertureKey
public let kCMFormatDescriptionExtension_FieldCount = kCVImageBufferFieldCountKey
public let kCMFormatDescriptionExtension_FieldDetail = kCVImageBufferFieldDetailKey
public let kCMFormatDescriptionExtension_PixelAspectRatio = kCVImageBufferPixelAspectRatioKey
public let kCMFormatDescriptionExtension_ColorPrimaries = kCVImageBufferColorPrimariesKey
public let kCMFormatDescriptionExtension_TransferFunction = kCVImageBufferTransferFunctionKey
public let kCMFormatDescriptionExtension_YCbCrMatrix = kCVImageBufferYCbCrMatrixKey
public let kCMFormatDescriptionExtension_GammaLevel = kCVImageBufferGammaLevelKey
public let kCMFormatDescriptionExtension_ICCProfile = kCVImageBufferICCProfileKey
public let kCMFormatDescriptionExtension_ChromaLocationTopField = kCVImageBufferChromaLocationTopFieldKey
public let kCMFormatDescriptionExtension_ChromaLocationBottomField = kCVImageBufferChromaLocationBottomFieldKey
/// Whether all values of luma are used. A `Bool`.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// The name of the codec, for people.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Bits of a pixel, 24 for colour without alpha.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// Boxes of an ISO media sample entry: a dictionary of `Data` by their names.
public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString = "SampleDescriptionExtensionAtoms"

extension CMFormatDescription.Extensions.Key {
    public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)
    public static let fieldCount = Self(rawValue: kCMFormatDescriptionExtension_FieldCount)
    public static let fieldDetail = Self(rawValue: kCMFormatDescriptionExtension_FieldDetail)
    public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
    public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
    public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)
    public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
    public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
    public static let formatName = Self(rawValue: kCMFormatDescriptionExtension_FormatName)
    public static let depth = Self(rawValue: kCMFormatDescriptionExtension_Depth)
}
