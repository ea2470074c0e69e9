import AVFoundation
import Observation

/// A camera without a device, for trying out a window. It takes no pictures and reports the state that it was given.
@MainActor @Observable
package final class PreviewCameraModel: Camera {
    package var status: CameraStatus
    package var captureActivity = CaptureActivity.idle
    package var captureMode: CaptureMode
    package var capabilities: CaptureCapabilities
    package var cameraSettings = CameraSettings()
    package var lock = CameraLock()
    package var manual: [ManualControl: Double] = [:]
    package var cameras = [
        CameraChoice(id: "preview:back", name: "Back Camera", isFront: false),
        CameraChoice(id: "preview:front", name: "Front Camera", isFront: true),
    ]
    package var selectedCameraID: String? = "preview:back"
    package var microphones = [MicrophoneChoice(id: "preview:microphone", name: "Microphone")]
    package var selectedMicrophoneID: String? = "preview:microphone"
    package var soundLevel: SoundLevel?
    package var videoFormatInUse: VideoFormat? { captureMode == .video ? videoFormat ?? Self.videoFormats[1] : nil }
    package var countdown: Int?
    package var roll: Double?
    package var storage: StorageSpace?
    package var pressure = PressureLevel.nominal
    package var isPaused = false
    package var needsIntroduction = false
    package var isSwitching = false
    package var isBeginningMovie = false
    package var prefersMinimizedUI = false
    package var controlsAppearance: ControlsPicture?
    package var shouldFlashScreen = false
    package var thumbnail: CGImage?
    package var problem: Message?
    package var photoFeatures = PhotoFeatures()
    package var isHDRVideoEnabled = false
    package var videoFormat: VideoFormat?
    package var movieSpeed = MovieSpeed.normal
    package var selfTimer = SelfTimer.off
    package var isLevelEnabled = false
    package var isCodeScanningEnabled = false
    package var isFrontCameraMirrored = false
    package var isStabilizationEnabled = false
    package var foundCode: FoundCode?
    package var savedPhotoCount = 0
    package var burst: BurstProgress?
    package var series: SeriesProgress?
    package var seriesInterval = SeriesInterval.off

    package let previewSource: any PreviewSource = EmptyPreviewSource()

    private static let videoFormats = [
        VideoFormat(width: 1280, height: 720, frameRate: 30), VideoFormat(width: 1920, height: 1080, frameRate: 30),
        VideoFormat(width: 3840, height: 2160, frameRate: 30),
    ]

    package init(captureMode: CaptureMode = .photo, status: CameraStatus = .unknown) {
        self.captureMode = captureMode
        self.status = status
        var capabilities = CaptureCapabilities()
        capabilities.isLivePhotoCaptureSupported = true
        capabilities.isHDRVideoSupported = true
        capabilities.isStabilizationSupported = true
        capabilities.hasStabilization = true
        capabilities.flashModes = FlashMode.allCases
        capabilities.exposureBias = -2...2
        capabilities.zoom = 1...8
        capabilities.setZoomSteps([])
        capabilities.videoFormats = Self.videoFormats
        self.capabilities = capabilities
    }

    /// There is nothing to open.
    package func prepare() {}

    package func start() async {
        if status == .unknown { status = .running }
    }

    package func stop() async { status = .unknown }

    package func switchMode(to mode: CaptureMode) async { captureMode = mode }

    package func switchCamera() async {
        let index = cameras.firstIndex { $0.id == selectedCameraID } ?? -1
        if !cameras.isEmpty { selectedCameraID = cameras[(index + 1) % cameras.count].id }
    }

    package func selectCamera(_ id: String) async { selectedCameraID = id }

    package var soundProblem: Message?
    package func mendSound() async { soundProblem = nil }
    package func selectMicrophone(_ id: String?) async { selectedMicrophoneID = id }

    package func capturePhoto() async {}

    package func takeBurst() async { burst = BurstProgress() }

    package func endBurst() { burst = nil }

    package private(set) var isQuickTaking = false

    package func beginQuickTake() async { isQuickTaking = true }

    package func endQuickTake() async { isQuickTaking = false }

    package func endSeries() { series = nil }

    package func cancelCountdown() { countdown = nil }

    package func toggleRecording() async {
        captureActivity = captureActivity.isRecording ? .idle : .movieCapture(RecordingProgress())
    }

    package func togglePause() async {
        guard case .movieCapture(var progress) = captureActivity else { return }
        progress.isPaused.toggle()
        captureActivity = .movieCapture(progress)
    }

    package func focusAndExpose(at point: CGPoint) async { lock = [] }

    package func lockFocusAndExposure(at point: CGPoint) async { lock = [.focus, .exposure] }

    package func resetFocusAndExposure() async {
        lock = []
        cameraSettings.exposureBias = 0
    }

    package func setZoom(_ factor: Double, isGradual: Bool) async {
        cameraSettings.zoom = min(max(factor, capabilities.zoom.lowerBound), capabilities.zoom.upperBound)
    }

    package func setExposureBias(_ stops: Float) async {
        let range = capabilities.exposureBias
        cameraSettings.exposureBias = min(max(stops, range.lowerBound), range.upperBound)
    }

    package func setManual(_ control: ManualControl, to value: Double) async { manual[control] = value }

    package func setAutomatic(_ controls: Set<ManualControl>) async {
        for control in controls { manual[control] = nil }
    }

    package func currentValues() async -> [ManualControl: Double] { manual }

    package func touchCameraControl(_ touch: CameraControlTouch) { if touch == .leave { controlsAppearance = nil } }

    package func setTorch(on isOn: Bool) async { cameraSettings.isTorchOn = isOn && capabilities.hasTorch }

    package func pause() async { isPaused = true }

    package func resume() async { isPaused = false }
    package func restart() async {}

    package func finishIntroduction() { needsIntroduction = false }
}

/// Shows nothing.
private struct EmptyPreviewSource: PreviewSource {
    @MainActor func connect(to target: any PreviewTarget) {}
}
