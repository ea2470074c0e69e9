import Foundation
import Glibc

extension PhotoMetadata {
    /// When the photo was taken, to the millisecond, written with the local time and its distance from UTC.
    ///
    /// To write it in another time zone than the system's, use ``setDate(_:secondsFromGMT:)``.
    package var date: Date? {
        get {
            text(.dateTimeOriginal).flatMap {
                Self.date($0, offset: text(.offsetTimeOriginal), text(.subsecTimeOriginal))
            }
        }
        set {
            if let newValue {
                setDate(newValue, secondsFromGMT: Self.localOffset(newValue))
            } else {
                for tag in Self.dateTags { fields[tag] = nil }
            }
        }
    }

    /// Writes a moment, as a time zone's wall clock shows it, to all three dates of a photo.
    package mutating func setDate(_ date: Date, secondsFromGMT: Int) {
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded(.down))
        let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let isBeforeEpoch = fraction < 0
        var moment = time_t(seconds + (isBeforeEpoch ? -1 : 0) + secondsFromGMT)
        var clock = tm()
        gmtime_r(&moment, &clock)
        let text =
            Self.digits(clock.tm_year + 1900, 4) + ":" + Self.digits(clock.tm_mon + 1, 2) + ":"
            + Self.digits(clock.tm_mday, 2) + " " + Self.digits(clock.tm_hour, 2) + ":" + Self.digits(clock.tm_min, 2)
            + ":" + Self.digits(clock.tm_sec, 2)
        let minutes = Int32(abs(secondsFromGMT) / 60)
        let offset =
            (secondsFromGMT < 0 ? "-" : "+") + Self.digits(minutes / 60, 2) + ":" + Self.digits(minutes % 60, 2)
        let subseconds = Self.digits(Int32(isBeforeEpoch ? fraction + 1000 : fraction), 3)
        for tag in [ExifTag.dateTime, .dateTimeOriginal, .dateTimeDigitized] { fields[tag] = .text(text) }
        for tag in [ExifTag.offsetTime, .offsetTimeOriginal, .offsetTimeDigitized] { fields[tag] = .text(offset) }
        for tag in [ExifTag.subsecTime, .subsecTimeOriginal, .subsecTimeDigitized] { fields[tag] = .text(subseconds) }
    }

    private static let dateTags: [ExifTag] = [
        .dateTime, .dateTimeOriginal, .dateTimeDigitized, .offsetTime, .offsetTimeOriginal, .offsetTimeDigitized,
        .subsecTime, .subsecTimeOriginal, .subsecTimeDigitized,
    ]

    /// The system's offset from UTC at a moment. From the C library, because Foundation would first load its tables.
    private static func localOffset(_ date: Date) -> Int {
        var moment = time_t(date.timeIntervalSince1970)
        var clock = tm()
        localtime_r(&moment, &clock)
        return clock.tm_gmtoff
    }

    /// Parses "2026:11:20 23:04:05", "+01:00" and "678"; without an offset it is local time.
    private static func date(_ text: String, offset: String?, _ subseconds: String?) -> Date? {
        let parts = text.split { $0 == ":" || $0 == " " }.compactMap { Int32($0) }
        guard parts.count == 6 else { return nil }
        var clock = tm()
        (clock.tm_year, clock.tm_mon, clock.tm_mday) = (parts[0] - 1900, parts[1] - 1, parts[2])
        (clock.tm_hour, clock.tm_min, clock.tm_sec) = (parts[3], parts[4], parts[5])
        clock.tm_isdst = -1
        let distance = offset.flatMap { secondsFromGMT($0) }
        let seconds = distance.map { timegm(&clock) - $0 } ?? mktime(&clock)
        let fraction = subseconds.flatMap { Double("0." + $0) } ?? 0
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private static func secondsFromGMT(_ text: String) -> Int? {
        let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        return (parts[0] * 3600 + parts[1] * 60) * (text.hasPrefix("-") ? -1 : 1)
    }

    private static func digits(_ number: Int32, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
}
