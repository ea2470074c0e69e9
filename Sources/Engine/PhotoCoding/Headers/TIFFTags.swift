import Foundation
import Glibc

/// The few TIFF and EXIF tags that the catalogue reads, and those that describe how a picture was taken.
///
/// Source: TIFF 6.0, section 2; TIFF/EP (sub-folders); CIPA DC-008 (EXIF 2.32), 4.6.
struct TIFFTags {
    enum Tag: Int {
        case subfileType = 0x00FE
        case width = 0x0100
        case height = 0x0101
        case make = 0x010F
        case model = 0x0110
        case orientation = 0x0112
        case software = 0x0131
        case subfolders = 0x014A
        case exposureTime = 0x829A
        case fNumber = 0x829D
        case exifFolder = 0x8769
        case gpsFolder = 0x8825
        case iso = 0x8827
        case originalDate = 0x9003
        case originalOffset = 0x9011
        case exposureBias = 0x9204
        case flash = 0x9209
        case focalLength = 0x920A
        case makerNote = 0x927C
        case originalSubsecond = 0x9291
        case focalLengthIn35mm = 0xA405
        case imageUniqueID = 0xA420
        case lensModel = 0xA434
        /// In a DNG: the part of the sensor's picture to show.
        case defaultCropSize = 0xC620
        /// In a DNG: which part of that was chosen for the photo.
        case defaultUserCrop = 0xC7B5
        // In the GPS folder.
        case latitudeRef = 1
        case latitude = 2
        case longitudeRef = 3
        case longitude = 4
        case altitudeRef = 5
        case altitude = 6
        case positioningError = 31
        // In Apple's maker note.
        case burst = 11
    }

    private struct Entry {
        var type: Int
        var count: Int
        /// The offset of the value.
        var offset: Int
    }

    /// The size of one value in bytes, by type from 1 on.
    private static let widths = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

    private let source: any ByteSource
    /// The offsets are relative to this.
    private let base: Int
    private let isLittleEndian: Bool
    private var entries: [Int: Entry] = [:]

    /// Reads the first folder, and those for EXIF and GPS.
    ///
    /// - Parameter base: the offset of a TIFF file's byte order mark.
    init?(_ source: some ByteSource, at base: Int = 0) {
        self.source = source
        self.base = base
        switch source.bytes(at: base, count: 4) {
        case [0x49, 0x49, 0x2A, 0x00]: isLittleEndian = true
        case [0x4D, 0x4D, 0x00, 0x2A]: isLittleEndian = false
        default: return nil
        }
        guard let first = integer(at: 4, width: 4) else { return nil }
        readFolder(at: first)
        for folder in [Tag.exifFolder, .gpsFolder] {
            if let offset = number(folder) { readFolder(at: Int(offset)) }
        }
    }

    /// Another folder of the same file.
    private init(_ other: TIFFTags, folder: Int, base: Int, isLittleEndian: Bool) {
        source = other.source
        self.base = base
        self.isLittleEndian = isLittleEndian
        readFolder(at: folder)
    }

    /// The folders of other pictures in the file.
    var subfolders: [TIFFTags] {
        numbers(.subfolders).map { TIFFTags(self, folder: Int($0), base: base, isLittleEndian: isLittleEndian) }
    }

    func text(_ tag: Tag) -> String? {
        guard let entry = entries[tag.rawValue], entry.type == 2 else { return nil }
        let bytes = source.bytes(at: base + entry.offset, count: entry.count)
        guard bytes.count == entry.count else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The first number of a tag.
    func number(_ tag: Tag) -> Double? { numbers(tag).first }

    func numbers(_ tag: Tag) -> [Double] {
        // No tag here has more than a few values, but a damaged file may claim so.
        // Nor is one a floating-point number (types 11 and 12).
        guard let entry = entries[tag.rawValue], entry.count <= 64, !(11...12).contains(entry.type) else { return [] }
        let width = Self.widths[entry.type - 1]
        return (0..<entry.count).compactMap { index in
            let place = entry.offset + index * width
            let isSigned = entry.type == 10
            guard entry.type == 5 || isSigned else { return integer(at: place, width: width).map(Double.init) }
            guard let numerator = integer(at: place, width: 4), let denominator = integer(at: place + 4, width: 4),
                denominator > 0
            else { return nil }
            return Double(isSigned ? Int(Int32(truncatingIfNeeded: numerator)) : numerator) / Double(denominator)
        }
    }

    /// The moment of the exposure; in the local time zone if the file does not state one.
    var creationDate: Date? {
        guard let text = text(.originalDate) else { return nil }
        let numbers = text.split { $0 == ":" || $0 == " " }.compactMap { Int32($0) }
        guard numbers.count == 6, numbers[0] > 1900, (1...12).contains(numbers[1]) else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
        parts.tm_isdst = -1
        var seconds = secondsFromUTC.map { Double(timegm(&parts) - $0) } ?? Double(mktime(&parts))
        if let fraction = self.text(.originalSubsecond).flatMap({ Double("0." + $0) }) { seconds += fraction }
        return Date(timeIntervalSince1970: seconds)
    }

    /// Where it was taken.
    var location: PhotoMetadata.Location? {
        guard let latitude = degrees(.latitude, negative: "S", .latitudeRef),
            let longitude = degrees(.longitude, negative: "W", .longitudeRef)
        else { return nil }
        let altitude = number(.altitude).map { number(.altitudeRef) == 1 ? -$0 : $0 }
        return PhotoMetadata.Location(
            latitude: latitude, longitude: longitude, altitude: altitude,
            horizontalAccuracy: number(.positioningError))
    }

    /// The identifier that Apple's cameras write into every photo of a burst.
    ///
    /// Source: exiftool, Apple tags: a big-endian folder after 14 bytes that begin with "Apple iOS".
    var burstIdentifier: String? {
        guard let note = entries[Tag.makerNote.rawValue], note.count > 16,
            source.bytes(at: base + note.offset, count: 10) == Array("Apple iOS\0".utf8)
        else { return nil }
        return TIFFTags(self, folder: 14, base: base + note.offset, isLittleEndian: false).text(.burst)
    }

    private func degrees(_ tag: Tag, negative: String, _ reference: Tag) -> Double? {
        let parts = numbers(tag)
        guard parts.count == 3 else { return nil }
        let value = parts[0] + parts[1] / 60 + parts[2] / 3600
        return text(reference) == negative ? -value : value
    }

    /// Parses `+02:00`.
    private var secondsFromUTC: Int? {
        guard let text = text(.originalOffset), let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let numbers = text.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2, (0...23).contains(numbers[0]), (0...59).contains(numbers[1]) else { return nil }
        return (numbers[0] * 3600 + numbers[1] * 60) * (sign == "-" ? -1 : 1)
    }

    private mutating func readFolder(at offset: Int) {
        guard let count = integer(at: offset, width: 2) else { return }
        for index in 0..<count {
            let place = offset + 2 + index * 12
            guard let tag = integer(at: place, width: 2), let type = integer(at: place + 2, width: 2),
                let count = integer(at: place + 4, width: 4)
            else { return }
            guard Self.widths.indices.contains(type - 1) else { continue }
            // A value of more than four bytes is stored elsewhere.
            let isInPlace = count * Self.widths[type - 1] <= 4
            guard let value = isInPlace ? place + 8 : integer(at: place + 8, width: 4) else { continue }
            entries[tag] = Entry(type: type, count: count, offset: value)
        }
    }

    private func integer(at offset: Int, width: Int) -> Int? {
        guard offset >= 0 else { return nil }
        let bytes = source.bytes(at: base + offset, count: width)
        guard bytes.count == width else { return nil }
        return isLittleEndian ? bytes.reversed().bigEndian : bytes.bigEndian
    }
}
