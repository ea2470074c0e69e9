import CaptureEngine
import CoreMedia

/// Adds the sound of several tracks, each at its own volume. Silence is where no track has sound. One thread at a time.
package final class SoundMixer: SampleReading {
    package struct Input: Sendable {
        package var segments: [MediaSegment]
        /// Of one number each; 1 without any.
        package var volumes: [CompositionPlan.Ramp]
        /// See ``TrackReader``.
        package var keepsPitch: Bool

        package init(
            _ segments: [MediaSegment], volumes: [CompositionPlan.Ramp] = [], keepsPitch: Bool = false
        ) {
            self.segments = segments
            self.volumes = volumes
            self.keepsPitch = keepsPitch
        }
    }

    private struct Track {
        let reader: TrackReader
        let volumes: [CompositionPlan.Ramp]
        /// What is read and not added yet, in order.
        var waiting: [Piece] = []
        /// Where what is read ends, in frames since the start; `nil` before the first sound.
        var end: Int?
        var isAtEnd = false
    }

    /// Sound without a gap.
    private struct Piece {
        let samples: [Float]
        /// In frames since the start.
        let place: Range<Int>
    }

    /// In frames.
    private static let blockLength = 1024

    private let range: CMTimeRange
    private let format: CMFormatDescription
    private let layout: PCMLayout
    private let total: Int
    private var tracks: [Track]
    private var place = 0

    /// - Parameters:
    ///   - range: on the timeline; it has an end.
    ///   - format: the linear PCM that is wanted.
    package init(
        _ inputs: [Input], range: CMTimeRange, _ format: AudioStreamBasicDescription
    ) throws(CaptureError) {
        self.range = range
        self.format = .audio(format)
        let layout = try PCMLayout(format)
        self.layout = layout
        let rate = CMTimeScale(layout.sampleRate)
        total =
            range.duration.isNumeric
            ? Int(range.duration.convertScale(rate, method: .roundHalfAwayFromZero).value) : 0
        var tracks: [Track] = []
        for input in inputs {
            let reader = try TrackReader(
                input.segments,
                .sound(
                    .linearPCM(
                        sampleRate: format.mSampleRate, channels: layout.channels, bitsPerSample: 32, isFloat: true)),
                range: range, keepsPitch: input.keepsPitch)
            tracks.append(Track(reader: reader, volumes: input.volumes))
        }
        self.tracks = tracks
    }

    package func next() throws(CaptureError) -> CMSampleBuffer? {
        let frames = min(Self.blockLength, total - place)
        guard frames > 0 else { return nil }
        var mix = [Float](repeating: 0, count: frames * layout.channels)
        for index in tracks.indices { try add(&tracks[index], to: &mix, frames) }
        let time = range.start + CMTime(value: Int64(place), timescale: CMTimeScale(layout.sampleRate))
        place += frames
        return .sound(
            CMBlockBuffer(copying: layout.fromNative(layout.nativeBytes(of: mix))), format: format, numSamples: frames,
            presentationTimeStamp: time)
    }

    private func add(_ track: inout Track, to mix: inout [Float], _ frames: Int) throws(CaptureError) {
        let channels = layout.channels
        let block = place..<place + frames
        while !track.isAtEnd, track.end ?? 0 < block.upperBound {
            guard let sample = try track.reader.next() else {
                track.isAtEnd = true
                break
            }
            try append(sample, to: &track)
        }
        for piece in track.waiting {
            for frame in piece.place.clamped(to: block) {
                let volume = self.volume(track, at: frame)
                let target = (frame - block.lowerBound) * channels
                let source = (frame - piece.place.lowerBound) * channels
                for channel in 0..<channels { mix[target + channel] += piece.samples[source + channel] * volume }
            }
        }
        track.waiting.removeAll { $0.place.upperBound <= block.upperBound }
    }

    /// Places sound by its time. A gap before it is silence, which may last for hours, and takes no memory.
    private func append(_ sample: CMSampleBuffer, to track: inout Track) throws(CaptureError) {
        let rate = CMTimeScale(layout.sampleRate)
        let offset = (sample.presentationTimeStamp - range.start).convertScale(rate, method: .roundHalfAwayFromZero)
        let bytes: Data
        do { bytes = try sample.dataBuffer?.dataBytes() ?? Data() } catch {
            throw CaptureError(.fileUnreadable, "sound cannot be read", cause: error)
        }
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        // A difference from rounding is not a gap.
        let isAfterGap = track.end.map { Int(offset.value) - $0 > 2 } ?? true
        let start = isAfterGap ? max(Int(offset.value), 0) : track.end ?? 0
        let end = start + samples.count / layout.channels
        track.waiting.append(Piece(samples: samples, place: start..<end))
        track.end = end
    }

    private func volume(_ track: Track, at frame: Int) -> Float {
        guard !track.volumes.isEmpty else { return 1 }
        let time = range.start + CMTime(value: Int64(frame), timescale: CMTimeScale(layout.sampleRate))
        return Float(track.volumes.value(at: time)?.first ?? 1)
    }
}
