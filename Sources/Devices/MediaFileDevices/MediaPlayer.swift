import CaptureEngine
import FFmpeg

/// Decodes a few samples ahead and delivers each when it is due.
///
/// Samples that are much too late are dropped. If decoding stays too slow for the file's rate, the rest of the file is
/// delayed, so that frames keep coming.
final class MediaPlayer: @unchecked Sendable {  // Only the source's thread uses it.
    /// Samples that are decoded before they are due.
    private static let samplesAhead = 3
    /// Frames that wait here, the next one included.
    static let framesHeld = samplesAhead + 1
    /// After this many late samples in a row, the rest of the file is delayed.
    private static let lateFrameLimit = 30

    private let track: any MediaTrack
    private let format: CMFormatDescription
    private let clock: any CaptureClock
    /// When the beginning of the file is due, in nanoseconds of the clock.
    private var start: Int64
    private var samples: [TrackSample]
    private var lateInARow = 0

    init(
        track: any MediaTrack, first: TrackSample, format: CMFormatDescription, start: Int64, clock: any CaptureClock
    ) {
        self.track = track
        self.format = format
        self.start = start
        self.clock = clock
        samples = [first]
    }

    /// Plays until the thread is cancelled.
    ///
    /// - Throws: if the file cannot be decoded any further.
    func play(on thread: SourceThread, _ deliver: (SourceEvent) -> Void) throws(CaptureError) {
        while !thread.isCancelled {
            if samples.isEmpty || samples.count <= Self.samplesAhead && clock.now.nanoseconds < due(samples[0]) {
                samples.append(try track.next())
                continue
            }
            let sample = samples.removeFirst()
            guard thread.sleep(until: CMTime(nanoseconds: due(sample)), on: clock) else { return }
            deliver(event(sample))
        }
    }

    private func due(_ sample: TrackSample) -> Int64 { start + sample.time + track.delay(of: sample) }

    private func event(_ sample: TrackSample) -> SourceEvent {
        let time = CMTime(nanoseconds: start + sample.time)
        let lateness = clock.now.nanoseconds - due(sample)
        if clock.isRealTime, lateness > track.tolerance {
            lateInARow += 1
            if lateInARow == Self.lateFrameLimit {
                start += lateness
                lateInARow = 0
            }
            return .dropped(timestamp: time, reason: .late)
        }
        lateInARow = 0
        switch sample.content {
        case .picture(let frame):
            let picture = CMSampleBuffer.frame(
                frame, format: format, presentationTimeStamp: time, duration: CMTime(nanoseconds: sample.duration))
            if let encoded = sample.encodedPicture { picture.encodedPicture = encoded }
            return .sample(picture)
        case .sound(let sound):
            let channels = format.audioStreamBasicDescription.map { Int($0.mChannelsPerFrame) } ?? 1
            return .sample(
                .sound(
                    sound.withUnsafeBytes { CMBlockBuffer(copying: $0) }, format: format,
                    numSamples: sound.count / channels, presentationTimeStamp: time))
        case .noBuffer:
            return .dropped(timestamp: time, reason: .outOfBuffers)
        case .damaged:
            return .dropped(timestamp: time, reason: .discontinuity)
        }
    }
}

extension CMTime {
    /// Nanoseconds, rounded.
    var nanoseconds: Int64 { convertScale(1_000_000_000, method: .default).value }

    init(nanoseconds: Int64) {
        self.init(value: nanoseconds, timescale: 1_000_000_000)
    }
}
