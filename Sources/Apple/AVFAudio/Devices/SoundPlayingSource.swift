import CaptureEngine
import Foundation
import MovieCoding

/// The samples of a file, at another speed if that is wanted. Used by one thread.
final class SoundPlayingSource {
    private let reading: SoundFileReading
    private let speed: Double
    private let buffer: AVAudioPCMBuffer
    private var stretch = TimeStretch()
    /// Whether the file was read to its end.
    private var isAtEnd = false

    /// - Returns: `nil` without memory.
    init?(_ reading: SoundFileReading, speed: Double, blockLength: AVAudioFrameCount) {
        let format = AVAudioFormat(
            ofFile: .linearPCM(
                sampleRate: reading.stored.mSampleRate, channels: Int(reading.stored.mChannelsPerFrame),
                bitsPerSample: 32, isFloat: true))
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: blockLength) else { return nil }
        (self.reading, self.speed, self.buffer) = (reading, speed, buffer)
    }

    /// From the beginning again.
    func rewind() {
        reading.seek(to: 0)
        (stretch, isAtEnd) = (TimeStretch(), false)
    }

    /// The next samples, frame by frame; `nil` at the end.
    func next() throws(CaptureError) -> [Float]? {
        if speed == 1 { return try read(Int(buffer.frameCapacity)) }
        if isAtEnd { return nil }
        var failure: CaptureError?
        let channels = Int(reading.stored.mChannelsPerFrame)
        let piece = stretch.next(channels: channels, sampleRate: reading.stored.mSampleRate, speed: speed) { count in
            var samples: [Float] = []
            while samples.count < count * channels, !isAtEnd {
                do throws(CaptureError) {
                    let more = try read(min(count - samples.count / channels, Int(buffer.frameCapacity)))
                    samples += more ?? []
                    isAtEnd = more == nil
                } catch {
                    (failure, isAtEnd) = (error, true)
                }
            }
            // Silence follows the end.
            samples += [Float](repeating: 0, count: count * channels - samples.count)
            return SoundBlock(interleaved: samples, channels: channels).channels
        }
        if let failure { throw failure }
        let frames = piece.first?.count ?? 0
        return (0..<frames * channels).map { piece[$0 % channels][$0 / channels] }
    }

    private func read(_ frames: Int) throws(CaptureError) -> [Float]? {
        buffer.frameLength = 0
        try reading.read(into: buffer, frames: frames)
        guard buffer.frameLength > 0, let data = buffer.floatChannelData else { return nil }
        let count = Int(buffer.frameLength) * Int(reading.stored.mChannelsPerFrame)
        return Array(UnsafeBufferPointer(start: data[0], count: count))
    }
}
