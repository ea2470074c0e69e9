import Foundation

/// Is notified when a session starts what was deferred. Source: Apple, AVCaptureSessionDeferredStartDelegate.
public protocol AVCaptureSessionDeferredStartDelegate: NSObjectProtocol {
    /// Outputs and layers with a deferred start are about to get media.
    func sessionWillRunDeferredStart(_ session: AVCaptureSession)

    /// All outputs and layers get media.
    func sessionDidRunDeferredStart(_ session: AVCaptureSession)
}

/// What a session defers until after its first frames.
struct DeferredStart: @unchecked Sendable {  // the delegate is called on its queue only
    weak var delegate: (any AVCaptureSessionDeferredStartDelegate)?
    var queue: DispatchQueue?
    var isAutomatic = true
    /// Whether everything has started in this run.
    var isDone = false
}

extension AVCaptureSession {
    /// Whether ``automaticallyRunsDeferredStart`` can be switched off: always.
    public var isManualDeferredStartSupported: Bool { true }

    /// Whether what is deferred starts by itself, right after the session has; `true` by default. Otherwise
    /// ``runDeferredStartWhenNeeded()`` starts it.
    public var automaticallyRunsDeferredStart: Bool {
        get { state.withLock { $0.deferredStart.isAutomatic } }
        set { state.withLock { $0.deferredStart.isAutomatic = newValue } }
    }

    /// Starts what is deferred, on a queue of the session; does nothing when everything has started.
    public func runDeferredStartWhenNeeded() {
        events.async { [weak self] in self?.runDeferredStart() }
    }

    /// The delegate; held weakly.
    public var deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)? {
        state.withLock { $0.deferredStart }.delegate
    }

    public var deferredStartDelegateCallbackQueue: DispatchQueue? { state.withLock { $0.deferredStart.queue } }

    /// Sets the delegate for deferred starts and the serial queue for its calls. Pass `nil` for both to remove it.
    public func setDeferredStartDelegate(
        _ deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)?,
        deferredStartDelegateCallbackQueue: DispatchQueue?
    ) {
        if deferredStartDelegate != nil, deferredStartDelegateCallbackQueue == nil {
            raiseException(
                "*** -[AVCaptureSession setDeferredStartDelegate:deferredStartDelegateCallbackQueue:] NULL queue passed"
            )
        }
        let new = DeferredStart(delegate: deferredStartDelegate, queue: deferredStartDelegateCallbackQueue)
        state.withLock { state in
            state.deferredStart.delegate = new.delegate
            state.deferredStart.queue = new.queue
        }
    }

    /// After a start: runs what is deferred, or leaves it to the app.
    func beginDeferredStart() {
        if automaticallyRunsDeferredStart { runDeferredStartWhenNeeded() }
    }

    private func runDeferredStart() {
        let deferred = state.withLock { state -> DeferredStart? in
            guard state.isRunning, !state.deferredStart.isDone else { return nil }
            state.deferredStart.isDone = true
            return state.deferredStart
        }
        guard let deferred else { return }
        tell(deferred) { $0.sessionWillRunDeferredStart($1) }
        if connections.contains(where: \.isDeferred) { routesChanged() }
        tell(deferred) { $0.sessionDidRunDeferredStart($1) }
    }

    private func tell(
        _ deferred: DeferredStart,
        _ call: @escaping @Sendable (any AVCaptureSessionDeferredStartDelegate, AVCaptureSession) -> Void
    ) {
        deferred.queue?.async { [self] in
            if let delegate = deferred.delegate { call(delegate, self) }
        }
    }

    /// Whether a connection gets no media yet.
    func isPutOff(_ connection: AVCaptureConnection) -> Bool {
        connection.isDeferred && !state.withLock { $0.deferredStart.isDone }
    }
}

extension AVCaptureConnection {
    /// Whether the output or layer wants its media later than the others.
    var isDeferred: Bool {
        output?.isDeferredStartEnabled ?? videoPreviewLayer?.isDeferredStartEnabled ?? false
    }
}
