import Foundation
import ImageProperties
import PixelCoding

/// A photo's metadata: camera, lens, exposure, time, place and orientation.
///
/// It holds EXIF fields by tag. The properties here read and write the common ones; ImageIO's dictionaries reach all of
/// them (``dictionary``, ``merge(_:)``).
package struct PhotoMetadata: Sendable {
    /// The fields to write, in the file's form.
    var fields: [ExifTag: TIFFValue] = [:]

    /// Pairs a photo with the movie of a Live Photo; goes into Apple's maker note.
    package var contentIdentifier: String?
    /// Shared by all photos of one burst; goes into Apple's maker note.
    package var burstIdentifier: String?

    package init() {}

    package var make: String? {
        get { text(.make) }
        set { fields[.make] = newValue.map { .text($0) } }
    }

    package var model: String? {
        get { text(.model) }
        set { fields[.model] = newValue.map { .text($0) } }
    }

    package var software: String? {
        get { text(.software) }
        set { fields[.software] = newValue.map { .text($0) } }
    }

    package var lensMake: String? {
        get { text(.lensMake) }
        set { fields[.lensMake] = newValue.map { .text($0) } }
    }

    package var lensModel: String? {
        get { text(.lensModel) }
        set { fields[.lensModel] = newValue.map { .text($0) } }
    }

    /// In seconds.
    package var exposureTime: Double? {
        get { number(.exposureTime) }
        set { fields[.exposureTime] = newValue.map { .rational([TIFFRational($0)]) } }
    }

    /// The aperture: 1.8 for f/1.8.
    package var fNumber: Double? {
        get { number(.fNumber) }
        set { fields[.fNumber] = newValue.map { .rational([TIFFRational($0)]) } }
    }

    package var iso: Int? {
        get { number(.iso).map { Int($0) } }
        set { fields[.iso] = newValue.map { .short([UInt16(clamping: $0)]) } }
    }

    /// In millimeters.
    package var focalLength: Double? {
        get { number(.focalLength) }
        set { fields[.focalLength] = newValue.map { .rational([TIFFRational($0)]) } }
    }

    /// In millimeters, as if the sensor were 36 by 24 mm.
    package var focalLengthIn35mm: Int? {
        get { number(.focalLengthIn35mm).map { Int($0) } }
        set { fields[.focalLengthIn35mm] = newValue.map { .short([UInt16(clamping: $0)]) } }
    }

    /// The stored size, before rotation.
    package var pixelWidth: Int? {
        get { number(.pixelWidth).map { Int($0) } }
        set { fields[.pixelWidth] = newValue.map { .long([UInt32(clamping: $0)]) } }
    }

    package var pixelHeight: Int? {
        get { number(.pixelHeight).map { Int($0) } }
        set { fields[.pixelHeight] = newValue.map { .long([UInt32(clamping: $0)]) } }
    }

    package var orientation: Orientation {
        get { number(.orientation).flatMap { Orientation(rawValue: Int($0)) } ?? .up }
        set { fields[.orientation] = .short([UInt16(newValue.rawValue)]) }
    }

    func text(_ tag: ExifTag) -> String? {
        guard case .text(let text)? = fields[tag] else { return nil }
        return text
    }

    /// The field's first number.
    func number(_ tag: ExifTag) -> Double? {
        fields[tag]?.numbers.first
    }
}

extension PhotoMetadata {
    /// How the stored picture has to be turned to be upright.
    package typealias Orientation = ExifOrientation

    /// Where a photo was taken.
    package struct Location: Sendable, Hashable {
        /// In degrees, north positive.
        package var latitude: Double
        /// In degrees, east positive.
        package var longitude: Double
        /// In meters above sea level.
        package var altitude: Double?
        /// The radius of uncertainty in meters.
        package var horizontalAccuracy: Double?

        package init(
            latitude: Double, longitude: Double, altitude: Double? = nil, horizontalAccuracy: Double? = nil
        ) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
            self.horizontalAccuracy = horizontalAccuracy
        }
    }

    package var location: Location? {
        get {
            guard let latitude = number(degrees: .latitude), let longitude = number(degrees: .longitude) else {
                return nil
            }
            let isSouth = text(.latitudeRef) == "S"
            let isWest = text(.longitudeRef) == "W"
            let isBelowSea = number(.altitudeRef) == 1
            return Location(
                latitude: isSouth ? -latitude : latitude, longitude: isWest ? -longitude : longitude,
                altitude: number(.altitude).map { isBelowSea ? -$0 : $0 },
                horizontalAccuracy: number(.positioningError))
        }
        set {
            fields[.latitudeRef] = newValue.map { .text($0.latitude < 0 ? "S" : "N") }
            fields[.latitude] = newValue.map { .degrees(abs($0.latitude)) }
            fields[.longitudeRef] = newValue.map { .text($0.longitude < 0 ? "W" : "E") }
            fields[.longitude] = newValue.map { .degrees(abs($0.longitude)) }
            fields[.altitudeRef] = newValue?.altitude.map { .byte([$0 < 0 ? 1 : 0]) }
            fields[.altitude] = newValue?.altitude.map { .rational([TIFFRational(abs($0))]) }
            fields[.positioningError] = newValue?.horizontalAccuracy.map { .rational([TIFFRational($0)]) }
        }
    }

    private func number(degrees tag: ExifTag) -> Double? {
        fields[tag]?.degrees
    }
}

extension TIFFValue {
    /// Degrees, minutes, and seconds to a ten-thousandth: 3 mm on the ground.
    static func degrees(_ value: Double) -> TIFFValue {
        let units = value.isFinite ? Int64((min(value, 360) * 36_000_000).rounded()) : 0
        return .rational([
            TIFFRational(units / 36_000_000, 1), TIFFRational(units / 600_000 % 60, 1),
            TIFFRational(units % 600_000, 10_000),
        ])
    }

    /// The degrees that three rationals represent.
    var degrees: Double? {
        let parts = numbers
        return parts.count == 3 ? parts[0] + parts[1] / 60 + parts[2] / 3600 : nil
    }

    /// All numbers in the field; none for a text.
    var numbers: [Double] {
        switch self {
        case .byte(let values), .undefined(let values): values.map { Double($0) }
        case .short(let values): values.map { Double($0) }
        case .long(let values): values.map { Double($0) }
        case .signedLong(let values): values.map { Double($0) }
        case .rational(let values), .signedRational(let values): values.map(\.value)
        case .text: []
        }
    }
}
