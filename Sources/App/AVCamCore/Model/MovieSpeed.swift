/// How fast movies play what the camera saw.
package enum MovieSpeed: Sendable, Hashable {
    /// As fast as it happened, with sound.
    case normal
    /// Slower: the frames of a camera that takes more than 60 a second play at 30. Without sound.
    case slowMotion
    /// Faster: one frame at each interval, in seconds; they play at 30 a second. Without sound.
    case timeLapse(interval: Double)

    /// Those that a person can choose.
    package static let choices = [MovieSpeed.normal, .slowMotion] + intervals.map { .timeLapse(interval: $0) }
    /// In seconds.
    package static let intervals = [0.5, 1, 2, 5, 10]
    /// The intervals that a movie can have, in seconds.
    package static let possibleIntervals = 0.1...3600
    /// At which slow motion and time-lapse play, in frames a second.
    static let playedFrameRate: Int32 = 30
    /// The frame rates that are fast enough for slow motion.
    package static let slowMotionRates = 61...
}

extension MovieSpeed: RawRepresentable, Codable {
    private static let slow = "slow-motion"

    /// `normal`, `slow-motion`, or the interval of a time-lapse in seconds.
    package var rawValue: String {
        switch self {
        case .normal: "normal"
        case .slowMotion: Self.slow
        case .timeLapse(let interval):
            interval == interval.rounded() ? String(Int(interval)) : String(interval)
        }
    }

    /// - Parameter rawValue: `nil` is the result for words and intervals that mean nothing.
    package init?(rawValue: String) {
        switch rawValue {
        case "normal": self = .normal
        case Self.slow: self = .slowMotion
        default:
            guard let interval = Double(rawValue), Self.possibleIntervals.contains(interval) else { return nil }
            self = .timeLapse(interval: interval)
        }
    }
}
