import AVFoundation
import Combine

/// The camera of an app, on a queue of its own.
public actor CaptureService {
    public enum Activity: Sendable, Equatable {
        case idle
        case photoCapture(willCapture: Bool)
        case movieCapture(seconds: TimeInterval)
    }

    public enum Mode: Sendable, CaseIterable {
        case photo, video
    }

    public enum Failure: Error {
        case noCamera
        case addInputFailed
        case addOutputFailed
    }

    @Published public private(set) var activity = Activity.idle
    @Published public private(set) var isInterrupted = false
    @Published public private(set) var isShowingFullscreenControls = false

    private let captureSession = AVCaptureSession()
    private let photoCapture = PhotoCapture()
    private let movieCapture = MovieCapture()
    private let controlsDelegate = ControlsDelegate()
    private var activeVideoInput: AVCaptureDeviceInput?
    private var rotationCoordinator: AVCaptureDevice.RotationCoordinator?
    private var rotationObservations: [NSKeyValueObservation] = []
    private var controls: [AVCaptureControl] = []
    private var isSetUp = false
    public private(set) var mode = Mode.photo

    private let sessionQueue = DispatchSerialQueue(label: "com.example.camera.session")

    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        sessionQueue.asUnownedSerialExecutor()
    }

    public init() {}

    public var isAuthorized: Bool {
        get async {
            let status = AVCaptureDevice.authorizationStatus(for: .video)
            if status == .notDetermined {
                return await AVCaptureDevice.requestAccess(for: .video)
            }
            return status == .authorized
        }
    }

    // MARK: - Life cycle

    public func start() async throws {
        guard await isAuthorized, !captureSession.isRunning else { return }
        try setUpSession()
        captureSession.startRunning()
    }

    public func stop() {
        captureSession.stopRunning()
    }

    private func setUpSession() throws {
        guard !isSetUp else { return }
        observeOutputServices()
        observeNotifications()
        controlsDelegate.$isShowingFullscreenControls.assign(to: &$isShowingFullscreenControls)

        guard let camera = AVCaptureDevice.systemPreferredCamera ?? AVCaptureDevice.default(for: .video) else {
            throw Failure.noCamera
        }
        captureSession.beginConfiguration()
        defer { captureSession.commitConfiguration() }
        activeVideoInput = try addInput(for: camera)
        if let microphone = AVCaptureDevice.default(for: .audio) {
            try addInput(for: microphone)
        }
        captureSession.sessionPreset = .photo
        try addOutput(photoCapture.output)
        configureControls(for: camera)
        createRotationCoordinator(for: camera)
        photoCapture.updateConfiguration(for: camera)
        isSetUp = true
    }

    @discardableResult
    private func addInput(for device: AVCaptureDevice) throws -> AVCaptureDeviceInput {
        let input = try AVCaptureDeviceInput(device: device)
        guard captureSession.canAddInput(input) else { throw Failure.addInputFailed }
        captureSession.addInput(input)
        return input
    }

    private func addOutput(_ output: AVCaptureOutput) throws {
        guard captureSession.canAddOutput(output) else { throw Failure.addOutputFailed }
        captureSession.addOutput(output)
    }

    // MARK: - Modes and cameras

    public func setMode(_ mode: Mode) throws {
        self.mode = mode
        captureSession.beginConfiguration()
        defer { captureSession.commitConfiguration() }
        switch mode {
        case .photo:
            captureSession.sessionPreset = .photo
            captureSession.removeOutput(movieCapture.output)
        case .video:
            captureSession.sessionPreset = .high
            try addOutput(movieCapture.output)
        }
        if let device = activeVideoInput?.device {
            photoCapture.updateConfiguration(for: device)
        }
    }

    public func selectNextVideoDevice() {
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera, .external], mediaType: .video, position: .unspecified)
        let devices = discovery.devices
        guard let current = activeVideoInput?.device, let index = devices.firstIndex(of: current) else { return }
        let next = devices[(index + 1) % devices.count]
        changeCaptureDevice(to: next)
        AVCaptureDevice.userPreferredCamera = next
    }

    public var cameraName: String? { activeVideoInput?.device.localizedName }

    private func changeCaptureDevice(to device: AVCaptureDevice) {
        guard let currentInput = activeVideoInput else { return }
        captureSession.beginConfiguration()
        defer { captureSession.commitConfiguration() }
        captureSession.removeInput(currentInput)
        do {
            activeVideoInput = try addInput(for: device)
            configureControls(for: device)
            createRotationCoordinator(for: device)
            photoCapture.updateConfiguration(for: device)
        } catch {
            captureSession.addInput(currentInput)
        }
    }

    // MARK: - Rotation

    private func createRotationCoordinator(for device: AVCaptureDevice) {
        let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: nil)
        rotationCoordinator = coordinator
        updateCaptureRotation(coordinator.videoRotationAngleForHorizonLevelCapture)
        rotationObservations = [
            coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: .new) { [weak self] _, change in
                guard let self, let angle = change.newValue else { return }
                Task { await self.updateCaptureRotation(angle) }
            }
        ]
    }

    private func updateCaptureRotation(_ angle: CGFloat) {
        for output in [photoCapture.output, movieCapture.output] {
            guard let connection = output.connection(with: .video),
                connection.isVideoRotationAngleSupported(angle)
            else { continue }
            connection.videoRotationAngle = angle
        }
    }

    public var captureRotation: CGFloat? {
        photoCapture.output.connection(with: .video)?.videoRotationAngle
    }

    // MARK: - Controls

    private func configureControls(for device: AVCaptureDevice) {
        guard captureSession.supportsControls else { return }
        for control in captureSession.controls {
            captureSession.removeControl(control)
        }
        let focusSlider = AVCaptureSlider("Focus", symbolName: "scope", in: 0...1)
        focusSlider.setActionQueue(sessionQueue) { lensPosition in
            guard device.isLockingFocusWithCustomLensPositionSupported else { return }
            do {
                try device.lockForConfiguration()
                device.setFocusModeLocked(lensPosition: lensPosition)
                device.unlockForConfiguration()
            } catch {
                print("The lens cannot be moved: \(error)")
            }
        }
        controls = [
            AVCaptureSystemZoomSlider(device: device), AVCaptureSystemExposureBiasSlider(device: device), focusSlider,
        ]
        for control in controls where captureSession.canAddControl(control) {
            captureSession.addControl(control)
        }
        captureSession.setControlsDelegate(controlsDelegate, queue: sessionQueue)
    }

    // MARK: - Focus

    public func focusAndExpose(at point: CGPoint) throws {
        guard let device = activeVideoInput?.device else { return }
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.autoFocus) {
            device.focusPointOfInterest = point
            device.focusMode = .autoFocus
        }
        if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
            device.exposurePointOfInterest = point
            device.exposureMode = .continuousAutoExposure
        }
        device.isSubjectAreaChangeMonitoringEnabled = true
    }

    // MARK: - Capture

    public func capturePhoto() async throws -> Photo {
        try await photoCapture.capturePhoto()
    }

    public func startRecording() {
        movieCapture.startRecording()
    }

    public func stopRecording() async throws -> URL {
        try await movieCapture.stopRecording()
    }

    // MARK: - Observation

    private func observeOutputServices() {
        Publishers.Merge(photoCapture.$activity, movieCapture.$activity)
            .assign(to: &$activity)
    }

    private func observeNotifications() {
        let session = captureSession
        Task {
            let interruptions = NotificationCenter.default.notifications(
                named: AVCaptureSession.wasInterruptedNotification, object: session)
            for await reason in interruptions.compactMap({
                ($0.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int)
                    .flatMap(AVCaptureSession.InterruptionReason.init)
            }) {
                isInterrupted = [.audioDeviceInUseByAnotherClient, .videoDeviceInUseByAnotherClient].contains(reason)
            }
        }
        Task {
            for await _ in NotificationCenter.default.notifications(
                named: AVCaptureSession.interruptionEndedNotification, object: session)
            {
                isInterrupted = false
            }
        }
        Task {
            for await error in NotificationCenter.default.notifications(
                named: AVCaptureSession.runtimeErrorNotification, object: session
            ).compactMap({ $0.userInfo?[AVCaptureSessionErrorKey] as? AVError }) {
                if error.code == .mediaServicesWereReset, !captureSession.isRunning {
                    captureSession.startRunning()
                }
            }
        }
    }
}

/// Minimizes the app's interface while the system's controls have the screen.
final class ControlsDelegate: NSObject, AVCaptureSessionControlsDelegate {
    @Published private(set) var isShowingFullscreenControls = false

    func sessionControlsDidBecomeActive(_ session: AVCaptureSession) {}

    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) {
        isShowingFullscreenControls = true
    }

    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) {
        isShowingFullscreenControls = false
    }

    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) {}
}
