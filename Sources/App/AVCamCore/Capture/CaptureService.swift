import AVFoundation

/// The app's capture session and all work on it, away from the main thread.
///
/// Configuring and starting a session blocks. The actor therefore runs on its own queue, so that others do not wait.
package actor CaptureService {
    /// What happens without a request.
    package enum Event: Sendable {
        /// An exposure is about to be made: the moment for a shutter animation.
        case willCapturePhoto
        case interrupted(AVCaptureSession.InterruptionReason?)
        case interruptionEnded
        /// The call that had taken the microphone is over.
        case callEnded
        /// The session has stopped, or goes on without the microphone; the error is an `AVError`.
        case failed(any Error)
    }

    let queue = DispatchSerialQueue(label: "CaptureService")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    let session = AVCaptureSession()
    /// Connects a preview to the session.
    package nonisolated var previewSource: any PreviewSource { SessionPreviewSource(service: self) }
    /// Events for one listener. The newest 64 are kept until it reads them.
    package nonisolated let events: AsyncStream<Event>
    /// What is being captured.
    package nonisolated let activity = LiveValue(CaptureActivity.idle)
    /// What the camera can do in the current mode.
    package nonisolated let capabilities = LiveValue(CaptureCapabilities())
    /// The camera's current settings.
    package nonisolated let cameraSettings = LiveValue(CameraSettings())
    /// What a person has locked.
    package nonisolated let lock = LiveValue(CameraLock())
    /// What a person has set; the rest is automatic.
    package nonisolated let manual = LiveValue<[ManualControl: Double]>([:])
    /// The sound level of movies; `nil` while it is not measured. See ``setMetering(enabled:)``.
    package nonisolated var soundLevel: LiveValue<SoundLevel?> { meter.level }
    /// Why movies, or Live Photos, have no sound although it is wanted; `nil` when they have it.
    package nonisolated let soundProblem = LiveValue<Message?>(nil)
    /// The code that is in the picture, see ``setCodeScanning(enabled:)``.
    package nonisolated var code: LiveValue<FoundCode?> { codeReader.code }
    /// The camera's system pressure.
    package nonisolated let pressure = LiveValue(PressureLevel.nominal)
    /// Whether the session's controls are on the screen, so that the rest of the window should step back.
    package nonisolated let isShowingControls = LiveValue(false)
    /// What those controls look like; `nil` while none is shown.
    package nonisolated let controlsAppearance = LiveValue<ControlsPicture?>(nil)

    let photoCapture: PhotoCapture
    let movieCapture: MovieCapture
    let retimedCapture: RetimedCapture
    let notifications: SessionNotifications
    let controls: SessionControls
    let codeReader = CodeReader()
    let meter = SoundMeter()
    var isMetering = false
    /// Whether the session is to run: from its start until it is stopped or paused.
    private var isWanted = false
    let platform: any CapturePlatform
    let lookup: DeviceLookup
    let timeout: Duration
    var cameraInput: AVCaptureDeviceInput?
    var microphoneInput: AVCaptureDeviceInput?
    /// Of photos without a limit.
    var usualPhotoSize: PictureSize?
    var follower: CameraFollower?
    /// What a person had set before a QuickTake.
    var manualOfPhotos: [ManualControl: Double] = [:]
    /// What the session is set up for; `nil` before the first start.
    var setup: CaptureSetup?
    /// Waits for the end of the call that has taken the microphone; `nil` when there is none.
    var callWatch: CallWatch?
    let tell: @Sendable (Event) -> Void

    /// - Parameters:
    ///   - platform: what the system offers beyond Apple's API.
    ///   - timeout: how long to wait for a camera that sends no frames. Some take seconds to send the first one.
    ///   - prefersFastCapture: whether the quality of photos may give way to rapid presses.
    package init(
        platform: any CapturePlatform, timeout: Duration = .seconds(10), prefersFastCapture: Bool = false
    ) {
        self.platform = platform
        self.timeout = timeout
        lookup = DeviceLookup(platform: platform)
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
        self.events = events
        tell = { continuation.yield($0) }
        photoCapture = PhotoCapture(
            platform: platform, prefersFastCapture: prefersFastCapture, activity: activity
        ) {
            continuation.yield(.willCapturePhoto)
        }
        movieCapture = MovieCapture(platform: platform, activity: activity)
        retimedCapture = RetimedCapture(platform: platform, activity: activity)
        notifications = SessionNotifications(session, onEvent: tell)
        controls = SessionControls(isShown: isShowingControls)
        platform.followControls(of: session) { [controlsAppearance] in controlsAppearance.set($0) }
    }

    // MARK: Starting and stopping

    /// Whether this user may use cameras. Asks the user if that is not decided yet.
    package var isAuthorized: Bool {
        get async {
            switch AVCaptureDevice.authorizationStatus(for: .video) {
            case .authorized: true
            case .notDetermined: await AVCaptureDevice.requestAccess(for: .video)
            default: false
            }
        }
    }

    /// Sets the session up and runs it. Returns when the session runs or is interrupted.
    ///
    /// - Throws: ``CameraError`` or `AVError`, with a sentence that names the device.
    package func start(_ setup: CaptureSetup) async throws {
        try change(to: setup)
        forgetFocusAndExposure()
        try await run()
    }

    /// Without the microphone if it cannot be used and movies may be silent.
    private func run() async throws {
        do {
            try runOnce()
        } catch {
            guard let silent = setup?.silent(because: error) else { throw error }
            try change(to: silent)
            try runOnce()
        }
        try await leaveTakenMicrophone()
    }

    private func runOnce() throws {
        notifications.forgetError()
        isWanted = true
        let error = notifications.collect { session.startRunning() }
        if !session.isRunning, !session.isInterrupted {
            isWanted = false
            throw error ?? CameraError.startFailed
        }
        followSound()
    }

    /// Ends a recording, stops the session and closes the devices.
    package func stop() async {
        if isRecording {
            // The caller that waits for the movie gets the error.
            _ = try? await stopRecording()
        }
        forgetManual(of: camera)
        pause()
    }

    /// Closes the devices for a while and keeps the configuration.
    package func pause() {
        isWanted = false
        session.stopRunning()
        followSound()
    }

    /// Opens the devices again.
    ///
    /// - Throws: as ``start(_:)``.
    package func resume() async throws {
        guard setup != nil else { throw CameraError.notRunning }
        if !session.isRunning { try await run() }
    }

    package var isRunning: Bool { session.isRunning }

    /// Whether the session runs, or will by itself: its setup can be changed.
    var isReady: Bool { session.isRunning || session.isInterrupted }

    /// An interruption: something else has taken the camera for a while.
    struct Interruption: Sendable {
        /// `nil` until the session has reported it.
        let reason: AVCaptureSession.InterruptionReason?
    }

    /// `nil` while nothing has taken the camera. Returns when the session runs, unless it is interrupted or has failed.
    var interruption: Interruption? {
        get async {
            await settleInterruption()
            return session.isInterrupted ? Interruption(reason: notifications.interruptionReason) : nil
        }
    }

    /// Waits for a session whose interruption has ended: it is not interrupted anymore and does not run yet.
    func settleInterruption() async {
        let deadline = ContinuousClock.now + timeout
        while isWanted, !session.isRunning, !session.isInterrupted, !notifications.hasRunFailed, .now < deadline {
            guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
        }
    }

    /// The camera in use.
    package var camera: AVCaptureDevice? { cameraInput?.device }

    private var cameraName: String { cameraInput?.device.uniqueID ?? "The camera" }

    // MARK: What the camera does

    func currentCapabilities(_ setup: CaptureSetup) -> CaptureCapabilities {
        var capabilities = CaptureCapabilities(setup.camera, photoCapture.output, mode: setup.mode)
        capabilities.hasCameraControl = session.supportsControls
        capabilities.usualPhotoSize = usualPhotoSize
        return capabilities
    }

    /// Rotates captures with the device, now and from now on, and follows the camera's settings.
    func followCamera() {
        guard let camera else { return }
        let layer = previewLayer
        follower = CameraFollower(
            camera, layer: layer,
            onRotation: { [weak self] in Task { await self?.rotate() } },
            onSettings: { [cameraSettings] in cameraSettings.set($0) },
            onPressure: { [pressure] in pressure.set($0) },
            onSubjectChange: { [weak self] in Task { await self?.subjectAreaChanged() } })
        rotate()
    }

    /// The layer that shows the session's preview.
    var previewLayer: AVCaptureVideoPreviewLayer? { session.connections.lazy.compactMap(\.videoPreviewLayer).first }

    /// Rotates captures and the preview to match how the device is held now.
    func rotate() {
        guard let follower else { return }
        // A preview may have been added or removed since.
        guard follower.previewLayer === previewLayer else { return followCamera() }
        // A movie keeps the angle with which it began.
        let outputs =
            isRecording ? [] : [photoCapture.output, movieCapture.output, retimedCapture.output]
        for output in outputs { turn(output.connection(with: .video), to: follower.captureAngle) }
        turn(previewLayer?.connection, to: follower.previewAngle)
    }

    private func turn(_ connection: AVCaptureConnection?, to angle: CGFloat) {
        guard let connection, connection.isVideoRotationAngleSupported(angle) else { return }
        if connection.videoRotationAngle != angle { connection.videoRotationAngle = angle }
    }

    // MARK: Capture

    /// Sets the place that later photos and movies get in their files; `nil`, the initial value, for none.
    package func setPlace(_ place: CapturePlace?) { self.place = place }

    private var place: CapturePlace?

    /// Returns when the camera has sent a picture.
    ///
    /// - Throws: ``CameraError/noFrames(_:)``, or why the session has stopped.
    package func waitForPicture() async throws {
        let layer = AVCaptureVideoPreviewLayer(session: session)
        defer { layer.session = nil }
        try await wait { arrived in platform.whenFramesArrive(on: layer) { arrived.set(.success(())) } }
    }

    /// Returns when the camera has sent enough frames to decide on the automatic flash.
    private func waitForFlashScene() async throws {
        try await wait { arrived in
            platform.whenFlashSceneIsJudged(by: photoCapture.output) { arrived.set(.success(())) }
        }
    }

    /// Waits until `listen` sets its outcome, at most for ``timeout``.
    private func wait(for listen: (Outcome<Void>) -> Void) async throws {
        guard session.isRunning else { throw notifications.lastError ?? CameraError.notRunning }
        let arrived = Outcome<Void>()
        listen(arrived)
        let watchdog = Task { [timeout, cameraName] in
            try await Task.sleep(for: timeout)
            arrived.set(.failure(CameraError.noFrames(cameraName)))
        }
        defer { watchdog.cancel() }
        do {
            try await arrived.value()
        } catch {
            throw notifications.lastError ?? error
        }
    }

    /// The time from an exposure to the next press. A photo is the frame nearest to its press, and no two photos may
    /// show the same frame.
    package var spacing: Duration {
        guard let frame = camera?.activeVideoMinFrameDuration, frame.isNumeric else { return .zero }
        return .seconds(0.6 * frame.seconds)
    }

    /// Takes the photos of one press: one photo, or one for each exposure of a bracket.
    ///
    /// - Parameters:
    ///   - features: `nil` takes those that the session was set up for.
    ///   - onExposure: called when the exposure has been made, on an arbitrary thread.
    /// - Throws: ``CameraError/notRunning``, ``CameraError/featureNotSupported(_:)``, `AVError`.
    package func capturePhotos(
        with features: PhotoFeatures? = nil, onExposure: @escaping @Sendable () -> Void = {}
    ) async throws -> [Photo] {
        guard let setup, session.isRunning else { throw notifications.lastError ?? CameraError.notRunning }
        var features = features ?? self.features(of: setup)
        if setup.mode == .video {
            // In video mode, only some features are possible.
            features = features.limited(to: capabilities.value)
            features.isLivePhotoEnabled = false
            if isRecording { features = features.besideMovie }
            photoCapture.output.maxPhotoQualityPrioritization = features.quality.prioritization
        } else if features != self.features(of: setup) {
            try setPhotoFeatures(features)
        }
        // Right after the start, the scene's brightness is unknown, and the flash would never fire.
        if features.flashMode == .auto { try await waitForFlashScene() }
        return try await photoCapture.capturePhotos(
            with: features, manual: manual.value, at: place, cameraName: cameraName, onExposure: onExposure)
    }

    /// Takes one photo. Of a bracket, returns the first.
    ///
    /// - Throws: as ``capturePhotos(with:)`` does.
    package func capturePhoto(with features: PhotoFeatures? = nil) async throws -> Photo {
        let photos = try await capturePhotos(with: features)
        guard let first = photos.first else { throw CameraError.noPhotoData }
        return first
    }

    /// Starts recording into a new file.
    ///
    /// - Parameters:
    ///   - maxDuration: the duration after which the recording ends by itself.
    ///   - isReplacing: whether an existing file is replaced, once the movie has something to show.
    /// - Returns: whether the microphone was changed first.
    @discardableResult package func startRecording(
        to url: URL, maxDuration: Duration? = nil, replacing isReplacing: Bool = false
    ) async throws -> Bool {
        await settleInterruption()
        // A microphone may have come or gone during the last movie. If it cannot be used, the movie is silent.
        let isChanged = (try? settleSound()) ?? false
        guard session.isRunning else { throw notifications.lastError ?? CameraError.notRunning }
        // What happened before is not why this movie ends.
        notifications.forgetError()
        let plan = retimingPlan(replacing: isReplacing)
        isRetiming = plan != nil
        guard let plan else {
            retimedCapture.forget()
            try movieCapture.startRecording(
                to: url, maxDuration: maxDuration, replacing: isReplacing, at: place, timeout: timeout,
                cameraName: cameraName)
            return isChanged
        }
        try retimedCapture.startRecording(
            to: url, plan, of: session, maxDuration: maxDuration, timeout: timeout, cameraName: cameraName)
        return isChanged
    }

    /// `nil` for a movie that plays as fast as it happens.
    private func retimingPlan(replacing isReplacing: Bool) -> RetimedMovie.Plan? {
        guard let setup, setup.movieSpeed != .normal else { return nil }
        return RetimedMovie.Plan(
            speed: setup.movieSpeed, frameRate: videoFormat?.frameRate ?? 0, bitRate: setup.bitRate,
            isReplacing: isReplacing, metadata: movieMetadata(of: setup.camera) + (place?.movieMetadata ?? []))
    }

    /// What a movie file output writes by itself.
    private func movieMetadata(of camera: AVCaptureDevice) -> [AVMetadataItem] {
        let dates = ISO8601DateFormatter()
        dates.timeZone = .current
        dates.formatOptions.remove(.withColonSeparatorInTimeZone)
        let facts: [(AVMetadataIdentifier, String)] = [
            (.quickTimeMetadataCreationDate, dates.string(from: Date())),
            (.quickTimeMetadataModel, camera.localizedName), (.quickTimeMetadataMake, camera.manufacturer),
            (.quickTimeMetadataSoftware, ProcessInfo.processInfo.processName),
        ]
        return facts.filter { !$0.1.isEmpty }.map { identifier, value in
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            item.value = value as NSString
            return item
        }
    }

    /// Whether a movie is being recorded, or completed.
    var isRecording: Bool { movieCapture.output.isRecording || retimedCapture.isRecording }

    /// Whether the movie that was started last does not play as fast as it happened; the choice may be another by now.
    private var isRetiming = false

    /// Ends the recording.
    ///
    /// - Returns: the movie, when its file is complete.
    package func stopRecording() async throws -> Movie {
        if isRetiming { retimedCapture.stopRecording() } else { movieCapture.stopRecording() }
        return try await recordedMovie()
    }

    /// Pauses the recording, or continues it. What happens meanwhile is not in the movie.
    package func togglePause() {
        if isRetiming { retimedCapture.togglePause() } else { movieCapture.togglePause() }
    }

    /// Waits until the recording has ended, for whatever reason: a limit, the camera, the disk or ``stopRecording()``.
    package func recordedMovie() async throws -> Movie {
        var movie = try await isRetiming ? retimedCapture.movie() : movieCapture.movie()
        movie.interruption = movie.interruption ?? notifications.lastError
        if (movie.interruption as? AVError)?.code == .sessionWasInterrupted {
            movie.interruptionReason = notifications.latestInterruptionReason
        }
        return movie
    }

    /// How far the recording has come. Can be called from any thread.
    package nonisolated var recordingProgress: RecordingProgress {
        let retimed = retimedCapture.progress
        return retimed.frames > 0 ? retimed : movieCapture.progress
    }
}
