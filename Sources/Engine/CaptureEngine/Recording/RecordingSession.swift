import CoreMedia
import Foundation

/// The thread of one ``Recording``: takes waiting samples, passes them to the writer, and closes the file.
final class RecordingSession {
    /// The timeout for late samples after the end: sound comes in blocks, and frames wait for their exposure.
    private static let timeout = Duration.milliseconds(500)
    /// How often the free disk space is checked, in frames.
    private static let freeSpaceCheckInterval = 15

    private static let durationReached = CaptureError(.durationLimit, "The recording reached its maximum duration")

    private let recording: Recording
    private var limits: Recording.Limits { recording.limits }
    private var writer: (any MovieWriter)?
    private var startTime: CMTime?
    private var lastEnd = CMTime.invalid
    private var progress = Recording.Progress()
    /// Missing frames after the last one in the movie.
    private var losses = 0
    /// The orientation of the next frame.
    private var pendingTurn: MovieOrientation?
    /// Sound that arrived before the first frame.
    private var earlySound: [CMSampleBuffer] = []
    private var metadata = WaitingMetadata()

    init(_ recording: Recording) {
        self.recording = recording
    }

    func run() {
        var failure: CaptureError?
        do throws(CaptureError) {
            writer = try recording.makeWriter(recording.configuration)
            recording.queue.withLock { $0.isWriterReady = true }
            failure = try writeUntilEnd()
        } catch {
            failure = error
        }
        recording.queue.withLock { queue in
            queue.end(at: nil, error: nil)
            queue.finish()
        }
        recording.onFinish(close(after: failure))
    }

    /// - Returns: why the recording ended; `nil` if it was stopped.
    private func writeUntilEnd() throws(CaptureError) -> CaptureError? {
        while true {
            switch nextItem() {
            case .sample(let sample, let track):
                try write(sample, to: track)
                endAtLimit()
            case .losses(let times):
                if startTime != nil { losses += times.count { !isPastLimit($0) } }
            case .turn(let orientation): pendingTurn = orientation
            case .metadata(let sample): metadata.add(sample)
            case .event(let event): recording.onEvent(event)
            case .end(let time, let error):
                decideEnd(time, error)
                return error
            }
        }
    }

    private func nextItem() -> RecordingQueue.Item {
        while true {
            if let item = recording.queue.wait(timeout: Self.timeout, until: { $0.next() }) { return item }
            // The timeout applies only to an ended recording; before that, the source has its own.
            recording.queue.withLock { queue in
                if queue.isWaitingForRest { queue.finish() }
            }
        }
    }

    private func write(_ sample: CMSampleBuffer, to track: MovieTrack) throws(CaptureError) {
        guard let writer else { return }
        let time = sample.presentationTimeStamp
        guard let startTime else {
            guard track == .video || recording.configuration.video == nil else {
                earlySound.append(sample)
                return
            }
            try begin(at: time, writer)
            return try write(sample, to: track)
        }
        if isPastLimit(time) {
            // The frame that would have reached the limit may have been dropped: a later one shows as much. Sound says
            // nothing about a camera that stalls.
            if track == .video || recording.configuration.video == nil { end(because: Self.durationReached) }
            return
        }
        if track == .audio, CMTimeAdd(time, sample.duration) <= startTime { return }
        try writer.append(sample, to: track)
        if progress.frames == 0, track == .video || recording.configuration.video == nil {
            try beginMetadata(at: startTime, writer)
        }
        if track == .video, let orientation = pendingTurn {
            pendingTurn = nil
            try writer.turn(to: orientation, at: time)
        }
        if track == .video || recording.configuration.video == nil {
            advance(past: sample, from: startTime)
            try writeMetadata(before: lastEnd, writer)
        }
    }

    private func begin(at time: CMTime, _ writer: any MovieWriter) throws(CaptureError) {
        startTime = time
        recording.onStart(recording.queue.withLock { $0.captureTime(ofMovie: time) })
        for sound in earlySound where CMTimeAdd(sound.presentationTimeStamp, sound.duration) > time {
            try writer.append(sound, to: .audio)
        }
        earlySound = []
    }

    /// Writes how each track of timed metadata begins.
    private func beginMetadata(at time: CMTime, _ writer: any MovieWriter) throws(CaptureError) {
        let start = recording.queue.withLock { $0.captureTime(ofMovie: time) }
        for track in recording.configuration.timedMetadata.indices {
            let first = metadata.first(ofTrack: track, at: start, movieTime: time)
            try writer.append(metadata: first?.bytes ?? [], at: time, toTrack: track)
        }
    }

    private func writeMetadata(before end: CMTime, _ writer: any MovieWriter) throws(CaptureError) {
        if recording.configuration.timedMetadata.isEmpty { return }
        let queue = recording.queue
        let reached = queue.withLock { $0.captureTime(ofMovie: end) }
        let due = metadata.take(before: reached) { time in queue.withLock { $0.movieTime(time) } }
        for sample in due {
            try writer.append(metadata: sample.bytes, at: sample.time, toTrack: sample.track)
        }
    }

    private func advance(past sample: CMSampleBuffer, from startTime: CMTime) {
        progress.frames += 1
        lastEnd = CMTimeAdd(sample.presentationTimeStamp, sample.duration)
        progress.duration = CMTimeSubtract(lastEnd, startTime)
        progress.fileSize = writer?.bytesWritten ?? 0
        countLosses()
        recording.publish(progress)
    }

    private func countLosses() {
        progress.droppedFrames += losses
        losses = 0
    }

    /// The latest end of the movie; `nil` without a limit, and before it has begun.
    private var limitTime: CMTime? {
        guard let startTime, let duration = limits.duration else { return nil }
        return CMTimeAdd(startTime, duration)
    }

    private func isPastLimit(_ time: CMTime) -> Bool { limitTime.map { time >= $0 } ?? false }

    /// Ends the recording when it has reached a limit; sound for the last frames may still come.
    private func endAtLimit() {
        if startTime != nil, let reached = limitReached() { end(because: reached) }
    }

    private func end(because limit: CaptureError) {
        let end = limit.code == .durationLimit ? limitTime ?? lastEnd : lastEnd
        recording.queue.withLock { $0.end(atMovieTime: end, error: limit) }
    }

    private func limitReached() -> CaptureError? {
        if let limit = limits.duration, progress.duration >= limit {
            return Self.durationReached
        }
        if let limit = limits.fileSize, progress.fileSize >= limit {
            return CaptureError(.fileSizeLimit, "The recording reached its maximum file size")
        }
        if let limit = limits.freeSpace, progress.frames.isMultiple(of: Self.freeSpaceCheckInterval),
            freeSpace() < limit
        {
            return CaptureError(.freeSpaceLimit, "The recording stopped to leave \(limit) bytes free on the disk")
        }
        return nil
    }

    private func freeSpace() -> Int64 {
        let folder = recording.configuration.url.deletingLastPathComponent().path
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        // If the disk cannot be queried, the recording continues: the writer reports failures.
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value ?? .max
    }

    /// Determines how long the last frame is shown: for its own duration, which the progress has counted, unless the
    /// recording was ended by its duration limit.
    private func decideEnd(_ time: CMTime?, _ error: CaptureError?) {
        guard let time, lastEnd.isValid, error?.code == .durationLimit, let duration = limits.duration else { return }
        // A later frame has shown that the camera only left frames out.
        lastEnd = time
        progress.duration = duration
    }

    private func close(after failure: CaptureError?) -> CaptureError? {
        guard let writer else { return failure }
        guard progress.frames > 0 else {
            writer.cancel()
            return failure ?? CaptureError(.noData, "The recording was stopped before the first frame arrived")
        }
        countLosses()
        recording.publish(progress)
        var lastFailure: CaptureError?
        do throws(CaptureError) { try writer.finish(at: lastEnd) } catch { lastFailure = error }
        progress.fileSize = writer.bytesWritten
        if let content = writer.content, content.frames < progress.frames {
            (progress.frames, progress.duration) = (content.frames, content.duration)
        }
        recording.publish(progress)
        // That a limit was reached says nothing of the file; the first failure says why there are more.
        return failure.flatMap { $0.isLimit && lastFailure != nil ? nil : $0 } ?? lastFailure
    }
}
