import CaptureEngine
import CoreMedia
import Foundation
import MovieCoding

/// The sound of a file, from any place on. One thread at a time.
final class SoundFileReading {
    /// The format in the file.
    let stored: AudioStreamBasicDescription
    /// In frames.
    let length: Int64
    private(set) var position: Int64 = 0
    private let track: MovieFacts.Track
    private var reader: TrackReader?
    private var wanted: AudioStreamBasicDescription?
    /// What was read and did not fit, interleaved.
    private var waiting = Data()

    init(_ path: String) throws(CaptureError) {
        let facts = try MovieFacts.read(path)
        guard let track = facts.tracks.first(where: { $0.kind == .sound }),
            let stored = track.formats.first?.audioStreamBasicDescription, stored.mSampleRate > 0
        else { throw CaptureError(.fileUnreadable, "\(path) has no sound") }
        self.track = track
        self.stored = stored
        let end = track.timeRange.end
        length =
            end.isNumeric
            ? end.convertScale(CMTimeScale(stored.mSampleRate), method: .roundHalfAwayFromZero).value : 0
    }

    func seek(to frame: Int64) {
        position = min(max(frame, 0), length)
        reader = nil
        waiting = Data()
    }

    /// Fills a buffer with so many frames, fewer at the end.
    func read(into buffer: AVAudioPCMBuffer, frames: Int) throws(CaptureError) {
        let format = interleaved(buffer.format)
        let frameBytes = Int(format.mBytesPerFrame)
        var missing = min(frames, Int(length - position))
        while missing > 0 {
            if waiting.isEmpty {
                guard let sample = try next(format) else { break }
                do { waiting = try sample.dataBuffer?.dataBytes() ?? Data() } catch {
                    throw CaptureError(.fileUnreadable, "sound cannot be read", cause: error)
                }
                continue
            }
            let count = min(waiting.count, missing * frameBytes)
            let taken = waiting.withUnsafeBytes { bytes in
                buffer.append(interleaved: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
            guard taken > 0 else { break }
            waiting = Data(waiting.dropFirst(taken * frameBytes))
            position += Int64(taken)
            missing -= taken
        }
    }

    private func next(_ format: AudioStreamBasicDescription) throws(CaptureError) -> CMSampleBuffer? {
        let reader: TrackReader
        if let current = self.reader {
            reader = current
        } else {
            let start = CMTime(value: position, timescale: CMTimeScale(stored.mSampleRate))
            reader = try TrackReader(
                track.segments, .sound(format), range: CMTimeRange(start: start, duration: .positiveInfinity))
            self.reader = reader
        }
        return try reader.next()
    }

    private func interleaved(_ format: AVAudioFormat) -> AudioStreamBasicDescription {
        var description = format.streamFormat
        description.mFormatFlags &= ~kAudioFormatFlagIsNonInterleaved
        description.mBytesPerFrame = description.mBitsPerChannel / 8 * description.mChannelsPerFrame
        description.mBytesPerPacket = description.mBytesPerFrame
        return description
    }
}
