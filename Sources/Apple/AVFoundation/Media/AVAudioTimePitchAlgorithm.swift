import MissingFoundation

/// What happens to the pitch of sound at another speed. Source: Apple, AVAudioTimePitchAlgorithm.
///
/// Linux: the three that keep the pitch are one algorithm, at any speed: pieces of the sound are laid over each other
/// where they are alike (WSOLA), which suits voices. None of them leaves out or repeats sound to save time.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Keeps the pitch. Linux: as ``timeDomain``.
    public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(rawValue: "LowQualityZeroLatency")
    /// Keeps the pitch; for voices.
    public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
    /// Keeps the pitch; for music. Linux: as ``timeDomain``.
    public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
    /// Sound becomes higher or lower with its speed, as a tape does.
    public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")

    var keepsPitch: Bool { self != .varispeed }

    /// A program that sets another name made a mistake.
    func requireKnown(_ method: String) {
        if ![.lowQualityZeroLatency, .timeDomain, .spectral, .varispeed].contains(self) {
            raiseException("\(method) invalid audioTimePitchAlgorithm")
        }
    }
}
