import CaptureEngine
import CoreMedia
import FFmpeg

/// What gives samples, one after the other. One thread at a time.
package protocol SampleReading: AnyObject {
    /// The next sample; `nil` at the end.
    ///
    /// - Throws: ``CaptureError`` `fileUnreadable`, `encoderNotFound`, `formatUnsupported`.
    func next() throws(CaptureError) -> CMSampleBuffer?
}

/// Reads a track, one sample after the other, from the files that its segments name. One thread at a time.
package final class TrackReader: SampleReading {
    package enum Output: Sendable {
        /// The samples as they are stored.
        case stored
        /// Decoded pictures; `nil` for the pixel format and the size that are nearest to what is stored.
        case pictures(OSType?, size: CMVideoDimensions?)
        /// Linear PCM, interleaved; `nil` for 16 bits at the stored rate.
        case sound(AudioStreamBasicDescription?)
    }

    private enum Source {
        case stored(StoredSource)
        case pictures(PictureSource)
        case sound(any SegmentSound)
    }

    /// The pixel formats that pictures can have.
    package static let pixelFormats: Set<OSType> = [
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
        kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    ]

    private var segments: ArraySlice<MediaSegment>
    private let output: Output
    private let keepsPitch: Bool
    private let range: CMTimeRange
    private var current: (source: Source, segment: MediaSegment, from: CMTimeRange)?
    private let frames: FrameMaker?
    private let layout: PCMLayout?
    private let soundFormat: CMFormatDescription?

    /// - Parameters:
    ///   - range: on the track's timeline.
    ///   - keepsPitch: whether sound at another speed has the pitch that is stored, instead of a lower or higher one.
    /// - Throws: ``CaptureError`` `formatUnsupported` for sound in a form that cannot be made.
    package init(
        _ segments: [MediaSegment], _ output: Output,
        range: CMTimeRange = CMTimeRange(start: .zero, duration: .positiveInfinity), keepsPitch: Bool = false
    ) throws(CaptureError) {
        self.segments = segments[...]
        self.output = output
        self.range = range
        self.keepsPitch = keepsPitch
        switch output {
        case .stored: (frames, layout, soundFormat) = (nil, nil, nil)
        case .pictures(let format, let size): (frames, layout, soundFormat) = (FrameMaker(format, size), nil, nil)
        case .sound(let format):
            let stored = segments.lazy.compactMap { $0.source?.format.audioStreamBasicDescription }.first
            let wanted =
                format
                ?? .linearPCM(
                    sampleRate: stored?.mSampleRate ?? 44_100, channels: Int(stored?.mChannelsPerFrame ?? 2))
            (frames, layout, soundFormat) = (nil, try PCMLayout(wanted), .audio(wanted))
        }
    }

    /// The next sample, on the track's timeline; `nil` at the end.
    package func next() throws(CaptureError) -> CMSampleBuffer? {
        while true {
            if let current {
                if let sample = try next(of: current) { return sample }
                self.current = nil
            }
            guard let segment = segments.popFirst() else { return nil }
            try open(segment)
        }
    }

    private func open(_ segment: MediaSegment) throws(CaptureError) {
        guard let source = segment.source else { return }
        let target = range.intersection(segment.targetRange)
        guard target.isValid, target.duration > .zero else { return }
        let from = CMTimeRange(
            start: target.start.mapped(from: segment.targetRange, to: segment.sourceRange),
            end: target.end.mapped(from: segment.targetRange, to: segment.sourceRange))
        let part = MediaSegment(source, from, at: target)
        switch output {
        case .stored: current = (.stored(try StoredSource(source, from)), part, segment.sourceRange)
        case .pictures: current = (.pictures(try PictureSource(source, from)), part, segment.sourceRange)
        case .sound:
            guard let layout else { return }
            let speed =
                from.duration == target.duration || !target.duration.isNumeric
                ? 1 : from.duration.seconds / target.duration.seconds
            let sound: any SegmentSound =
                keepsPitch && speed != 1
                ? try StretchedSound(source, from, layout, speed: speed)
                : try SoundSource(source, from, layout, speed: speed)
            current = (.sound(sound), part, segment.sourceRange)
        }
    }

    private func next(
        of current: (source: Source, segment: MediaSegment, from: CMTimeRange)
    ) throws(CaptureError) -> CMSampleBuffer? {
        let segment = current.segment
        switch current.source {
        case .stored(let source):
            guard let sample = try source.next() else { return nil }
            return try moved(sample, segment)
        case .pictures(let source):
            guard let shown = try source.next(), let frames else { return nil }
            // The segment may begin in the middle of a picture.
            let start = CMTimeMaximum(shown.time, current.from.start)
            let end = CMTimeMinimum(shown.time + shown.duration, current.from.end)
            let buffer = try frames.frame(of: shown.picture, path: source.source.path)
            return .frame(
                buffer, format: frames.format(of: buffer),
                presentationTimeStamp: start.mapped(from: segment.sourceRange, to: segment.targetRange),
                duration: (end - start).scaled(from: segment.sourceRange.duration, to: segment.targetRange.duration))
        case .sound(let source):
            guard let sound = try source.next(), let soundFormat else { return nil }
            return .sound(
                CMBlockBuffer(copying: sound.bytes), format: soundFormat, numSamples: sound.frames,
                presentationTimeStamp: segment.targetRange.start + sound.time)
        }
    }

    private func moved(_ sample: CMSampleBuffer, _ segment: MediaSegment) throws(CaptureError) -> CMSampleBuffer {
        guard segment.sourceRange != segment.targetRange else { return sample }
        func move(_ time: CMTime) -> CMTime {
            time.isNumeric ? time.mapped(from: segment.sourceRange, to: segment.targetRange) : time
        }
        do {
            let timings = try sample.sampleTimingInfos().map { timing in
                CMSampleTimingInfo(
                    duration: timing.duration.scaled(
                        from: segment.sourceRange.duration, to: segment.targetRange.duration),
                    presentationTimeStamp: move(timing.presentationTimeStamp),
                    decodeTimeStamp: move(timing.decodeTimeStamp))
            }
            return try CMSampleBuffer(copying: sample, withNewTiming: timings)
        } catch {
            throw CaptureError(.fileUnreadable, "a sample cannot be moved in time", cause: error)
        }
    }
}
