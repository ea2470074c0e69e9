import AVFoundation

/// A recorded movie.
package struct Movie: Sendable {
    /// The file, complete.
    package let url: URL
    package let progress: RecordingProgress
    /// When the recording started. The file has this time in whole seconds only.
    package internal(set) var startDate: Date?
    /// Why the recording ended by itself, although the movie is complete: the camera was unplugged, or the disk is
    /// full. `nil` for a limit that was set. A microphone that failed is also reported here, although it only ends the
    /// sound.
    package internal(set) var interruption: (any Error)?
    /// What took the camera or the microphone, if that ended the recording.
    package internal(set) var interruptionReason: AVCaptureSession.InterruptionReason?

    /// The microphone that failed during the recording, which went on; its ``progress`` says whether the sound came back.
    package var lostMicrophone: AVCaptureDevice? {
        guard interruptionReason == nil, let device = (interruption as? AVError)?.device else { return nil }
        return device.hasMediaType(.audio) ? device : nil
    }
}
