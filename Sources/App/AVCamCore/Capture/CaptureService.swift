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
    /// The side on which the camera in use has replaced a lost one; `nil` if it has not, or on another side.
    var keptSide: AVCaptureDevice.Position?
    /// Of photos without a limit.
    var usualPhotoSize: PictureSize?
    var follower: CameraFollower?
    /// What a person had set before a QuickTake.
    var manualOfPhotos: [ManualControl: Double] = [:]
    /// What the session is set up for; `nil` before the first start.
    var setup: CaptureSetup?
    /// Waits for the end of the call that has taken the microphone; `nil` when there is none.
    var callWatch: CallWatch?
    /// Of later photos and movies.
    var place: CapturePlace?
    /// What records the movie that was started last; the choice of its speed may be another by now.
    var recorder: any MovieRecorder
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
        recorder = movieCapture
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

    /// For errors.
    var cameraName: String { cameraInput?.device.uniqueID ?? "The camera" }

    /// Sets the place that later photos and movies get in their files; `nil`, the initial value, for none.
    package func setPlace(_ place: CapturePlace?) { self.place = place }
}
