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
    }

    private let limits = Mutex(Limits())
    let active = Mutex<Active?>(nil)
    /// What the last recording came to, once it has ended.
    let lastProgress = Mutex(Recording.Progress())
    /// Delegates are called here, one call at a time.
    let delegateQueue = DispatchQueue(label: "AVCaptureFileOutput.delegate")

    /// Whether a recording is under way: from `startRecording` until its file is complete. Observable.
    public var isRecording: Bool { active.withLock { $0 != nil } }

    /// The file that is being recorded to; `nil` when there is none.
    public var outputFileURL: URL? { active.withLock { $0?.url } }

    /// How much has been recorded.
    public var recordedDuration: CMTime { progress.duration }

    /// How large the file is, in bytes.
    public var recordedFileSize: Int64 { progress.fileSize }

    /// Frames recorded, and frames that the encoder or the device did not keep up with. Linux only.
    public var recordedFrameCounts: (written: Int, dropped: Int) { (progress.frames, progress.droppedFrames) }

    private var progress: Recording.Progress {
        active.withLock { $0?.recording.progress } ?? lastProgress.withLock { $0 }
    }

    /// Where a recording ends by itself, with ``AVError`` `maximumDurationReached`; `.invalid` (no limit) at first.
    public var maxRecordedDuration: CMTime {
        get { limits.withLock { $0.duration } }
        set { limits.withLock { $0.duration = newValue } }
    }

    /// Bytes at which a recording ends by itself, with ``AVError`` `maximumFileSizeReached`; 0 means no limit.
    public var maxRecordedFileSize: Int64 {
        get { limits.withLock { $0.fileSize } }
        set { limits.withLock { $0.fileSize = newValue } }
    }

    /// Bytes to leave free on the disk; a recording ends before, with ``AVError`` `diskFull`.
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
        raiseException(
            "*** -[\(type(of: self)) startRecordingToOutputFileURL:recordingDelegate:] Not supported by this class")
    }

    /// Ends the recording; the delegate hears when the file is complete.
    public func stopRecording() {
        active.withLock { $0 }?.recording.stop(at: CMClockGetTime(CMClockGetHostTimeClock()))
    }
}

/// Hears of a recording. All calls come on a private serial queue. Source: Apple, AVCaptureFileOutputRecordingDelegate.
public protocol AVCaptureFileOutputRecordingDelegate: NSObjectProtocol {
    /// The first frame has been written.
    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection])

    /// The first frame has been written; `startPTS` is its timestamp.
    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
        from connections: [AVCaptureConnection])

    /// The file is complete; comes exactly once for each `startRecording`.
    ///
    /// - Parameter error: `nil` when the recording was stopped. Otherwise an ``AVError``; the file is playable all the
    ///   same when its `userInfo[AVErrorRecordingSuccessfullyFinishedKey]` is `true`.
    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?)
}

extension AVCaptureFileOutputRecordingDelegate {
    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {}

    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {}
}
