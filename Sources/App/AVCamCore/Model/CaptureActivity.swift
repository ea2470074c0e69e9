import AVFoundation

/// What the camera is doing at the moment.
package enum CaptureActivity: Sendable, Equatable {
    case idle
    /// A photo is on its way.
    case photoCapture(PhotoCaptureProgress)
    /// A movie is being recorded.
    case movieCapture(RecordingProgress)

    package var isRecording: Bool {
        if case .movieCapture = self { true } else { false }
    }
}

package enum PhotoCaptureProgress: Sendable, Equatable {
    /// The request was accepted.
    case began
    /// The exposure is about to be made: the moment for a shutter animation.
    case willCapture
}

/// How far a recording has come.
package struct RecordingProgress: Sendable, Equatable {
    /// In seconds.
    package var duration = 0.0
    /// In bytes.
    package var fileSize: Int64 = 0
    package var frames = 0
    /// Frames that the device or the encoder did not keep up with.
    package var droppedFrames = 0

    init() {}

    init(_ output: AVCaptureMovieFileOutput) {
        let duration = output.recordedDuration
        self.duration = duration.isNumeric ? max(0, duration.seconds) : 0
        fileSize = output.recordedFileSize
        (frames, droppedFrames) = output.recordedFrameCounts
    }
}
