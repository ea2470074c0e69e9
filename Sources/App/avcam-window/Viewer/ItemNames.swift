import AVCamCore
import Foundation
import GtkSupport

/// The items' names for screen readers: what they are and when they were taken. Those of one second, as in a burst, are
/// numbered, the oldest first. An item keeps its number when another one is deleted.
final class ItemNames {
    private var numbers: [String: Int] = [:]
    private var lastNumbers: [Date: Int] = [:]

    /// - Parameter items: newest first.
    func follow(_ items: [MediaItem]) {
        for item in items.reversed() where numbers[item.id] == nil {
            let number = lastNumbers[second(of: item), default: 0] + 1
            lastNumbers[second(of: item)] = number
            numbers[item.id] = number
        }
    }

    subscript(_ item: MediaItem) -> String {
        let number = numbers[item.id] ?? 1
        return number == 1 ? name(of: item) : filled(gettext("%s, %s"), name(of: item), "\(number)")
    }

    /// The name of a photo with the sensor's raw data.
    func raw(_ item: MediaItem) -> String { filled(gettext("%s, %s"), self[item], "RAW") }

    private func second(of item: MediaItem) -> Date {
        Date(timeIntervalSince1970: item.creationDate.timeIntervalSince1970.rounded(.down))
    }

    private func name(of item: MediaItem) -> String {
        let date = LocalText.date(item.creationDate.timeIntervalSince1970, gettext("%A, %-d %B %Y, %H:%M:%S"))
        return switch item.kind {
        case .photo: filled(gettext("Photo, %s"), date)
        case .livePhoto: filled(gettext("Live Photo, %s"), date)
        case .movie: filled(gettext("Movie of %s, %s"), MediaText.duration(item.duration), date)
        }
    }
}
