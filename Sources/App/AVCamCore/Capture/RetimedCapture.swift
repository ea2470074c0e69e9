import AVFoundation

/// Records time-lapse and slow motion: owns an output that delivers frames, and writes them with new times.
///
/// | what happens | from | to |
/// | --- | --- | --- |
/// | `startRecording(…)` | idle | recording |
/// | `stopRecording()`, the longest duration, no frames, the disk, the session's end | recording | finishing |
/// | the file is complete | finishing | idle |
///
/// Frames, starts and ends take turns on one queue.
final class RetimedCapture: NSObject, MovieRecorder {
    private static let progressInterval = Duration.milliseconds(200)

    private enum Phase {
        case idle
        case recording(Run)
        case finishing
    }

    /// One recording.
    private final class Run: @unchecked Sendable {  // used on the queue, but for what is in a Mutex
        let movie: RetimedMovie
        let url: URL
        /// In seconds of what is seen.
        let maxDuration: Double?
        let startDate = Date()
        let ended: Outcome<Movie>
        /// The watch reads it from elsewhere.
        let camera = Mutex(Camera())
        var observers: [any NSObjectProtocol] = []
        var watch: Task<Void, any Error>?
        var reports: Task<Void, Never>?

        struct Camera {
            /// Whether they are in the movie or not.
            var frames = 0
            /// By a person.
            var isPaused = false
        }

        var isPaused: Bool { camera.withLock { $0.isPaused } }

        init(_ url: URL, _ movie: RetimedMovie, maxDuration: Double?, _ ended: Outcome<Movie>) {
            self.url = url
            self.movie = movie
            self.maxDuration = maxDuration
            self.ended = ended
        }

        var progress: RecordingProgress {
            var progress = RecordingProgress()
            progress.duration = movie.duration
            progress.frames = movie.frames
            progress.droppedFrames = movie.droppedFrames
            progress.isPaused = isPaused
            let size = (try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? NSNumber
            progress.fileSize = size?.int64Value ?? 0
            return progress
        }
    }

    let output = AVCaptureVideoDataOutput()
    private let queue = DispatchQueue(label: "RetimedCapture", qos: .userInitiated)
    private let platform: any CapturePlatform
    private let activity: LiveValue<CaptureActivity>
    private let phase = Mutex(Phase.idle)
    private let result = Mutex<Outcome<Movie>?>(nil)
    private let lastProgress = Mutex(RecordingProgress())

    init(platform: any CapturePlatform, activity: LiveValue<CaptureActivity>) {
        self.platform = platform
        self.activity = activity
        super.init()
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        ]
    }

    var isRecording: Bool { phase.withLock { if case .idle = $0 { false } else { true } } }

    /// Of the last recording; nothing after ``forget()``.
    var progress: RecordingProgress { lastProgress.withLock { $0 } }

    /// Another kind of recording comes.
    func forget() { lastProgress.withLock { $0 = RecordingProgress() } }

    /// Starts recording into a new file. Returns at once; ``movie()`` gives the result.
    ///
    /// - Parameters:
    ///   - session: whose end is the recording's.
    ///   - maxDuration: of what is seen, after which the recording ends by itself; `nil` for until ``stopRecording()``.
    ///   - timeout: how long to wait for a camera that sends no frames.
    ///   - cameraName: the name in the error.
    func startRecording(
        to url: URL, _ plan: RetimedMovie.Plan, of session: AVCaptureSession, maxDuration: Duration? = nil,
        timeout: Duration, cameraName: String
    ) throws(CameraError) {
        let ended = Outcome<Movie>()
        let run = Run(url, RetimedMovie(url, plan, platform), maxDuration: maxDuration.map { $0 / .seconds(1) }, ended)
        let isFree = phase.withLock { phase in
            guard case .idle = phase else { return false }
            phase = .recording(run)
            return true
        }
        guard isFree else { throw .alreadyRecording }
        result.withLock { $0 = ended }
        forget()
        queue.sync {
            report(run)
            watch(run, timeout: timeout, stalled: .noFrames(cameraName))
            observe(session, run)
        }
        // Slow motion needs every frame; for a time-lapse, a later one will do.
        output.alwaysDiscardsLateVideoFrames = plan.speed != .slowMotion
        output.setSampleBufferDelegate(self, queue: queue)
    }

    /// Ends the recording, if there is one. ``movie()`` returns when the file is complete.
    func stopRecording() { queue.async { self.end(because: nil) } }

    /// Pauses a recording, or continues one that is paused. Without a recording, does nothing.
    func togglePause() {
        queue.async { [self] in
            guard let run else { return }
            run.camera.withLock { $0.isPaused.toggle() }
            if run.isPaused { run.movie.pause() }
            report(run)
        }
    }

    /// Waits until the last recording has ended, for whatever reason.
    ///
    /// - Throws: `AVError` or ``CameraError/noFrames(_:)`` when there is no movie to keep; ``CameraError/notRecording``.
    func movie() async throws -> Movie {
        guard let ended = result.withLock({ $0 }) else { throw CameraError.notRecording }
        return try await ended.value()
    }

    // MARK: On the queue

    private var run: Run? { phase.withLock { if case .recording(let run) = $0 { run } else { nil } } }

    private func report(_ run: Run) {
        let progress = run.progress
        lastProgress.withLock { $0 = progress }
        activity.set(.movieCapture(progress))
        guard run.reports == nil else { return }
        run.reports = Task { [weak self, queue] in
            while (try? await Task.sleep(for: Self.progressInterval)) != nil {
                queue.async { [weak self] in if let self, let run = self.run { report(run) } }
            }
        }
    }

    /// Ends a recording whose camera sends nothing. Checks are counted instead of time: after the whole program stood
    /// still, the camera gets a chance to send a frame.
    private func watch(_ run: Run, timeout: Duration, stalled: CameraError) {
        run.watch = Task { [weak self, weak run, queue] in
            var (frames, checksWithoutFrame) = (-1, 0)
            while true {
                guard let camera = run?.camera.withLock({ $0 }) else { return }
                if camera.frames != frames || camera.isPaused {
                    (frames, checksWithoutFrame) = (camera.frames, 0)
                } else if checksWithoutFrame == 20 {
                    queue.async { [weak self] in self?.end(because: stalled) }
                    return
                }
                checksWithoutFrame += 1
                try await Task.sleep(for: timeout / 20)
            }
        }
    }

    /// A session that fails, or is interrupted, sends no more frames.
    private func observe(_ session: AVCaptureSession, _ run: Run) {
        let ends: [Notification.Name] = [
            AVCaptureSession.runtimeErrorNotification, AVCaptureSession.wasInterruptedNotification,
            AVCaptureSession.didStopRunningNotification,
        ]
        run.observers = ends.map { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { [weak self] news in
                let error = news.userInfo?[AVCaptureSessionErrorKey] as? AVError
                let isInterruption = news.name == AVCaptureSession.wasInterruptedNotification
                let reason = error ?? (isInterruption ? AVError(.sessionWasInterrupted) : nil)
                self?.queue.async { [weak self] in self?.end(because: reason) }
            }
        }
    }

    /// Completes the file. Where the session has stopped, its last error is the reason.
    private func end(because reason: (any Error)?) {
        let running = phase.withLock { phase -> Run? in
            guard case .recording(let run) = phase else { return nil }
            phase = .finishing
            return run
        }
        guard let run = running else { return }
        run.watch?.cancel()
        run.reports?.cancel()
        for observer in run.observers { NotificationCenter.default.removeObserver(observer) }
        // The session waits for the delegate's calls, so this queue must be free.
        Task.detached { [self] in
            output.setSampleBufferDelegate(nil, queue: nil)
            let result = await finish(run, reason)
            await run.reports?.value
            phase.withLock { $0 = .idle }
            activity.set(.idle)
            run.ended.set(result)
        }
    }

    private func finish(_ run: Run, _ reason: (any Error)?) async -> Result<Movie, any Error> {
        do {
            try await run.movie.finish()
        } catch {
            let isLost = (error as? AVError)?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == false
            // What is in the file of a full disk can be played.
            guard run.movie.frames > 0, !isLost, access(run.url.path, F_OK) == 0 else {
                return .failure(reason ?? error)
            }
            return .success(movie(of: run, reason ?? error))
        }
        return .success(movie(of: run, reason))
    }

    private func movie(of run: Run, _ interruption: (any Error)?) -> Movie {
        let progress = run.progress
        lastProgress.withLock { $0 = progress }
        return Movie(url: run.url, progress: progress, startDate: run.startDate, interruption: interruption)
    }
}

extension RetimedCapture: AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let run else { return }
        run.camera.withLock { $0.frames += 1 }
        if run.isPaused { return }
        do {
            try run.movie.append(sampleBuffer)
        } catch {
            return end(because: error)
        }
        if let limit = run.maxDuration, run.movie.duration >= limit { end(because: nil) }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        if let run, !run.isPaused { run.movie.frameWasLost() }
    }
}
