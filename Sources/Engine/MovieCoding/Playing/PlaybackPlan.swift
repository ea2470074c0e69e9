import CaptureEngine
import CoreMedia

/// What is played.
package struct PlaybackPlan: Sendable {
    /// Opens a reader of pictures in a range; `nil` without pictures.
    package var pictures: (@Sendable (CMTimeRange) throws(CaptureError) -> any SampleReading)?
    /// What is mixed; empty without sound.
    package var sound: [SoundMixer.Input]
    package var sampleRate: Int
    package var channels: Int
    /// Where it ends.
    package var end: CMTime

    package init(
        pictures: (@Sendable (CMTimeRange) throws(CaptureError) -> any SampleReading)?, sound: [SoundMixer.Input],
        sampleRate: Int, channels: Int, end: CMTime
    ) {
        (self.pictures, self.sound, self.end) = (pictures, sound, end)
        (self.sampleRate, self.channels) = (sampleRate, channels)
    }

    /// The last picture before a time, for a time without a picture.
    func lastPicture(before time: CMTime) throws(CaptureError) -> CMSampleBuffer? {
        let start = CMTimeMaximum(.zero, time - CMTime(value: 1, timescale: 2))
        guard start < time, let reader = try pictures?(CMTimeRange(start: start, end: time)) else { return nil }
        var last: CMSampleBuffer?
        while let sample = try reader.next() { last = sample }
        return last
    }

    /// The sound from a time on, as 32-bit floating-point samples.
    ///
    /// - Parameters:
    ///   - time: where it begins.
    ///   - rate: how fast it is played. Times of the mixer are divided by it.
    func mixer(from time: CMTime, rate: Double) throws(CaptureError) -> SoundMixer {
        let scaled: (CMTime) -> CMTime = {
            rate == 1 || !$0.isNumeric ? $0 : CMTimeMultiplyByFloat64($0, multiplier: 1 / rate)
        }
        let whole = CMTimeRange(start: .zero, duration: end)
        var inputs = sound
        if rate != 1 {
            for index in inputs.indices {
                inputs[index].segments.scale(whole, to: scaled(end))
                for ramp in inputs[index].volumes.indices {
                    let range = inputs[index].volumes[ramp].range
                    inputs[index].volumes[ramp].range = CMTimeRange(
                        start: scaled(range.start), duration: scaled(range.duration))
                }
            }
        }
        return try SoundMixer(
            inputs, range: CMTimeRange(start: scaled(time), end: CMTimeMaximum(scaled(end), scaled(time))),
            .linearPCM(sampleRate: Double(sampleRate), channels: channels, bitsPerSample: 32, isFloat: true))
    }
}
