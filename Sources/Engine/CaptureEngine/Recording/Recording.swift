import CoreMedia
import Foundation
import Locking

/// One recording, from the first frame to the finished file.
///
/// | phase | a sample | `stop` | the camera's route ends, or the writer fails |
/// | --- | --- | --- | --- |
/// | recording | is queued for the writer | → ending | → ending, with the error |
/// | ending | is queued while it is older than the end | nothing | → finished |
/// | finished | is ignored | nothing | nothing |
///
/// What is captured during a pause is left out, to the exact sample of sound, and the rest moves up, so that
/// picture and sound stay in sync. Limits apply to what is in the movie.
///
/// Encoding runs on the recording's own thread. Its queue is bounded: when the encoder cannot keep up, new frames are
/// dropped; sound is never dropped. Frames that the movie lacks are counted, including those that the camera lost.
/// While the writer is being set up, the newest frames wait, and the movie begins with the oldest of them. `onStart` is
/// called once, with the first frame, unless the recording ends before it. `onFinish` is called exactly once. Both run
/// on the recording's thread.
package final class Recording: FrameSink {
    /// Limits at which a recording ends by itself.
    package struct Limits: Sendable {
        package var duration: CMTime?
        package var fileSize: Int64?
        /// Bytes to leave free on the disk.
        package var freeSpace: Int64?

        package init(duration: CMTime? = nil, fileSize: Int64? = nil, freeSpace: Int64? = nil) {
            self.duration = duration
            self.fileSize = fileSize
            self.freeSpace = freeSpace
        }
    }

    /// How far a recording has got.
    package struct Progress: Sendable {
        package var duration = CMTime.zero
        package var fileSize: Int64 = 0
        package var frames = 0
        package var droppedFrames = 0

        package init() {}
    }

    /// A pause or resume that the recording's thread has carried out.
    package enum Event: Sendable {
        case paused
        case resumed
    }

    package typealias WriterFactory = @Sendable (MovieConfiguration) throws(CaptureError) -> any MovieWriter

    let queue: Monitor<RecordingQueue>
    let configuration: MovieConfiguration
    let limits: Limits
    let makeWriter: WriterFactory
    let onStart: @Sendable (CMTime) -> Void
    let onEvent: @Sendable (Event) -> Void
    let onFinish: @Sendable (CaptureError?) -> Void
    private let published = Mutex(Progress())

    /// - Parameters:
    ///   - onStart: receives the timestamp of the first frame.
    ///   - onEvent: on the recording's thread, once everything captured before the event is written.
    ///   - onFinish: receives the reason why the recording ended, or `nil` if it was stopped. Whatever the reason, the
    ///     file holds everything recorded until then, unless the reason is `noData`.
    package init(
        _ configuration: MovieConfiguration, limits: Limits = Limits(), makeWriter: @escaping WriterFactory,
        onStart: @escaping @Sendable (CMTime) -> Void, onEvent: @escaping @Sendable (Event) -> Void = { _ in },
        onFinish: @escaping @Sendable (CaptureError?) -> Void
    ) {
        self.configuration = configuration
        self.limits = limits
        self.makeWriter = makeWriter
        self.onStart = onStart
        self.onEvent = onEvent
        self.onFinish = onFinish
        queue = Monitor(
            RecordingQueue(hasVideo: configuration.video != nil, hasAudio: configuration.audio != nil))
    }

    package var progress: Progress {
        published.withLock { $0 }
    }

    func publish(_ progress: Progress) {
        published.withLock { $0 = progress }
    }

    /// Starts the recording's thread, which lives until `onFinish` has returned.
    package func start() {
        Thread.start(named: "recording") { RecordingSession(self).run() }
    }

    /// Ends the recording: everything captured until `time` will be in the file.
    package func stop(at time: CMTime) {
        queue.withLock { $0.end(at: time, error: nil) }
    }

    /// Leaves out what is captured from `time` on, until ``resume(at:)``. Does nothing if already paused.
    package func pause(at time: CMTime) {
        queue.withLock { $0.pause(at: time) }
    }

    /// Continues with what is captured from `time` on; in the movie it directly follows what came before the pause.
    package func resume(at time: CMTime) {
        queue.withLock { $0.resume(at: time) }
    }

    /// Ends the recording with what has arrived; nothing more will.
    package func stopWaiting() {
        queue.withLock { queue in
            queue.end(at: nil, error: nil)
            queue.finish()
        }
    }

    /// Writes a sample of timed metadata once the movie has come to its time. Any thread.
    package func add(_ sample: TimedMetadata) {
        queue.withLock { $0.add(sample) }
    }

    package var isBehind: Bool { queue.withLock { $0.isBehind } }

    package func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let orientation =
            configuration.video?.recordsTurns == true && sample.imageBuffer != nil
            ? MovieOrientation(rotation: route.rotation, isMirrored: route.isMirrored) : nil
        queue.withLock { $0.offer(sample, orientation: orientation) }
    }

    package func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {
        // Sound has no frames that could be missed.
        if route.source == configuration.video?.source { queue.withLock { $0.missed(at: timestamp) } }
    }

    package func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        // A movie without pictures ends with its microphone.
        let isLeading = configuration.video == nil || route.source == configuration.video?.source
        queue.withLock { $0.routeEnded(isLeading: isLeading, error: error) }
    }
}
