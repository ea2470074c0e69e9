import ImageProperties
import MissingFoundation

/// One piece of a photo's metadata: where it is in a file, and what ImageIO calls it.
struct ExifTag: Hashable, Sendable {
    /// The directory, and ImageIO's group of the same name.
    enum Group: Hashable, Sendable, CaseIterable {
        case tiff, exif, gps

        var key: CFString {
            switch self {
            case .tiff: kCGImagePropertyTIFFDictionary
            case .exif: kCGImagePropertyExifDictionary
            case .gps: kCGImagePropertyGPSDictionary
            }
        }
    }

    /// The form of a value in the file, and in a dictionary.
    enum Form: Hashable, Sendable {
        case text
        case byte
        /// A number; ImageIO gives a list where `isList`.
        case short(isList: Bool)
        case long
        case rational
        case signedRational
        /// A list of rationals.
        case rationals
        /// Bytes; ImageIO gives a list of numbers.
        case bytes
        /// One byte that is a code rather than a number; ImageIO gives a number.
        case code
        /// Digits as text: "0232"; ImageIO gives a list of numbers.
        case version
        /// Text after the name of its encoding.
        case comment
        /// Degrees, minutes, seconds; ImageIO gives degrees.
        case degrees
        /// Hours, minutes, seconds; ImageIO gives "12:34:56".
        case timeOfDay
    }

    let group: Group
    let number: UInt16
    let key: CFString
    let form: Form

    init(_ group: Group, _ number: UInt16, _ key: CFString, _ form: Form) {
        self.group = group
        self.number = number
        self.key = key
        self.form = form
    }

    /// ImageIO's key in a group; `nil` if we do not write it.
    static func named(_ key: String, in group: Group) -> ExifTag? { byName[group]?[key] }

    private static let byName: [Group: [String: ExifTag]] = Dictionary(grouping: all, by: \.group)
        .mapValues { Dictionary(uniqueKeysWithValues: $0.map { ($0.key, $0) }) }
}

// Tags that the photo's own properties read and write.
extension ExifTag {
    static let make = ExifTag(.tiff, 0x010F, kCGImagePropertyTIFFMake, .text)
    static let model = ExifTag(.tiff, 0x0110, kCGImagePropertyTIFFModel, .text)
    static let orientation = ExifTag(.tiff, 0x0112, kCGImagePropertyTIFFOrientation, .short(isList: false))
    static let software = ExifTag(.tiff, 0x0131, kCGImagePropertyTIFFSoftware, .text)
    static let dateTime = ExifTag(.tiff, 0x0132, kCGImagePropertyTIFFDateTime, .text)
    static let exposureTime = ExifTag(.exif, 0x829A, kCGImagePropertyExifExposureTime, .rational)
    static let exposureProgram = ExifTag(
        .exif, 0x8822, kCGImagePropertyExifExposureProgram, .short(isList: false))
    static let exposureMode = ExifTag(.exif, 0xA402, kCGImagePropertyExifExposureMode, .short(isList: false))
    static let whiteBalance = ExifTag(.exif, 0xA403, kCGImagePropertyExifWhiteBalance, .short(isList: false))
    static let fNumber = ExifTag(.exif, 0x829D, kCGImagePropertyExifFNumber, .rational)
    static let iso = ExifTag(.exif, 0x8827, kCGImagePropertyExifISOSpeedRatings, .short(isList: true))
    static let dateTimeOriginal = ExifTag(.exif, 0x9003, kCGImagePropertyExifDateTimeOriginal, .text)
    static let dateTimeDigitized = ExifTag(.exif, 0x9004, kCGImagePropertyExifDateTimeDigitized, .text)
    static let offsetTime = ExifTag(.exif, 0x9010, kCGImagePropertyExifOffsetTime, .text)
    static let offsetTimeOriginal = ExifTag(.exif, 0x9011, kCGImagePropertyExifOffsetTimeOriginal, .text)
    static let offsetTimeDigitized = ExifTag(.exif, 0x9012, kCGImagePropertyExifOffsetTimeDigitized, .text)
    static let focalLength = ExifTag(.exif, 0x920A, kCGImagePropertyExifFocalLength, .rational)
    static let subsecTime = ExifTag(.exif, 0x9290, kCGImagePropertyExifSubsecTime, .text)
    static let subsecTimeOriginal = ExifTag(.exif, 0x9291, kCGImagePropertyExifSubsecTimeOriginal, .text)
    static let subsecTimeDigitized = ExifTag(.exif, 0x9292, kCGImagePropertyExifSubsecTimeDigitized, .text)
    static let pixelWidth = ExifTag(.exif, 0xA002, kCGImagePropertyExifPixelXDimension, .long)
    static let pixelHeight = ExifTag(.exif, 0xA003, kCGImagePropertyExifPixelYDimension, .long)
    static let focalLengthIn35mm = ExifTag(
        .exif, 0xA405, kCGImagePropertyExifFocalLenIn35mmFilm, .short(isList: false))
    static let imageUniqueID = ExifTag(.exif, 0xA420, kCGImagePropertyExifImageUniqueID, .text)
    static let lensMake = ExifTag(.exif, 0xA433, kCGImagePropertyExifLensMake, .text)
    static let lensModel = ExifTag(.exif, 0xA434, kCGImagePropertyExifLensModel, .text)
    static let latitudeRef = ExifTag(.gps, 1, kCGImagePropertyGPSLatitudeRef, .text)
    static let latitude = ExifTag(.gps, 2, kCGImagePropertyGPSLatitude, .degrees)
    static let longitudeRef = ExifTag(.gps, 3, kCGImagePropertyGPSLongitudeRef, .text)
    static let longitude = ExifTag(.gps, 4, kCGImagePropertyGPSLongitude, .degrees)
    static let altitudeRef = ExifTag(.gps, 5, kCGImagePropertyGPSAltitudeRef, .byte)
    static let altitude = ExifTag(.gps, 6, kCGImagePropertyGPSAltitude, .rational)
    static let positioningError = ExifTag(.gps, 31, kCGImagePropertyGPSHPositioningError, .rational)
    static let brightness = ExifTag(.exif, 0x9203, kCGImagePropertyExifBrightnessValue, .signedRational)
    static let exposureBias = ExifTag(.exif, 0x9204, kCGImagePropertyExifExposureBiasValue, .signedRational)
    static let flash = ExifTag(.exif, 0x9209, kCGImagePropertyExifFlash, .short(isList: false))
    static let digitalZoomRatio = ExifTag(.exif, 0xA404, kCGImagePropertyExifDigitalZoomRatio, .rational)
    // Fields of every file.
    static let xResolution = ExifTag(.tiff, 0x011A, kCGImagePropertyTIFFXResolution, .rational)
    static let yResolution = ExifTag(.tiff, 0x011B, kCGImagePropertyTIFFYResolution, .rational)
    static let resolutionUnit = ExifTag(.tiff, 0x0128, kCGImagePropertyTIFFResolutionUnit, .short(isList: false))
    static let exifVersion = ExifTag(.exif, 0x9000, kCGImagePropertyExifVersion, .version)
    static let componentsConfiguration = ExifTag(.exif, 0x9101, kCGImagePropertyExifComponentsConfiguration, .bytes)
    static let flashPixVersion = ExifTag(.exif, 0xA000, kCGImagePropertyExifFlashPixVersion, .version)
    static let colorSpace = ExifTag(.exif, 0xA001, kCGImagePropertyExifColorSpace, .short(isList: false))
    static let gpsVersion = ExifTag(.gps, 0, kCGImagePropertyGPSVersion, .byte)
}
