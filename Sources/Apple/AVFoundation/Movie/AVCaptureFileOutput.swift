import CaptureEngine
import Foundation
import Locking

/// An output that records into a file. Source: Apple, AVCaptureFileOutput.
open class AVCaptureFileOutput: AVCaptureOutput, @unchecked Sendable {  // the state is in Mutexes
    struct Limits {
        var duration = CMTime.invalid
        var fileSize: Int64 = 0
        var freeSpace: Int64 = 0
    }

    /// A recording under way and those who want to hear of it.
    struct Active: @unchecked Sendable {  // the delegate is called on `delegateQueue` only
        var recording: Recording
        var url: URL
        var delegate: any AVCaptureFileOutputRecordingDelegate
        var connections: [AVCaptureConnection]
        var isPaused = false
    }

    private let limits = Mutex(Limits())
    let active = Mutex<Active?>(nil)
    /// What the last recording came to, once it has ended.
    let lastProgress = Mutex(Recording.Progress())
    /// Delegates are called here, one call at a time.
    let delegateQueue = DispatchQueue(label: "AVCaptureFileOutput.delegate")

    /// Whether a recording is under way: from `startRecording` until its file is complete. Observable.
    ///
    /// Source: Apple, AVCaptureFileOutput.isRecording.
    public var isRecording: Bool { active.withLock { $0 != nil } }

    /// The file that is being recorded to; `nil` when there is none.
    ///
    /// Source: Apple, AVCaptureFileOutput.outputFileURL.
    public var outputFileURL: URL? { active.withLock { $0?.url } }

    /// How much has been recorded, without pauses; of the last recording when none is under way.
    ///
    /// Source: Apple, AVCaptureFileOutput.recordedDuration.
    public var recordedDuration: CMTime { progress.duration }

    /// How large the file is, in bytes. Source: Apple, AVCaptureFileOutput.recordedFileSize.
    public var recordedFileSize: Int64 { progress.fileSize }

    var progress: Recording.Progress {
        active.withLock { $0?.recording.progress } ?? lastProgress.withLock { $0 }
    }

    /// How long a recording may be: it ends there by itself, with ``AVError`` `maximumDurationReached` and a file that is
    /// complete; `.invalid` (no limit) at first. It counts for recordings that begin later.
    ///
    /// Source: Apple, AVCaptureFileOutput.maxRecordedDuration.
    public var maxRecordedDuration: CMTime {
        get { limits.withLock { $0.duration } }
        set { limits.withLock { $0.duration = newValue } }
    }

    /// Bytes at which a recording ends by itself, with ``AVError`` `maximumFileSizeReached` and a file that is complete;
    /// 0 (no limit) at first. It counts for recordings that begin later.
    ///
    /// Source: Apple, AVCaptureFileOutput.maxRecordedFileSize.
    public var maxRecordedFileSize: Int64 {
        get { limits.withLock { $0.fileSize } }
        set { limits.withLock { $0.fileSize = newValue } }
    }

    /// Bytes to leave free on the disk; a recording ends before, with ``AVError`` `diskFull` and a file that is complete;
    /// 0 at first. It counts for recordings that begin later.
    ///
    /// Source: Apple, AVCaptureFileOutput.minFreeDiskSpaceLimit.
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

    /// Begins to record into a new file; the delegate hears when it has begun and when it is complete.
    ///
    /// - Parameters:
    ///   - outputFileURL: a file URL; there must be no file yet.
    ///   - delegate: kept until the recording is complete.
    ///
    /// Source: Apple, AVCaptureFileOutput.startRecording(to:recordingDelegate:).
    public func startRecording(
        to outputFileURL: URL, recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
        record(to: outputFileURL, delegate)
    }

    /// Begins to record into the kind of file that the subclass makes.
    func record(to url: URL, _ delegate: any AVCaptureFileOutputRecordingDelegate) {}

    /// Ends the recording; the delegate hears when the file is complete. Nothing happens when none is under way.
    ///
    /// Source: Apple, AVCaptureFileOutput.stopRecording().
    public func stopRecording() {
        active.withLock { $0 }?.recording.stop(at: world.clock.now)
    }

    // MARK: Pausing

    /// Whether a recording is under way and paused. Observable.
    ///
    /// Source: Apple, AVCaptureFileOutput.isRecordingPaused.
    public var isRecordingPaused: Bool { active.withLock { $0?.isPaused ?? false } }

    /// Leaves out of the file what is captured from now on, until ``resumeRecording()``; the file stays open.
    ///
    /// What was captured before is still written; then the delegate hears of it. Nothing happens when no recording is
    /// under way, or it is paused already. Source: Apple, AVCaptureFileOutput.pauseRecording().
    public func pauseRecording() {
        setPaused(true)?.pause(at: world.clock.now)
    }

    /// Goes on with a paused recording: what is captured from now on follows in the file at once, picture and sound in
    /// step, on what was before the pause. Nothing happens when none is paused.
    ///
    /// Source: Apple, AVCaptureFileOutput.resumeRecording().
    public func resumeRecording() {
        setPaused(false)?.resume(at: world.clock.now)
    }

    /// - Returns: the recording, when it was not so before.
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

/// Hears of a recording. All calls come on a private serial queue. Source: Apple, AVCaptureFileOutputRecordingDelegate.
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
    /// The first frame has been written. Not called where the method with `startPTS` is implemented.
    ///
    /// Source: Apple, AVCaptureFileOutputRecordingDelegate.fileOutput(_:didStartRecordingTo:from:).
    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

    /// The first frame has been written; `startPTS` is its timestamp.
    ///
    /// Source: Apple, AVCaptureFileOutputRecordingDelegate.fileOutput(_:didStartRecordingTo:startPTS:from:).
    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
        from connections: [AVCaptureConnection])

    /// The recording was paused, and what was captured before is written.
    ///
    /// Source: Apple, AVCaptureFileOutputRecordingDelegate.fileOutput(_:didPauseRecordingTo:from:).
    func fileOutput(
        _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

    /// The recording goes on; comes with the first frame after the pause.
    ///
    /// Source: Apple, AVCaptureFileOutputRecordingDelegate.fileOutput(_:didResumeRecordingTo:from:).
    func fileOutput(
        _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

    /// The file is complete; comes exactly once for each `startRecording`.
    ///
    /// - `error`: `nil` when the recording was stopped. Otherwise an ``AVError``; the file is playable all the
    ///   same when its `userInfo[AVErrorRecordingSuccessfullyFinishedKey]` is `true`.
    ///
    /// Source: Apple, AVCaptureFileOutputRecordingDelegate.fileOutput(_:didFinishRecordingTo:from:error:).
    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
    /// The method is optional: does nothing. Source: Apple, AVCaptureFileOutputRecordingDelegate.fileOutput(_:didStartRecordingTo:from:).
    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {}

    /// The method is optional: calls the one without the time, which is not called otherwise.
    ///
    /// Source: Apple, AVCaptureFileOutputRecordingDelegate.fileOutput(_:didStartRecordingTo:startPTS:from:).
    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        fileOutput(output, didStartRecordingTo: fileURL, from: connections)
    }

    /// The method is optional: does nothing. Source: Apple, AVCaptureFileOutputRecordingDelegate.fileOutput(_:didPauseRecordingTo:from:).
    public func fileOutput(
        _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {}

    /// The method is optional: does nothing. Source: Apple, AVCaptureFileOutputRecordingDelegate.fileOutput(_:didResumeRecordingTo:from:).
    public func fileOutput(
        _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {}
}
