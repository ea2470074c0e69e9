import AVFoundation

/// Turns a session's notifications into events, and keeps the last error and the reason of an interruption.
final class SessionNotifications: Sendable {
    private struct Tokens: @unchecked Sendable {  // only handed back to the notification center
        var list: [any NSObjectProtocol] = []
    }

    private struct Errors {
        var last: AVError?
        var answer: AVError?
        /// Whether the session had ended when ``last`` was reported.
        var hasRunFailed = false
        /// The thread that runs ``collect(_:)``. Errors on it answer its call; errors caused by devices arrive on other
        /// threads.
        var collector: pthread_t?
    }

    private let errors = Mutex(Errors())
    private let reason = Mutex<AVCaptureSession.InterruptionReason?>(nil)
    private let latestReason = Mutex<AVCaptureSession.InterruptionReason?>(nil)
    private let onEvent: @Sendable (CaptureService.Event) -> Void
    private let tokens = Mutex(Tokens())

    init(_ session: AVCaptureSession, onEvent: @escaping @Sendable (CaptureService.Event) -> Void) {
        self.onEvent = onEvent
        observe(AVCaptureSession.runtimeErrorNotification, of: session) { [weak self, weak session] notification in
            let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError ?? AVError(.unknown)
            if self?.take(error, whileRunning: session?.isRunning == true) != true { onEvent(.failed(error)) }
        }
        observe(AVCaptureSession.didStartRunningNotification, of: session) { [weak self] _ in
            self?.errors.withLock { $0.hasRunFailed = false }
        }
        observe(AVCaptureSession.wasInterruptedNotification, of: session) { [weak self] notification in
            let value = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
            let reason = value.flatMap(AVCaptureSession.InterruptionReason.init)
            self?.reason.withLock { $0 = reason }
            self?.latestReason.withLock { $0 = reason }
            onEvent(.interrupted(reason))
        }
        observe(AVCaptureSession.interruptionEndedNotification, of: session) { [weak self] _ in
            self?.reason.withLock { $0 = nil }
            onEvent(.interruptionEnded)
        }
    }

    deinit {
        for token in tokens.withLock({ $0.list }) { NotificationCenter.default.removeObserver(token) }
    }

    /// Why the session stopped, or did not start.
    var lastError: (any Error)? { errors.withLock { $0.last } }

    /// Why the session is interrupted; `nil` when it is not, or has not reported the reason yet.
    var interruptionReason: AVCaptureSession.InterruptionReason? { reason.withLock { $0 } }

    /// Why the session was interrupted last, also when it runs again.
    var latestInterruptionReason: AVCaptureSession.InterruptionReason? { latestReason.withLock { $0 } }

    /// Whether an error has ended the latest run.
    var hasRunFailed: Bool { errors.withLock { $0.hasRunFailed } }

    func forgetError() {
        errors.withLock { errors in
            errors.last = nil
            errors.hasRunFailed = false
        }
    }

    /// Runs a call that may fail with a notification. Such a failure is returned, and not reported as an event.
    ///
    /// - Returns: the error that the call ended with.
    func collect(_ body: () -> Void) -> (any Error)? {
        errors.withLock { errors in
            errors.answer = nil
            errors.collector = pthread_self()
        }
        body()
        return errors.withLock { errors in
            errors.collector = nil
            errors.last = errors.answer ?? errors.last
            return errors.answer
        }
    }

    /// - Returns: whether the error answers a ``collect(_:)``.
    private func take(_ error: AVError, whileRunning isRunning: Bool) -> Bool {
        errors.withLock { errors in
            if !isRunning { errors.hasRunFailed = true }
            guard let collector = errors.collector, pthread_equal(collector, pthread_self()) != 0 else {
                errors.last = error
                return false
            }
            errors.answer = error
            return true
        }
    }

    /// Reports an error that stopped the session after all.
    func tell(_ error: any Error) { onEvent(.failed(error)) }

    private func observe(
        _ name: Notification.Name, of session: AVCaptureSession,
        _ body: @escaping @Sendable (Notification) -> Void
    ) {
        let token = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil, using: body)
        let box = Tokens(list: [token])
        tokens.withLock { $0.list += box.list }
    }
}
