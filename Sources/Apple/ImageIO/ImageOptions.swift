import Foundation
import MissingFoundation
import MissingGraphics

/// Reads the options of files.
enum ImageOptions {
    /// What the options of a copy change in the metadata.
    static func changes(_ options: [String: Any]) -> [String: Any] {
        var changes: [String: Any] = [:]
        changes[kCGImagePropertyOrientation] = options[kCGImageDestinationOrientation]
        if isSet(options[kCGImageMetadataShouldExcludeGPS]) {
            changes[kCGImagePropertyGPSDictionary] = NSNull()
        }
        let time = options[kCGImageDestinationDateTime]
        if let text = (time as? Date).map(exifText) ?? time as? String {
            // The old offset belongs to the old time; which one belongs to a text, nobody knows.
            let offset: Any = (time as? Date).map(offsetText) ?? NSNull()
            changes[kCGImagePropertyExifDictionary] = [
                kCGImagePropertyExifDateTimeOriginal: text, kCGImagePropertyExifDateTimeDigitized: text,
                kCGImagePropertyExifOffsetTime: offset, kCGImagePropertyExifOffsetTimeOriginal: offset,
                kCGImagePropertyExifOffsetTimeDigitized: offset, kCGImagePropertyExifSubsecTime: NSNull(),
                kCGImagePropertyExifSubsecTimeOriginal: NSNull(), kCGImagePropertyExifSubsecTimeDigitized: NSNull(),
            ]
            changes[kCGImagePropertyTIFFDictionary] = [kCGImagePropertyTIFFDateTime: text]
        }
        return changes
    }

    static func isSet(_ value: Any?) -> Bool { (value as? NSNumber)?.boolValue ?? (value as? Bool) ?? false }

    /// In the local time, as cameras write it.
    private static func exifText(_ date: Date) -> String { text(date, "yyyy:MM:dd HH:mm:ss") }

    /// That of the local time then: `+01:00`.
    private static func offsetText(_ date: Date) -> String { text(date, "xxx") }

    private static func text(_ date: Date, _ format: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = format
        return formatter.string(from: date)
    }

    /// A number of any type.
    static func number(_ value: Any) -> Double? {
        switch value {
        case let value as any BinaryInteger: Double(value)
        case let value as any BinaryFloatingPoint: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }
}
