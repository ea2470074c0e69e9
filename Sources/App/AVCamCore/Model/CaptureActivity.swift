import AVFoundation

/// What the camera is capturing at the moment.
package enum CaptureActivity: Sendable, Equatable {
    case idle
    /// Photos are being taken.
    case photoCapture(PhotoCaptureProgress)
    /// A movie is being recorded.
    case movieCapture(RecordingProgress)

    package var isRecording: Bool {
        if case .movieCapture = self { true } else { false }
    }

    package var isRecordingPaused: Bool {
        if case .movieCapture(let progress) = self { progress.isPaused } else { false }
    }
}

/// The number of photos being taken; they may overlap.
package struct PhotoCaptureProgress: Sendable, Equatable {
    package var photos = 0
    /// The number of them whose movies are still being recorded.
    package var livePhotos = 0
}

/// The progress of a burst.
package struct BurstProgress: Sendable, Equatable {
    package static let maxCount = 100

    /// How many exposures have been made.
    package var count = 0
    /// Whether the person has released the shutter: the last photos are being saved.
    package var isEnding = false

    package init(count: Int = 0) {
        self.count = count
    }
}

/// The progress of a recording.
package struct RecordingProgress: Sendable, Equatable {
    /// In seconds.
    package var duration = 0.0
    /// In bytes.
    package var fileSize: Int64 = 0
    package var frames = 0
    /// Frames dropped because the device or the encoder could not keep up.
    package var droppedFrames = 0
    /// Whether a person has paused it.
    package var isPaused = false
    /// Whether its sound is missing for now, because the microphone has failed or was unplugged. At the end: whether the
    /// rest of the movie has no sound.
    package var isMissingSound = false
}

extension CapturePlatform {
    /// The progress of the current recording, or of the last one when none is under way.
    func progress(of output: AVCaptureMovieFileOutput) -> RecordingProgress {
        var progress = RecordingProgress()
        let recorded = output.recordedDuration
        progress.duration = recorded.isNumeric ? max(0, recorded.seconds) : 0
        progress.fileSize = output.recordedFileSize
        progress.isPaused = output.isRecordingPaused
        progress.isMissingSound = isMissingSound(output)
        (progress.frames, progress.droppedFrames) = frameCounts(of: output)
        return progress
    }
}
