import AVFoundation

/// The sound level in decibels: 0 is the loudest that can be recorded, ``silence`` is no sound at all.
package struct SoundLevel: Sendable, Equatable {
    /// Of the last block of sound.
    package var average: Float
    /// The highest level of the last few moments.
    package var peak: Float

    package static let silence: Float = -160
    /// The lowest level on a meter: a quiet room.
    private static let floor: Float = -60

    package init(average: Float, peak: Float) {
        self.average = average
        self.peak = peak
    }

    /// The level of the loudest channel; `nil` when there are no channels.
    init?(_ channels: [AVCaptureAudioChannel]) {
        guard let average = channels.map(\.averagePowerLevel).max(), let peak = channels.map(\.peakHoldLevel).max()
        else { return nil }
        self.init(average: average, peak: peak)
    }

    /// The position of a level on a meter: 0 is its left end, 1 its right end.
    package static func position(of decibels: Float) -> Double {
        Double(min(max(1 - decibels / floor, 0), 1))
    }
}
