import AVFoundation

/// What the camera of a ``CameraModel`` is doing: one thing at a time.
///
/// | what happens | from | to |
/// | --- | --- | --- |
/// | `prepare()` | stopped | opening |
/// | `start()` | any but starting and stopping, which it waits for | starting |
/// | the start ends | starting | running, interrupted, unauthorized, no camera, failed |
/// | nobody looks, and nothing is being captured | running | resting |
/// | somebody looks, or captures | resting | starting |
/// | something takes the camera | running, interrupted | interrupted |
/// | it is given back | interrupted | running |
/// | the session fails | running, interrupted | failed |
/// | `stop()` | any; a start ends first | stopping |
/// | the stop ends | stopping | stopped |
///
/// A start and a stop take time. Meanwhile the window shows what it showed before, and whatever else would change the
/// phase waits for their end.
enum CameraPhase: Sendable {
    /// Not started yet, or stopped.
    case stopped
    /// Prepared, and not started yet.
    case opening(CameraOpening)
    /// It starts, starts again, or wakes.
    case starting(Task<Void, Never>, shown: CameraStatus)
    case running
    /// Its devices are closed because nobody looks.
    case resting
    case interrupted(AVCaptureSession.InterruptionReason?)
    case unauthorized
    case noCamera
    case failed(Message)
    /// Its last changes are being made and its devices closed.
    case stopping(Task<Void, Never>, shown: CameraStatus)

    /// What an error at the start means for the camera as a whole.
    init(_ error: any Error) {
        switch error as? CameraError {
        case .noCamera: self = .noCamera
        case .unauthorized: self = .unauthorized
        case nil where (error as? AVError)?.code == .applicationIsNotAuthorizedToUseDevice: self = .unauthorized
        default: self = .failed(Message(error))
        }
    }

    /// What a window shows.
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

    /// Whether modes, devices and features can be changed. A camera that rests is set up for when it wakes.
    var allowsChanges: Bool {
        if case .stopping = self { false } else { status == .running }
    }

    // MARK: News

    /// What happens to a camera without having been asked for.
    enum News: Sendable {
        case interrupted(AVCaptureSession.InterruptionReason?)
        case interruptionEnded
        case failed(Message)
    }

    /// The phase that follows; `nil` when the news means nothing now, as it is older than the run.
    ///
    /// A camera that rests is told nothing: it finds out when it wakes.
    func after(_ news: News) -> CameraPhase? {
        switch (self, news) {
        case (.running, .interrupted(let reason)), (.interrupted, .interrupted(let reason)): .interrupted(reason)
        case (.interrupted, .interruptionEnded): .running
        case (.running, .failed(let message)), (.interrupted, .failed(let message)): .failed(message)
        default: nil
        }
    }
}
