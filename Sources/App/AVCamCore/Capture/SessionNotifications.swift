import AVFoundation
import Locking

/// Turns a session's notifications into events, and keeps the last error.
final class SessionNotifications: Sendable {
    private struct Tokens: @unchecked Sendable {  // only handed back to the notification center
        var list: [any NSObjectProtocol] = []
    }

    private let error = Mutex<AVError?>(nil)
    private let tokens = Mutex(Tokens())

    init(_ session: AVCaptureSession, onEvent: @escaping @Sendable (CaptureService.Event) -> Void) {
        observe(AVCaptureSession.runtimeErrorNotification, of: session) { [weak self] notification in
            let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError ?? AVError(.unknown)
            self?.error.withLock { $0 = error }
            onEvent(.failed(error))
        }
        observe(AVCaptureSession.wasInterruptedNotification, of: session) { _ in onEvent(.interrupted) }
        observe(AVCaptureSession.interruptionEndedNotification, of: session) { _ in onEvent(.interruptionEnded) }
    }

    deinit {
        for token in tokens.withLock({ $0.list }) { NotificationCenter.default.removeObserver(token) }
    }

    /// Why the session stopped, or did not start.
    var lastError: (any Error)? { error.withLock { $0 } }

    func forgetError() { error.withLock { $0 = nil } }

    private func observe(
        _ name: Notification.Name, of session: AVCaptureSession,
        _ body: @escaping @Sendable (Notification) -> Void
    ) {
        let token = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil, using: body)
        let box = Tokens(list: [token])
        tokens.withLock { $0.list += box.list }
    }
}
