import AVFoundation

/// Records movies: owns the movie output, and turns its delegate calls into a value.
final class MovieCapture: MovieRecorder {
    /// How often progress is reported while a recording runs.
    private static let progressInterval = Duration.milliseconds(200)

    let output = AVCaptureMovieFileOutput()
    private let platform: any CapturePlatform
    private let activity: LiveValue<CaptureActivity>
    private let current = Mutex<RecordingDelegate?>(nil)

    init(platform: any CapturePlatform, activity: LiveValue<CaptureActivity>) {
        self.platform = platform
        self.activity = activity
    }

    /// Sets how movies are compressed. Must be called after every change of the session, before the configuration is
    /// committed.
    ///
    /// The codec is the output's choice: it knows all of them, and which one keeps all bits of the camera's frames.
    ///
    /// - Parameters:
    ///   - bitRate: bits per second; `nil` keeps a constant quality.
    ///   - stabilization: how the picture is kept steady, if the camera's format allows it.
    func configure(bitRate: Int?, _ stabilization: VideoStabilization) {
        guard let connection = output.connection(with: .video) else { return }
        var settings: [String: Any] = [:]
        if let bitRate { settings[AVVideoCompressionPropertiesKey] = [AVVideoAverageBitRateKey: bitRate] }
        output.setOutputSettings(settings, for: connection)
        connection.preferredVideoStabilizationMode = stabilization.mode
    }

    /// Whether the picture of the next movie is kept steady.
    var isSteady: Bool { output.connection(with: .video)?.activeVideoStabilizationMode ?? .off != .off }

    /// Starts recording into a new file. Returns at once; ``movie()`` gives the result.
    ///
    /// - Parameters:
    ///   - maxDuration: the duration after which the recording ends by itself; `nil` records until ``stopRecording()``.
    ///   - isReplacing: whether an existing file is replaced, once the movie has something to show.
    ///   - place: the place to write into the file; `nil` for none.
    ///   - timeout: how long to wait for a camera that sends no frames, before the first frame or later.
    ///   - cameraName: the name in the error.
    func startRecording(
        to url: URL, maxDuration: Duration? = nil, replacing isReplacing: Bool = false, at place: CapturePlace?,
        timeout: Duration, cameraName: String
    ) throws(CameraError) {
        guard !output.isRecording else { throw .alreadyRecording }
        platform.replaceFiles(isReplacing, with: output)
        output.metadata = place?.movieMetadata
        output.maxRecordedDuration = maxDuration.map(CMTime.init) ?? .invalid
        let delegate = RecordingDelegate(platform: platform, interval: Self.progressInterval, activity: activity)
        current.withLock { $0 = delegate }
        output.startRecording(to: url, recordingDelegate: delegate)
        delegate.watch(output, timeout: timeout, stalled: .noFrames(cameraName))
    }

    /// Ends the recording, if there is one. ``movie()`` returns when the file is complete.
    func stopRecording() { output.stopRecording() }

    /// Pauses a recording, or continues one that is paused. Without a recording, does nothing.
    func togglePause() {
        guard output.isRecording else { return }
        if output.isRecordingPaused { output.resumeRecording() } else { output.pauseRecording() }
        // The next regular report would come too late for the button that was pressed.
        let progress = platform.progress(of: output)
        activity.change { if $0.isRecording { $0 = .movieCapture(progress) } }
    }

    /// Waits until the last recording has ended, for whatever reason.
    ///
    /// - Throws: `AVError` or ``CameraError/noFrames(_:)`` when there is no movie to keep;
    ///   ``CameraError/notRecording``.
    func movie() async throws -> Movie {
        guard let delegate = current.withLock({ $0 }) else { throw CameraError.notRecording }
        return try await delegate.movie()
    }

    var progress: RecordingProgress { platform.progress(of: output) }
}

extension CMTime {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // A limit of zero would end the movie before its first frame.
        self.init(value: max(seconds * 1_000_000 + attoseconds / 1_000_000_000_000, 1), timescale: 1_000_000)
    }
}

/// Follows one recording, and keeps its result until it is asked for.
private final class RecordingDelegate: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    private let ended = Outcome<Movie>()
    /// Why the recording was abandoned, if it was.
    private let reason = Mutex<CameraError?>(nil)
    private let startDate = Mutex<Date?>(nil)
    private let watchdog = Mutex<Task<Void, any Error>?>(nil)
    private let progressReports = Mutex<Task<Void, Never>?>(nil)
    private let platform: any CapturePlatform
    private let interval: Duration
    private let activity: LiveValue<CaptureActivity>

    init(platform: any CapturePlatform, interval: Duration, activity: LiveValue<CaptureActivity>) {
        self.platform = platform
        self.interval = interval
        self.activity = activity
        super.init()
    }

    func movie() async throws -> Movie { try await ended.value() }

    /// Ends the recording when no frame has arrived for the timeout.
    func watch(_ output: AVCaptureMovieFileOutput, timeout: Duration, stalled: CameraError) {
        let task = Task { [weak self, weak output, platform] in
            // Counts checks instead of time: after the whole program stood still (suspended, or under heavy load), the
            // camera gets a chance to send a frame.
            var (frames, checksWithoutFrame) = (-1, 0)
            while let output, output.isRecording {
                let counts = platform.frameCounts(of: output)
                // Frames dropped by the encoder count too: the camera did send them.
                if counts.written + counts.dropped != frames || output.isRecordingPaused {
                    (frames, checksWithoutFrame) = (counts.written + counts.dropped, 0)
                } else if checksWithoutFrame == 20 {
                    self?.reason.withLock { $0 = stalled }
                    return output.stopRecording()
                }
                checksWithoutFrame += 1
                try await Task.sleep(for: timeout / 20)
            }
        }
        watchdog.withLock { $0 = task }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {
        startDate.withLock { $0 = Date() }
        guard let output = output as? AVCaptureMovieFileOutput else { return }
        let reports = Task { [platform, interval, activity, weak output] in
            while !Task.isCancelled, let output {
                activity.set(.movieCapture(platform.progress(of: output)))
                try? await Task.sleep(for: interval)
            }
        }
        progressReports.withLock { $0 = reports }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        let progress = (output as? AVCaptureMovieFileOutput).map(platform.progress) ?? RecordingProgress()
        watchdog.withLock { $0 }?.cancel()
        let result = result(outputFileURL, progress, error)
        // No progress report may follow `.idle`, and a caller that has its movie may start the next one at once.
        Task { [activity, ended, reports = progressReports.withLock { $0 }] in
            reports?.cancel()
            await reports?.value
            activity.set(.idle)
            ended.set(result)
        }
    }

    /// A recording that ended with an error can still be complete: the error's user info says so.
    private func result(
        _ url: URL, _ progress: RecordingProgress, _ error: (any Error)?
    ) -> Result<Movie, any Error> {
        if let reason = reason.withLock({ $0 }) {
            let isThere = progress.frames > 0 && access(url.path, F_OK) == 0
            return isThere ? .success(movie(url, progress, reason)) : .failure(reason)
        }
        guard let error else { return .success(movie(url, progress, nil)) }
        let isWhole = (error as? AVError)?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool
        // On a disk that was full from the start there is no file, whatever was encoded.
        guard isWhole == true, access(url.path, F_OK) == 0 else { return .failure(error) }
        if case AVError.maximumDurationReached = error {
            return .success(movie(url, progress, nil))
        }
        return .success(movie(url, progress, error))
    }

    private func movie(_ url: URL, _ progress: RecordingProgress, _ interruption: (any Error)?) -> Movie {
        Movie(url: url, progress: progress, startDate: startDate.withLock { $0 }, interruption: interruption)
    }
}
