import AVFoundation

/// How loud it is, in decibels: 0 is as loud as can be recorded, ``silence`` is nothing at all.
package struct SoundLevel: Sendable, Equatable {
    /// Of the last block of sound.
    package var average: Float
    /// The highest level of the last moments.
    package var peak: Float

    package static let silence: Float = -160
    /// What a meter shows as its lowest level: a quiet room.
    private static let floor: Float = -60

    package init(average: Float, peak: Float) {
        self.average = average
        self.peak = peak
    }

    /// The loudest of the channels; `nil` without any.
    init?(_ channels: [AVCaptureAudioChannel]) {
        guard let average = channels.map(\.averagePowerLevel).max(), let peak = channels.map(\.peakHoldLevel).max()
        else { return nil }
        self.init(average: average, peak: peak)
    }

    /// Where a level stands on a meter: 0 is its left end, 1 its right one.
    package static func position(of decibels: Float) -> Double {
        Double(min(max(1 - decibels / floor, 0), 1))
    }
}
