import CaptureEngine
import CoreMedia

/// What gives the sound of a segment, as linear PCM. One thread at a time.
protocol SegmentSound: AnyObject {
    /// - Returns: samples, and where the first is, from the beginning of the range at the speed of playback.
    func next() throws(CaptureError) -> (bytes: [UInt8], frames: Int, time: CMTime)?
}

extension SoundSource: SegmentSound {}

/// The sound of a stream at another speed, with the pitch that it has. One thread at a time.
///
/// Sound without a gap is stretched as a whole; after a gap, the next sound begins where it belongs.
final class StretchedSound: SegmentSound {
    /// Sound without a gap.
    private struct Run {
        /// Where it begins, at the speed of the file.
        let start: CMTime
        var stretch = TimeStretch()
        /// What is read and not stretched yet, of each channel.
        var waiting: [[Float]]
        /// The frames read from the file so far.
        var read = 0
        /// The frames delivered so far, at the speed of playback.
        var made = 0
        var isComplete = false
    }

    /// In seconds. A smaller one comes from the rounding of a file's times.
    private static let smallestGap = 0.02
    /// In frames, so that a sample buffer is no shorter than those of other sound.
    private static let blockLength = 2048

    private let source: SoundSource
    private let speed: Double
    private let layout: PCMLayout
    private var run: Run?
    /// What was read, and begins the next run.
    private var following: (samples: [[Float]], time: CMTime)?

    /// - Parameters:
    ///   - range: on the file's timeline.
    ///   - layout: the linear PCM that is wanted, interleaved.
    ///   - speed: how much faster it is played.
    init(
        _ source: MediaSegment.Source, _ range: CMTimeRange, _ layout: PCMLayout, speed: Double
    ) throws(CaptureError) {
        let floats = try PCMLayout(
            .linearPCM(
                sampleRate: Double(layout.sampleRate), channels: layout.channels, bitsPerSample: 32, isFloat: true))
        self.source = try SoundSource(source, range, floats, speed: 1)
        (self.layout, self.speed) = (layout, speed)
    }

    func next() throws(CaptureError) -> (bytes: [UInt8], frames: Int, time: CMTime)? {
        while true {
            if run == nil { try beginRun() }
            guard var current = run else { return nil }
            run = nil
            var samples: [Float] = []
            let first = current.made
            while samples.count < Self.blockLength * layout.channels, !isAtEnd(current) {
                samples += try stretched(&current)
            }
            if !isAtEnd(current) { run = current }
            guard !samples.isEmpty else { continue }
            let time =
                CMTimeMultiplyByFloat64(current.start, multiplier: 1 / speed)
                + CMTime(value: Int64(first), timescale: CMTimeScale(layout.sampleRate))
            return (layout.fromNative(layout.nativeBytes(of: samples)), samples.count / layout.channels, time)
        }
    }

    private func beginRun() throws(CaptureError) {
        if following == nil { following = try read() }
        guard let (samples, time) = following else { return }
        following = nil
        run = Run(start: time, waiting: samples, read: samples.first?.count ?? 0)
    }

    private func read() throws(CaptureError) -> (samples: [[Float]], time: CMTime)? {
        guard let sound = try source.next() else { return nil }
        let channels = layout.channels
        let samples = sound.bytes.withUnsafeBytes { bytes in
            let floats = bytes.bindMemory(to: Float.self)
            return (0..<channels).map { channel in (0..<sound.frames).map { floats[$0 * channels + channel] } }
        }
        return (samples, sound.time)
    }

    /// How many frames a complete run becomes.
    private func length(_ run: Run) -> Int { Int((Double(run.read) / speed).rounded()) }

    private func isAtEnd(_ run: Run) -> Bool { run.isComplete && run.made >= length(run) }

    /// The next piece, interleaved; no more than belongs to the run.
    private func stretched(_ run: inout Run) throws(CaptureError) -> [Float] {
        var stretch = run.stretch
        let piece = try stretch.next(
            channels: layout.channels, sampleRate: Double(layout.sampleRate), speed: speed
        ) { count throws(CaptureError) in try take(count, &run) }
        run.stretch = stretch
        let frames = piece.first?.count ?? 0
        let kept = run.isComplete ? min(frames, length(run) - run.made) : frames
        run.made += max(kept, 0)
        return (0..<max(kept, 0) * layout.channels).map { piece[$0 % layout.channels][$0 / layout.channels] }
    }

    /// Takes `count` frames of each channel; silence follows the end of the run.
    private func take(_ count: Int, _ run: inout Run) throws(CaptureError) -> [[Float]] {
        while !run.isComplete, (run.waiting.first?.count ?? 0) < count {
            guard let (samples, time) = try read() else {
                run.isComplete = true
                break
            }
            let expected = run.start.seconds + Double(run.read) / Double(layout.sampleRate)
            guard abs(time.seconds - expected) < Self.smallestGap else {
                following = (samples, time)
                run.isComplete = true
                break
            }
            for channel in samples.indices { run.waiting[channel] += samples[channel] }
            run.read += samples.first?.count ?? 0
        }
        var result: [[Float]] = []
        for channel in run.waiting.indices {
            let given = min(count, run.waiting[channel].count)
            result.append(
                Array(run.waiting[channel].prefix(given)) + [Float](repeating: 0, count: count - given))
            run.waiting[channel].removeFirst(given)
        }
        return result
    }
}
