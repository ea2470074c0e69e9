import AVFoundation

/// What the camera of a ``CameraModel`` is doing.
///
/// | what happens | from | to |
/// | --- | --- | --- |
/// | `prepare()` | stopped | opening |
/// | `start()` | any but starting and stopping, which it waits for | starting |
/// | the start ends | starting | running, interrupted, unauthorized, no camera, failed |
/// | the picture is hidden, and nothing is being captured | running | resting |
/// | the picture is shown, or a capture is requested | resting | starting |
/// | something else takes the camera | running, interrupted | interrupted |
/// | it is given back | interrupted | running |
/// | the session fails | running, interrupted | failed; unauthorized, if the permission was taken away |
/// | `stop()` | any; a start ends first | stopping |
/// | the stop ends | stopping | stopped |
///
/// A start and a stop take time. Until they end, the window shows the status from before, and other phase changes wait.
/// After a camera was unplugged, it shows the status of a start.
enum CameraPhase: Sendable {
    /// Not started yet, or stopped.
    case stopped
    /// Prepared, but not started yet.
    case opening(CameraOpening)
    /// Starting, restarting, or waking.
    case starting(Task<Void, Never>, shown: CameraStatus)
    case running
    /// Its devices are closed because nobody can see the picture.
    case resting
    case interrupted(AVCaptureSession.InterruptionReason?)
    case unauthorized
    case noCamera
    case failed(Message)
    /// Pending changes are being completed and the devices closed.
    case stopping(Task<Void, Never>, shown: CameraStatus)

    /// The phase after a start, or a run, that failed with `error`.
    init(_ error: any Error) {
        switch error as? CameraError {
        case .noCamera: self = .noCamera
        case .unauthorized: self = .unauthorized
        case nil where (error as? AVError)?.code == .applicationIsNotAuthorizedToUseDevice: self = .unauthorized
        default: self = .failed(Message(error))
        }
    }

    /// What the window shows.
    var status: CameraStatus {
        switch self {
        case .stopped, .opening: .unknown
        case .starting(_, let shown), .stopping(_, let shown): shown
        case .running, .resting: .running
        case .interrupted(let reason): .interrupted(reason)
        case .unauthorized: .unauthorized
        case .noCamera: .noCamera
        case .failed(let message): .failed(message)
        }
    }

    var isResting: Bool { if case .resting = self { true } else { false } }

    /// The start or the stop that is under way.
    var transition: Task<Void, Never>? {
        switch self {
        case .starting(let task, _), .stopping(let task, _): task
        default: nil
        }
    }

    /// Whether modes, devices and features can be changed. Changes to a resting camera take effect when it wakes.
    var allowsChanges: Bool {
        if case .stopping = self { false } else { status == .running }
    }

    // MARK: News

    /// What happens to a camera without a request.
    enum News: Sendable {
        case interrupted(AVCaptureSession.InterruptionReason?)
        case interruptionEnded
        case failed(any Error)
    }

    /// The next phase; `nil` when the news does not apply, for example because it is older than the current run.
    ///
    /// A resting camera ignores news: it finds out when it wakes.
    func after(_ news: News) -> CameraPhase? {
        switch (self, news) {
        case (.running, .interrupted(let reason)), (.interrupted, .interrupted(let reason)): .interrupted(reason)
        case (.interrupted, .interruptionEnded): .running
        case (.running, .failed(let error)), (.interrupted, .failed(let error)): CameraPhase(error)
        default: nil
        }
    }
}
