import Foundation

/// In the user info of ``AVCaptureSession/runtimeErrorNotification``: an ``AVError``.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// In the user info of ``AVCaptureSession/wasInterruptedNotification``: the raw value of an
/// ``AVCaptureSession/InterruptionReason``.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
/// In the user info of ``AVCaptureSession/wasInterruptedNotification``, when the reason is
/// ``AVCaptureSession/InterruptionReason/videoDeviceNotAvailableDueToSystemPressure``: the camera's
/// ``AVCaptureDevice/SystemPressureState``.
public let AVCaptureSessionInterruptionSystemPressureStateKey = "AVCaptureSessionInterruptionSystemPressureStateKey"

extension AVCaptureSession {
    /// Media flows now; the object is the session.
    public static let didStartRunningNotification = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
    /// Media no longer flows; the object is the session.
    public static let didStopRunningNotification = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    /// A device failed; ``AVCaptureSessionErrorKey`` says how.
    public static let runtimeErrorNotification = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// Something has taken a device; ``AVCaptureSessionInterruptionReasonKey`` says what.
    public static let wasInterruptedNotification = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// The device is available again; the object is the session.
    public static let interruptionEndedNotification = NSNotification.Name(
        "AVCaptureSessionInterruptionEndedNotification")

    /// Why a session was interrupted: the raw value is the notification's
    /// ``AVCaptureSessionInterruptionReasonKey``.
    ///
    /// Linux: the simulated phone has all of them; other cameras have only ``videoDeviceInUseByAnotherClient``, caused
    /// by another session of the program.
    /// Source: Apple, AVCaptureSession.InterruptionReason.
    public enum InterruptionReason: Int, Sendable {
        /// The app has gone to the background.
        case videoDeviceNotAvailableInBackground = 1
        /// Somebody else has the microphone: a call.
        case audioDeviceInUseByAnotherClient = 2
        /// Somebody else has the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// Another app is on the screen too.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// It is too hot.
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }
}

extension NSNotification.Name {
    /// As ``AVCaptureSession/didStartRunningNotification``. Source: Apple,
    /// NSNotification.Name.AVCaptureSessionDidStartRunning.
    public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
    /// As ``AVCaptureSession/didStopRunningNotification``. Source: Apple,
    /// NSNotification.Name.AVCaptureSessionDidStopRunning.
    public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
    /// As ``AVCaptureSession/runtimeErrorNotification``. Source: Apple, NSNotification.Name.AVCaptureSessionRuntimeError.
    public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
    /// As ``AVCaptureSession/wasInterruptedNotification``. Source: Apple,
    /// NSNotification.Name.AVCaptureSessionWasInterrupted.
    public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
    /// As ``AVCaptureSession/interruptionEndedNotification``. Source: Apple,
    /// NSNotification.Name.AVCaptureSessionInterruptionEnded.
    public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
