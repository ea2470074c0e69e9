import CaptureEngine
import CoreMedia
import FFmpeg

/// Encodes the sound of Live Photos continuously, and keeps the newest.
final class LivePhotoSound {
    /// No movie spans a longer silence: a new track begins. A shorter one is filled.
    private static let longestGap = CMTimeMultiply(LivePhotoCapture.reach, multiplier: 2)
    /// Sound that arrives twice is cut off; a clock that is set back by more begins a new track.
    private static let longestOverlap = CMTime(value: -1, timescale: 1)
    /// A minute of sound.
    private static let maximumBytes = 1 << 20

    /// The time of the first sound: 0 of the ring's times.
    let origin: CMTime
    let track: MovieAudioTrack
    private(set) var ring = PacketRing(capacity: maximumBytes)
    private let source: CMFormatDescription
    private var lastEnd: CMTime

    /// - Throws: ``CaptureError`` `formatUnsupported`, `encoderNotFound`.
    init(like sample: CMSampleBuffer) throws(CaptureError) {
        guard let format = sample.formatDescription else {
            throw CaptureError(.formatUnsupported, "sound came without its format")
        }
        source = format
        origin = sample.presentationTimeStamp
        lastEnd = origin
        track = try MovieAudioTrack(MovieConfiguration.Audio(format: format))
    }

    /// Whether the encoder accepts such sound, and it follows on from the previous block.
    func accepts(_ sample: CMSampleBuffer) -> Bool {
        let gap = CMTimeSubtract(sample.presentationTimeStamp, lastEnd)
        guard gap < Self.longestGap, gap > Self.longestOverlap, let format = sample.formatDescription else {
            return false
        }
        return format === source
            || format.audioStreamBasicDescription?.mSampleRate == source.audioStreamBasicDescription?.mSampleRate
                && format.audioStreamBasicDescription?.mFormatFlags == source.audioStreamBasicDescription?.mFormatFlags
                && format.audioStreamBasicDescription?.mBytesPerFrame
                    == source.audioStreamBasicDescription?.mBytesPerFrame
    }

    func encode(_ sample: CMSampleBuffer) throws(CaptureError) {
        guard let block = sample.dataBuffer else { return }
        lastEnd = CMTimeAdd(sample.presentationTimeStamp, sample.duration)
        for packet in try track.encode(block, at: frames(sample.presentationTimeStamp)) { ring.append(packet) }
    }

    /// Takes the remaining packets out of the encoder; nothing can be encoded afterwards.
    func finish() throws(CaptureError) {
        for packet in try track.finish() { ring.append(packet) }
    }

    func trim(before time: CMTime) {
        // A decoder needs the previous packet.
        ring.trim(before: frames(time) - 2 * track.description.sampleDuration)
    }

    /// Where the sound in the ring ends.
    var end: CMTime {
        guard let last = ring.entries.last else { return origin }
        let end = last.time + track.description.sampleDuration
        return CMTimeAdd(origin, CMTime(value: end, timescale: Int32(track.sampleRate)))
    }

    func frames(_ time: CMTime) -> Int64 {
        CMTimeSubtract(time, origin).convertScale(Int32(track.sampleRate), method: .roundHalfAwayFromZero).value
    }
}
