import CaptureEngine
import Foundation

/// A movie's default metadata. Source: QuickTime File Format, metadata keys `com.apple.quicktime.*`.
enum MovieMetadata {
    static func items(device: AVCaptureDevice?, date: Date = Date()) -> [MovieMetadataItem] {
        var items = [MovieMetadataItem("com.apple.quicktime.creationdate", creationDate(date))]
        if let device {
            items.append(MovieMetadataItem("com.apple.quicktime.model", device.localizedName))
            if !device.manufacturer.isEmpty {
                items.append(MovieMetadataItem("com.apple.quicktime.make", device.manufacturer))
            }
        }
        items.append(MovieMetadataItem("com.apple.quicktime.software", ProcessInfo.processInfo.processName))
        return items
    }

    /// The default items, replaced and extended by those of the program.
    static func merge(_ items: [MovieMetadataItem], with chosen: [AVMetadataItem]) -> [MovieMetadataItem] {
        let chosen = chosen.compactMap(MetadataNames.movieItem)
        return items.filter { item in !chosen.contains { $0.key == item.key && $0.keySpace == item.keySpace } } + chosen
    }

    /// ISO 8601 with the local zone, as QuickTime wants it: 2026-11-20T22:47:00+0100.
    static func creationDate(_ date: Date, in zone: TimeZone = .current) -> String {
        var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
        seconds += zone.secondsFromGMT(for: date)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let minutes = zone.secondsFromGMT(for: date) / 60
        let stamp = [
            Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
            Int(parts.tm_min), Int(parts.tm_sec),
        ].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let zoneDigits = [abs(minutes) / 60, abs(minutes) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(stamp[0])-\(stamp[1])-\(stamp[2])T\(stamp[3]):\(stamp[4]):\(stamp[5])"
            + (minutes < 0 ? "-" : "+") + zoneDigits.joined()
    }
}
