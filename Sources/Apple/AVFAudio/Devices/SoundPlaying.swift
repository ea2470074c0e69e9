import CaptureEngine
import CoreMedia
import Foundation

/// A file on its way to the sound output, on a thread of its own.
final class SoundPlaying: Sendable {
    /// What becomes of a block of samples, or of the file at its end.
    enum Answer {
        /// How loud each channel is at the block's first frame and after its last one.
        case gains(from: [Float], to: [Float])
        case again
        case end
    }

    /// How long before it is heard sound is written.
    private static let lead = CMTime(value: 1, timescale: 5)
    private static let blockLength: AVAudioFrameCount = 1024

    private let path: String
    private let from: Int64
    /// How many frames of the file pass in the time of one.
    private let speed: Double
    private let start: CMTime
    private let clock: any CaptureClock
    private let output: any SoundOutput

    init(
        path: String, from: Int64, speed: Double, start: CMTime, clock: any CaptureClock, output: any SoundOutput
    ) {
        (self.path, self.from, self.speed, self.start) = (path, from, speed, start)
        (self.clock, self.output) = (clock, output)
    }

    /// - Parameter ask: gets each block of interleaved samples, and `nil` at the end of the file.
    /// - Returns: whether the sound was heard to its end; `false` if the thread was cancelled.
    func run(
        _ thread: SourceThread, _ ask: (_ samples: [Float]?, _ channels: Int) -> Answer
    ) throws(CaptureError) -> Bool {
        let reading = try SoundFileReading(path)
        reading.seek(to: from)
        let (rate, channels) = (reading.stored.mSampleRate, Int(reading.stored.mChannelsPerFrame))
        guard let source = SoundPlayingSource(reading, speed: speed, blockLength: Self.blockLength) else { return true }
        // Whoever has no sound output still sees time go on.
        let stream = try? output.open(sampleRate: Int(rate), channels: channels)
        defer { stream?.close() }
        var written: Int64 = 0
        func moment() -> CMTime { start + CMTime(value: written, timescale: CMTimeScale(rate)) }
        while true {
            guard thread.sleep(until: moment() - Self.lead, on: clock) else { return false }
            guard let samples = try source.next() else {
                guard case .again = ask(nil, channels), reading.length > 0 else { break }
                source.rewind()
                continue
            }
            guard case .gains(let from, let to) = ask(samples, channels) else { return false }
            // An output that fails stays silent.
            try? stream?.write(Self.scaled(samples, from, to))
            written += Int64(samples.count / channels)
        }
        return thread.sleep(until: moment(), on: clock)
    }

    private static func scaled(_ samples: [Float], _ from: [Float], _ to: [Float]) -> [Float] {
        if (from + to).allSatisfy({ $0 == 1 }) { return samples }
        let frames = Float(samples.count / from.count)
        return samples.enumerated().map { index, sample in
            let channel = index % from.count
            let part = Float(index / from.count) / frames
            return sample * (from[channel] + (to[channel] - from[channel]) * part)
        }
    }
}
