import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// An output that records into a file. Source: Apple, AVCaptureFileOutput.
open class AVCaptureFileOutput: AVCaptureOutput, @unchecked Sendable {  // the state is in Mutexes
    struct Limits {
        var duration = CMTime.invalid
        var fileSize: Int64 = 0
        var freeSpace: Int64 = 0
    }

    /// A recording under way, and its delegate.
    struct Active: @unchecked Sendable {  // the delegate is called on `delegateQueue` only
        var recording: Recording
        var url: URL
        var delegate: any AVCaptureFileOutputRecordingDelegate
        var connections: [AVCaptureConnection]
        var isPaused = false
        /// The machine sleeps once the file is complete and the delegate knows.
        var sleepDelays: [SurroundingsObservation] = []
    }

    private let limits = Mutex(Limits())
    let active = Mutex<Active?>(nil)
    /// The final progress of the last recording.
    let lastProgress = Mutex(Recording.Progress())
    /// Delegates are called here, one call at a time.
    let delegateQueue = DispatchQueue(label: "AVCaptureFileOutput.delegate")

    /// Whether a recording is under way: from `startRecording` until its file is complete. Observable.
    public var isRecording: Bool { active.withLock { $0 != nil } }

    /// The file that is being recorded to; `nil` when there is none.
    public var outputFileURL: URL? { active.withLock { $0?.url } }

    /// How much has been recorded, without pauses; that of the last recording when none is under way.
    public var recordedDuration: CMTime { progress.duration }

    /// How large the file is, in bytes.
    public var recordedFileSize: Int64 { progress.fileSize }

    var progress: Recording.Progress {
        active.withLock { $0?.recording.progress } ?? lastProgress.withLock { $0 }
    }

    /// The duration at which a recording ends by itself, with ``AVError`` `maximumDurationReached` and a complete file;
    /// `.invalid` (no limit) by default. It applies to recordings that begin later.
    public var maxRecordedDuration: CMTime {
        get { limits.withLock { $0.duration } }
        set { limits.withLock { $0.duration = newValue } }
    }

    /// The size in bytes at which a recording ends by itself, with ``AVError`` `maximumFileSizeReached` and a complete
    /// file; 0 (no limit) by default. It applies to recordings that begin later.
    public var maxRecordedFileSize: Int64 {
        get { limits.withLock { $0.fileSize } }
        set { limits.withLock { $0.fileSize = newValue } }
    }

    /// Bytes to leave free on the disk: a recording that reaches this limit ends with ``AVError`` `diskFull` and a
    /// complete file; 0 by default. It applies to recordings that begin later.
    public var minFreeDiskSpaceLimit: Int64 {
        get { limits.withLock { $0.freeSpace } }
        set { limits.withLock { $0.freeSpace = newValue } }
    }

    var recordingLimits: Recording.Limits {
        limits.withLock { limits in
            Recording.Limits(
                duration: limits.duration.isNumeric ? limits.duration : nil,
                fileSize: limits.fileSize > 0 ? limits.fileSize : nil,
                freeSpace: limits.freeSpace > 0 ? limits.freeSpace : nil)
        }
    }

    /// Begins to record into a new file; the delegate is notified when recording has begun and when the file is
    /// complete.
    ///
    /// - Parameters:
    ///   - outputFileURL: a file URL; there must be no file yet.
    ///   - delegate: kept until the recording is complete.
    public func startRecording(
        to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        record(to: outputFileURL, delegate) { (configuration) throws(CaptureError) in try MovieFile(configuration) }
    }

    // MARK: What a subclass decides

    /// The method that begins a recording, as Apple's messages name it.
    var startMethod: String { "" }

    /// Whether a recording replaces a file that is there.
    var replacesFile: Bool { false }

    /// What a recording that begins now consists of.
    var connectionsToRecord: [AVCaptureConnection] { [] }

    func recordingBegins(_ connections: [AVCaptureConnection]) {}

    func recordingEnded(_ connections: [AVCaptureConnection]) {}

    func configuration(of url: URL, _ connections: [AVCaptureConnection]) -> MovieConfiguration {
        preconditionFailure("the subclass knows what it records")
    }

    // MARK: Recording

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        active.withLock { $0?.recording }
    }

    override func sessionDidChange() { endWithoutFrames() }

    /// Ends the recording; the delegate is notified when the file is complete. Does nothing when no recording is under
    /// way.
    public func stopRecording() {
        guard let active = active.withLock({ $0 }) else { return }
        let time = world.clock.now
        active.recording.stop(at: time)
        for connection in active.connections { connection.steadyingSink.withLock { $0 }?.end(at: time) }
    }

    // MARK: Pausing

    /// Whether a recording is under way and paused. Observable.
    public var isRecordingPaused: Bool { active.withLock { $0?.isPaused ?? false } }

    /// Pauses the recording: what is captured from now on, until ``resumeRecording()``, is not written. The file stays
    /// open.
    ///
    /// What was captured before is still written; then the delegate is notified. Does nothing when no recording is
    /// under way or the recording is already paused.
    public func pauseRecording() {
        setPaused(true)?.pause(at: world.clock.now)
    }

    /// Resumes a paused recording: in the file, what is captured from now on directly follows what was captured before
    /// the pause, with picture and sound in sync. Does nothing when no recording is paused.
    public func resumeRecording() {
        setPaused(false)?.resume(at: world.clock.now)
    }

    /// - Returns: the recording, if that changes its state.
    private func setPaused(_ isPaused: Bool) -> Recording? {
        guard active.withLock({ $0.map { $0.isPaused != isPaused } ?? false }) else { return nil }
        return changing(\.isRecordingPaused) {
            active.withLock { active in
                active?.isPaused = isPaused
                return active?.recording
            }
        }
    }
}

/// Receives the calls about a recording. They come on a private serial queue. Source: Apple,
/// AVCaptureFileOutputRecordingDelegate.
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
    /// The first frame has been written. Not called where the method with `startPTS` is implemented.
    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

    /// The first frame has been written; `startPTS` is its timestamp.
    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
        from connections: [AVCaptureConnection])

    /// The recording was paused, and what was captured before is written.
    func fileOutput(
        _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

    /// The recording goes on; comes with the first frame after the pause.
    func fileOutput(
        _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

    /// The file is complete; comes exactly once for each `startRecording`.
    ///
    /// - `error`: `nil` when the recording was stopped. Otherwise an ``AVError``; the file is still playable when its
    ///   `userInfo[AVErrorRecordingSuccessfullyFinishedKey]` is `true`.
    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
    /// The method is optional: does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {}

    /// The method is optional: calls the one without the time, which is not called otherwise.
    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        fileOutput(output, didStartRecordingTo: fileURL, from: connections)
    }

    /// The method is optional: does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {}

    /// The method is optional: does nothing.
    public func fileOutput(
        _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {}
}
