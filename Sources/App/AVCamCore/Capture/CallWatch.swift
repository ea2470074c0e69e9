import AVFoundation

/// Waits for the end of a call that has taken the microphone.
///
/// A session without a microphone hears nothing of calls. This one has nothing else, so that the call interrupts it. It
/// has no outputs, and never opens the microphone.
final class CallWatch: @unchecked Sendable {  // immutable
    private let session = AVCaptureSession()
    private let token: any NSObjectProtocol

    /// - Parameter onEnd: called on an arbitrary thread, also when the call is over already.
    init(_ microphone: AVCaptureDevice, onEnd: @escaping @Sendable () -> Void) throws {
        let input = try AVCaptureDeviceInput(device: microphone)
        token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.interruptionEndedNotification, object: session, queue: nil
        ) { _ in onEnd() }
        if session.canAddInput(input) { session.addInput(input) }
        session.startRunning()
        if !isWaiting { onEnd() }
    }

    deinit {
        NotificationCenter.default.removeObserver(token)
        session.stopRunning()
    }

    /// Whether the call goes on.
    var isWaiting: Bool { session.isInterrupted }
}
