import Foundation
import Glibc

/// The few EXIF tags that the catalogue reads.
///
/// Source: TIFF 6.0, section 2; CIPA DC-008 (EXIF 2.32), 4.6.
struct TIFFTags {
    enum Tag: Int {
        case orientation = 0x0112
        case exifFolder = 0x8769
        case originalDate = 0x9003
        case originalOffset = 0x9011
        case originalSubsecond = 0x9291
    }

    private struct Entry {
        var type: Int
        var count: Int
        /// Where the four bytes of the value, or of its offset, are.
        var valueOffset: Int
    }

    private let bytes: [UInt8]
    private let isLittleEndian: Bool
    private var entries: [Int: Entry] = [:]

    /// - Parameter bytes: a TIFF file, from its byte order mark on.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) {
            isLittleEndian = true
        } else if bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
            isLittleEndian = false
        } else {
            return nil
        }
        guard let first = integer(at: 4, width: 4) else { return nil }
        readFolder(at: first)
        if let entry = entries[Tag.exifFolder.rawValue], let offset = integer(at: entry.valueOffset, width: 4) {
            readFolder(at: offset)
        }
    }

    func short(_ tag: Tag) -> Int? {
        guard let entry = entries[tag.rawValue], entry.type == 3 else { return nil }
        return integer(at: entry.valueOffset, width: 2)
    }

    func text(_ tag: Tag) -> String? {
        guard let entry = entries[tag.rawValue], entry.type == 2 else { return nil }
        guard let start = entry.count <= 4 ? entry.valueOffset : integer(at: entry.valueOffset, width: 4),
            start >= 0, entry.count > 0, start + entry.count <= bytes.count
        else { return nil }
        return String(decoding: bytes[start..<start + entry.count].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The moment of the exposure; in the local time zone when the file does not say which.
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

    /// Reads `+02:00`.
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
            entries[tag] = Entry(type: type, count: count, valueOffset: place + 8)
        }
    }

    private func integer(at offset: Int, width: Int) -> Int? {
        guard offset >= 0, offset + width <= bytes.count else { return nil }
        let part = bytes[offset..<offset + width]
        return isLittleEndian ? part.reversed().bigEndian : part.bigEndian
    }
}
