import CaptureEngine
import CoreMedia
import Foundation

/// A file on its way to the sound output, on a thread of its own.
final class SoundPlaying: Sendable {
    /// What becomes of a block of samples, or of the file at its end.
    enum Answer {
        case volume(Float)
        case again
        case end
    }

    /// How long before it is heard sound is written.
    private static let lead = CMTime(value: 1, timescale: 5)
    private static let blockLength: AVAudioFrameCount = 1024

    private let path: String
    private let from: Int64
    private let start: CMTime
    private let clock: any CaptureClock
    private let output: any SoundOutput

    init(path: String, from: Int64, start: CMTime, clock: any CaptureClock, output: any SoundOutput) {
        (self.path, self.from, self.start, self.clock, self.output) = (path, from, start, clock, output)
    }

    /// - Parameter ask: gets each block of interleaved samples, and `nil` at the end of the file.
    /// - Returns: whether the sound was heard to its end; `false` if the thread was cancelled.
    func run(
        _ thread: SourceThread, _ ask: (_ samples: [Float]?, _ channels: Int) -> Answer
    ) throws(CaptureError) -> Bool {
        let reading = try SoundFileReading(path)
        reading.seek(to: from)
        let (rate, channels) = (reading.stored.mSampleRate, Int(reading.stored.mChannelsPerFrame))
        let format = AVAudioFormat(
            ofFile: .linearPCM(sampleRate: rate, channels: channels, bitsPerSample: 32, isFloat: true))
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: Self.blockLength) else { return true }
        // Whoever has no sound output still sees time go on.
        let stream = try? output.open(sampleRate: Int(rate), channels: channels)
        defer { stream?.close() }
        var written: Int64 = 0
        func moment() -> CMTime { start + CMTime(value: written, timescale: CMTimeScale(rate)) }
        while true {
            guard thread.sleep(until: moment() - Self.lead, on: clock) else { return false }
            buffer.frameLength = 0
            try reading.read(into: buffer, frames: Int(Self.blockLength))
            guard buffer.frameLength > 0, let data = buffer.floatChannelData else {
                guard case .again = ask(nil, channels), reading.length > 0 else { break }
                reading.seek(to: 0)
                continue
            }
            let samples = Array(UnsafeBufferPointer(start: data[0], count: Int(buffer.frameLength) * channels))
            guard case .volume(let volume) = ask(samples, channels) else { return false }
            // An output that fails stays silent.
            try? stream?.write(volume == 1 ? samples : samples.map { $0 * volume })
            written += Int64(buffer.frameLength)
        }
        return thread.sleep(until: moment(), on: clock)
    }
}
