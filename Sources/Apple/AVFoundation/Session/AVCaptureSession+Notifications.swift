import Foundation

/// In the user info of ``AVCaptureSession/runtimeErrorNotification``: an ``AVError``.
/// Source: Apple, AVCaptureSessionErrorKey.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// In the user info of ``AVCaptureSession/wasInterruptedNotification``: the raw value of an
/// ``AVCaptureSession/InterruptionReason``. Source: Apple, AVCaptureSessionInterruptionReasonKey.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
/// In the user info of ``AVCaptureSession/wasInterruptedNotification``, when the reason is
/// ``AVCaptureSession/InterruptionReason/videoDeviceNotAvailableDueToSystemPressure``: the camera's
/// ``AVCaptureDevice/SystemPressureState``. Source: Apple, AVCaptureSessionInterruptionSystemPressureStateKey.
public let AVCaptureSessionInterruptionSystemPressureStateKey = "AVCaptureSessionInterruptionSystemPressureStateKey"

extension AVCaptureSession {
    /// Media flows now; the object is the session. Source: Apple, AVCaptureSession.didStartRunningNotification.
    public static let didStartRunningNotification = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
    /// Media no longer flows; the object is the session. Source: Apple, AVCaptureSession.didStopRunningNotification.
    public static let didStopRunningNotification = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    /// A device failed; ``AVCaptureSessionErrorKey`` says how. Source: Apple, AVCaptureSession.runtimeErrorNotification.
    public static let runtimeErrorNotification = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// Something took a device; ``AVCaptureSessionInterruptionReasonKey`` says what. Source: Apple, AVCaptureSession.wasInterruptedNotification.
    public static let wasInterruptedNotification = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// The device is there again; the object is the session. Source: Apple, AVCaptureSession.interruptionEndedNotification.
    public static let interruptionEndedNotification = NSNotification.Name(
        "AVCaptureSessionInterruptionEndedNotification")

    /// Why a session was interrupted: the raw value is the notification's
    /// ``AVCaptureSessionInterruptionReasonKey``.
    ///
    /// Linux: all of them on the simulated phone; another camera knows ``videoDeviceInUseByAnotherClient`` alone, by
    /// another session of the program.
    /// Source: Apple, AVCaptureSession.InterruptionReason.
    public enum InterruptionReason: Int, Sendable {
        /// The app has gone to the background. Source: Apple, AVCaptureSession.InterruptionReason.videoDeviceNotAvailableInBackground.
        case videoDeviceNotAvailableInBackground = 1
        /// Somebody else has the microphone: a call. Source: Apple, AVCaptureSession.InterruptionReason.audioDeviceInUseByAnotherClient.
        case audioDeviceInUseByAnotherClient = 2
        /// Somebody else has the camera. Source: Apple, AVCaptureSession.InterruptionReason.videoDeviceInUseByAnotherClient.
        case videoDeviceInUseByAnotherClient = 3
        /// Another app is on the screen too. Source: Apple, AVCaptureSession.InterruptionReason.videoDeviceNotAvailableWithMultipleForegroundApps.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// It is too hot. Source: Apple, AVCaptureSession.InterruptionReason.videoDeviceNotAvailableDueToSystemPressure.
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }
}

extension NSNotification.Name {
    /// As ``AVCaptureSession/didStartRunningNotification``. Source: Apple, NSNotification.Name.AVCaptureSessionDidStartRunning.
    public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
    /// As ``AVCaptureSession/didStopRunningNotification``. Source: Apple, NSNotification.Name.AVCaptureSessionDidStopRunning.
    public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
    /// As ``AVCaptureSession/runtimeErrorNotification``. Source: Apple, NSNotification.Name.AVCaptureSessionRuntimeError.
    public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
    /// As ``AVCaptureSession/wasInterruptedNotification``. Source: Apple, NSNotification.Name.AVCaptureSessionWasInterrupted.
    public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
    /// As ``AVCaptureSession/interruptionEndedNotification``. Source: Apple, NSNotification.Name.AVCaptureSessionInterruptionEnded.
    public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
