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
/// What is captured during a pause is left out, to the sample of sound, and what follows moves up, so that picture and
/// sound stay in step. Limits count what is in the movie.
///
/// Encoding runs on a thread of the recording's own. Its queue is bounded: when the encoder cannot keep up, new frames
/// are dropped; sound is never dropped. Frames that the movie lacks are counted, also those that the camera lost. While
/// the writer is still being made the newest frames wait, and the movie begins with the oldest of them. `onStart` comes
/// once, with the first frame, unless the recording ends before it; `onFinish` comes exactly once; both on the
/// recording's thread.
package final class Recording: FrameSink {
    /// Ends a recording by itself.
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

    /// What a recording has come to.
    package struct Progress: Sendable {
        package var duration = CMTime.zero
        package var fileSize: Int64 = 0
        package var frames = 0
        package var droppedFrames = 0

        package init() {}
    }

    /// What the recording's thread did of what was asked for.
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
    ///   - onStart: gets the timestamp of the first frame.
    ///   - onEvent: on the recording's thread, once what was captured before the event is written.
    ///   - onFinish: gets the reason why the recording ended, or `nil` when it was stopped. Whatever the reason, the
    ///     file holds all that was recorded until then, unless the reason is `noData`.
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

    /// Ends the recording: what was captured until `time` will be in the file.
    package func stop(at time: CMTime) {
        queue.withLock { $0.end(at: time, error: nil) }
    }

    /// Leaves out what is captured from `time` on, until ``resume(at:)``. Nothing happens when it is paused already.
    package func pause(at time: CMTime) {
        queue.withLock { $0.pause(at: time) }
    }

    /// Goes on with what is captured from `time` on; in the movie it follows at once on what was before the pause.
    package func resume(at time: CMTime) {
        queue.withLock { $0.resume(at: time) }
    }

    /// Ends the recording with what is there: nothing more will come.
    package func stopWaiting() {
        queue.withLock { queue in
            queue.end(at: nil, error: nil)
            queue.finish()
        }
    }

    package func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let orientation =
            configuration.video?.recordsTurns == true && sample.imageBuffer != nil
            ? MovieOrientation(rotation: route.rotation, isMirrored: route.isMirrored) : nil
        queue.withLock { $0.offer(sample, orientation: orientation) }
    }

    package func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {
        // Of sound there are no frames to miss.
        if route.source == configuration.video?.source { queue.withLock { $0.missed(at: timestamp) } }
    }

    package func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        // A movie of sound alone ends with its microphone.
        let isLeading = configuration.video == nil || route.source == configuration.video?.source
        queue.withLock { $0.routeEnded(isLeading: isLeading, error: error) }
    }
}
