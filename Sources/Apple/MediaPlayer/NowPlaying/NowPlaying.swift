import Foundation
import SessionBus

/// What a program plays, as it has told.
struct NowPlaying: Sendable {
    var title: String?
    var artist: String?
    var album: String?
    var genre: String?
    var url: URL?
    /// In seconds; `nil` if it is not known, or without an end.
    var duration: Double?
    var rate: Double
    /// In seconds, at ``time``.
    private let elapsed: Double
    /// Of the machine's uptime, in seconds.
    private let time: Double

    /// In seconds; more microseconds are no number of the bus.
    private static let longest = 1e12

    /// - Parameter time: now, of the machine's uptime, in seconds.
    init(_ information: [String: Any], at time: Double) {
        func number(_ key: String) -> Double? {
            let value = information[key]
            let number =
                value as? Double ?? (value as? Int).map(Double.init) ?? (value as? Float).map(Double.init)
                ?? (value as? CGFloat).map { Double($0) } ?? (value as? NSNumber)?.doubleValue
            return number.flatMap { abs($0) < Self.longest ? $0 : nil }
        }
        title = information[MPMediaItemPropertyTitle] as? String
        artist = information[MPMediaItemPropertyArtist] as? String
        album = information[MPMediaItemPropertyAlbumTitle] as? String
        genre = information[MPMediaItemPropertyGenre] as? String
        url = information[MPNowPlayingInfoPropertyAssetURL] as? URL
        let isEndless = information[MPNowPlayingInfoPropertyIsLiveStream] as? Bool == true
        duration = isEndless ? nil : number(MPMediaItemPropertyPlaybackDuration).flatMap { $0 >= 0 ? $0 : nil }
        rate = number(MPNowPlayingInfoPropertyPlaybackRate) ?? 1
        elapsed = number(MPNowPlayingInfoPropertyElapsedPlaybackTime) ?? 0
        self.time = time
    }

    /// How much was played, in seconds.
    ///
    /// - Parameter isPlaying: whether time goes on.
    func position(at now: Double, isPlaying: Bool) -> Double {
        let position = elapsed + (isPlaying ? (now - time) * rate : 0)
        return max(0, min(position, duration ?? Self.longest))
    }

    /// Source: freedesktop.org, MPRIS v2 metadata guidelines.
    func metadata(track: String) -> [String: BusValue] {
        var values: [String: BusValue] = ["mpris:trackid": .path(track)]
        values["xesam:title"] = title.map(BusValue.string)
        values["xesam:artist"] = artist.map { .strings([$0]) }
        values["xesam:album"] = album.map(BusValue.string)
        values["xesam:genre"] = genre.map { .strings([$0]) }
        values["xesam:url"] = url.map { .string($0.absoluteString) }
        values["mpris:length"] = duration.map { .number(Self.microseconds($0)) }
        return values
    }

    static func microseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }
}
