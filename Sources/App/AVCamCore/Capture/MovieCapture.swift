import AVFoundation

/// Records movies: owns the movie output, and turns its delegate calls into a value.
final class MovieCapture: Sendable {
    /// Told every ``progressInterval`` while a recording runs.
    private static let progressInterval = Duration.milliseconds(200)

    let output = AVCaptureMovieFileOutput()
    private let platform: any CapturePlatform
    private let activity: LiveValue<CaptureActivity>
    private let current = Mutex<RecordingDelegate?>(nil)

    init(platform: any CapturePlatform, activity: LiveValue<CaptureActivity>) {
        self.platform = platform
        self.activity = activity
    }

    /// Decides how movies are compressed. Call it after every change of the session, inside its configuration.
    ///
    /// - Parameters:
    ///   - hasTenBits: whether all ten bits of the camera's frames are kept, for which there is HEVC.
    ///   - bitRate: bits a second; `nil` keeps a constant quality.
    func configure(hasTenBits: Bool, bitRate: Int?) {
        guard let connection = output.connection(with: .video) else { return }
        var settings: [String: Any] = [:]
        if hasTenBits, output.availableVideoCodecTypes.contains(.hevc) {
            settings[AVVideoCodecKey] = AVVideoCodecType.hevc
        }
        if let bitRate { settings[AVVideoCompressionPropertiesKey] = [AVVideoAverageBitRateKey: bitRate] }
        output.setOutputSettings(settings, for: connection)
    }

    /// Starts to record into a new file. Returns at once; ``movie()`` tells how it ended.
    ///
    /// - Parameters:
    ///   - maxDuration: where the recording ends by itself; `nil` goes on until ``stopRecording()``.
    ///   - isReplacing: whether a file that is there is replaced, once the movie has something to show.
    ///   - timeout: how long to wait for a camera that sends nothing, before the first frame or later.
    ///   - cameraName: for the error.
    func startRecording(
        to url: URL, maxDuration: Duration? = nil, replacing isReplacing: Bool = false, timeout: Duration,
        cameraName: String
    ) throws(CameraError) {
        guard !output.isRecording else { throw .alreadyRecording }
        platform.replaceFiles(isReplacing, with: output)
        output.maxRecordedDuration = maxDuration.map(CMTime.init) ?? .invalid
        let delegate = RecordingDelegate(platform: platform, interval: Self.progressInterval, activity: activity)
        current.withLock { $0 = delegate }
        output.startRecording(to: url, recordingDelegate: delegate)
        delegate.watch(output, timeout: timeout, stalled: .noFrames(cameraName))
    }

    /// Ends the recording; ``movie()`` returns when the file is complete. Does nothing when there is none.
    func stopRecording() { output.stopRecording() }

    /// Waits until the recording that was started last has ended, whoever ends it.
    ///
    /// - Throws: `AVError` when there is no movie to keep, ``CameraError/notRecording``.
    func movie() async throws -> Movie {
        guard let delegate = current.withLock({ $0 }) else { throw CameraError.notRecording }
        return try await delegate.movie()
    }

    var progress: RecordingProgress { platform.progress(of: output) }
}

extension CMTime {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // No time at all would be no movie at all.
        self.init(value: max(seconds * 1_000_000 + attoseconds / 1_000_000_000_000, 1), timescale: 1_000_000)
    }
}

/// Hears of one recording, and keeps its end until somebody asks for it.
private final class RecordingDelegate: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    private let ended = Outcome<Movie>()
    /// Why the recording was given up, if it was.
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

    /// Ends the recording when no frame has come for a while.
    func watch(_ output: AVCaptureMovieFileOutput, timeout: Duration, stalled: CameraError) {
        let task = Task { [weak self, weak output, platform] in
            var (frames, lastFrame) = (-1, ContinuousClock.now)
            while let output, output.isRecording {
                let counts = platform.frameCounts(of: output)
                // A frame that the encoder did not keep up with is a frame of the camera's all the same.
                if counts.written + counts.dropped != frames {
                    (frames, lastFrame) = (counts.written + counts.dropped, .now)
                } else if ContinuousClock.now - lastFrame > timeout {
                    self?.reason.withLock { $0 = stalled }
                    return output.stopRecording()
                }
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
        ended.set(result(outputFileURL, progress, error))
        // No report may come after the last word.
        Task { [activity, reports = progressReports.withLock { $0 }] in
            reports?.cancel()
            await reports?.value
            activity.set(.idle)
        }
    }

    /// A recording that ended with an error can be whole: the error's user info says so.
    private func result(
        _ url: URL, _ progress: RecordingProgress, _ error: (any Error)?
    ) -> Result<Movie, any Error> {
        if let reason = reason.withLock({ $0 }) {
            let isThere = progress.frames > 0 && access(url.path, F_OK) == 0
            return isThere ? .success(movie(url, progress, reason)) : .failure(reason)
        }
        guard let error else { return .success(movie(url, progress, nil)) }
        let isWhole = (error as? AVError)?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool
        // A disk that was full from the start holds no movie, whatever was encoded.
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
