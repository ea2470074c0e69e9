import AVFoundation
import Locking

/// Everything that the app does with a capture session, away from the main thread.
///
/// Configuring and starting a session blocks; the actor runs on a queue of its own, so that nobody else waits.
package actor CaptureService {
    /// What happens without having been asked for.
    package enum Event: Sendable {
        case activity(CaptureActivity)
        case interrupted
        case interruptionEnded
        /// The session has stopped; the error is an `AVError`.
        case failed(any Error)
    }

    private let queue = DispatchSerialQueue(label: "CaptureService")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let session = AVCaptureSession()
    /// Connects a preview with the session.
    package nonisolated let previewSource: any PreviewSource
    /// For one listener; the newest events wait for it.
    package nonisolated let events: AsyncStream<Event>

    private let photoCapture: PhotoCapture
    private let movieCapture: MovieCapture
    private let notifications: SessionNotifications
    private let lookup = DeviceLookup()
    private let patience: Duration
    private var cameraInput: AVCaptureDeviceInput?
    private var microphoneInput: AVCaptureDeviceInput?
    private var mode = CaptureMode.photo

    /// - Parameter patience: how long to wait for a camera that sends nothing. Some take seconds for the first frame.
    package init(patience: Duration = .seconds(10)) {
        self.patience = patience
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        self.events = events
        photoCapture = PhotoCapture { continuation.yield(.activity($0)) }
        movieCapture = MovieCapture { continuation.yield(.activity($0)) }
        notifications = SessionNotifications(session) { continuation.yield($0) }
        previewSource = SessionPreviewSource(session: session)
    }

    // MARK: Starting and stopping

    /// Whether this user may use cameras; asks when that is not decided yet.
    package var isAuthorized: Bool {
        get async {
            switch AVCaptureDevice.authorizationStatus(for: .video) {
            case .authorized: true
            case .notDetermined: await AVCaptureDevice.requestAccess(for: .video)
            default: false
            }
        }
    }

    /// Sets the session up and lets it run. Returns when the camera streams.
    ///
    /// - Throws: ``CameraError``, `AVError` with a sentence that names the device.
    package func start(_ setup: CaptureSetup) throws {
        try configure(setup)
        notifications.forgetError()
        session.startRunning()
        if !session.isRunning { throw notifications.lastError ?? CameraError.startFailed }
    }

    /// Stops the session and closes the devices. A recording ends before.
    package func stop() async {
        if movieCapture.output.isRecording {
            movieCapture.stopRecording()
            _ = try? await movieCapture.movie()
        }
        session.stopRunning()
    }

    // MARK: Configuration

    private func configure(_ setup: CaptureSetup) throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        cameraInput = try replace(cameraInput, with: setup.camera)
        microphoneInput = try replace(microphoneInput, with: setup.mode == .video ? setup.microphone : nil)
        try setUpOutputs(for: setup.mode, preset: setup.preset)
        if let bitRate = setup.bitRate, let connection = movieCapture.output.connection(with: .video) {
            movieCapture.output.setOutputSettings(
                [AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: bitRate]], for: connection)
        }
    }

    /// Sets the session up for another mode. Takes effect at once.
    ///
    /// - Throws: ``CameraError``; the old mode stays then.
    package func setCaptureMode(_ mode: CaptureMode) throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        if mode == .video, microphoneInput == nil, let camera = cameraInput?.device {
            microphoneInput = try replace(nil, with: lookup.defaultMicrophone(for: camera))
        } else if mode == .photo {
            microphoneInput = try replace(microphoneInput, with: nil)
        }
        try setUpOutputs(for: mode, preset: nil)
    }

    private func setUpOutputs(for mode: CaptureMode, preset: AVCaptureSession.Preset?) throws(CameraError) {
        let preset = preset ?? (mode == .photo ? .photo : .high)
        guard session.canSetSessionPreset(preset) else {
            throw .presetNotSupported(camera: cameraInput?.device.localizedName ?? "", preset: preset.rawValue)
        }
        session.sessionPreset = preset
        try add(photoCapture.output, for: .photo)
        switch mode {
        case .photo: session.removeOutput(movieCapture.output)
        case .video: try add(movieCapture.output, for: .video)
        }
        if let camera = cameraInput?.device { photoCapture.updateConfiguration(for: camera) }
        self.mode = mode
    }

    /// Puts an input for `device` in the place of another.
    private func replace(
        _ old: AVCaptureDeviceInput?, with device: AVCaptureDevice?
    ) throws -> AVCaptureDeviceInput? {
        if let old, old.device === device { return old }
        if let old { session.removeInput(old) }
        guard let device else { return nil }
        do {
            let input = try AVCaptureDeviceInput(device: device)
            guard session.canAddInput(input) else { throw CameraError.addInputFailed(device.localizedName) }
            session.addInput(input)
            return input
        } catch {
            if let old { session.addInput(old) }
            throw error
        }
    }

    private func add(_ output: AVCaptureOutput, for mode: CaptureMode) throws(CameraError) {
        if session.outputs.contains(output) { return }
        guard session.canAddOutput(output) else { throw .addOutputFailed(mode) }
        session.addOutput(output)
    }

    // MARK: Cameras

    /// The camera in use.
    package var camera: AVCaptureDevice? { cameraInput?.device }

    private var cameraName: String { cameraInput?.device.uniqueID ?? "The camera" }

    /// The microphone in use.
    package var microphone: AVCaptureDevice? { microphoneInput?.device }

    /// Takes the next of the cameras that are there, after the last the first.
    ///
    /// - Throws: ``CameraError``, `AVError`; the old camera stays then.
    package func selectNextCamera() throws {
        let cameras = lookup.cameras
        let current = cameras.firstIndex { $0 === camera }
        let next = current.map { cameras[($0 + 1) % cameras.count] } ?? cameras.first
        guard let next else { throw CameraError.noCamera }
        guard next !== camera else { return }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        cameraInput = try replace(cameraInput, with: next)
        photoCapture.updateConfiguration(for: next)
        AVCaptureDevice.userPreferredCamera = next
    }

    // MARK: Capture

    /// Takes a photo.
    ///
    /// - Throws: ``CameraError/notRunning``, `AVError`.
    package func capturePhoto(with features: PhotoFeatures = PhotoFeatures()) async throws -> Photo {
        guard session.isRunning else { throw notifications.lastError ?? CameraError.notRunning }
        return try await photoCapture.capturePhoto(with: features, patience: patience, cameraName: cameraName)
    }

    /// Starts to record into a new file.
    ///
    /// - Parameter maxDuration: where the recording ends by itself.
    package func startRecording(to url: URL, maxDuration: Duration? = nil) throws {
        guard session.isRunning else { throw notifications.lastError ?? CameraError.notRunning }
        try movieCapture.startRecording(
            to: url, maxDuration: maxDuration, patience: patience, cameraName: cameraName)
    }

    /// Ends the recording.
    ///
    /// - Returns: the movie, when its file is complete.
    package func stopRecording() async throws -> Movie {
        movieCapture.stopRecording()
        return try await recordedMovie()
    }

    /// Waits for the end of the recording, whoever ends it: a limit, the camera, the disk or ``stopRecording()``.
    package func recordedMovie() async throws -> Movie {
        var movie = try await movieCapture.movie()
        movie.interruption = movie.interruption ?? notifications.lastError
        return movie
    }

    /// How far the recording has come. May be asked from any thread.
    package nonisolated var recordingProgress: RecordingProgress { movieCapture.progress }
}
