import AVFoundation
import AVKit
import Observation

/// The camera that takes real pictures, for the window of the app or of its lock screen extension.
///
/// Nothing here blocks the main thread: actors do the work on devices and files.
@MainActor @Observable
package final class CameraModel: Camera {
    package internal(set) var captureActivity = CaptureActivity.idle
    package internal(set) var capabilities = CaptureCapabilities()
    package internal(set) var cameraSettings = CameraSettings()
    package internal(set) var lock = CameraLock()
    package internal(set) var manual: [ManualControl: Double] = [:]
    package internal(set) var cameras: [CameraChoice] = []
    package internal(set) var selectedCameraID: String?
    package internal(set) var microphones: [MicrophoneChoice] = []
    package internal(set) var selectedMicrophoneID: String?
    package internal(set) var soundLevel: SoundLevel?
    package internal(set) var soundProblem: Message?
    package internal(set) var videoFormatInUse: VideoFormat?
    package internal(set) var roll: Double?
    package internal(set) var foundCode: FoundCode?
    package internal(set) var savedPhotoCount = 0
    package internal(set) var burst: BurstProgress?
    package internal(set) var storage: StorageSpace?
    package internal(set) var pressure = PressureLevel.nominal
    package internal(set) var prefersMinimizedUI = false
    package internal(set) var controlsAppearance: ControlsPicture?
    package internal(set) var shouldFlashScreen = false
    package internal(set) var thumbnail: CGImage?
    package var problem: Message?
    /// The last item saved.
    package internal(set) var lastSaved: SavedMedia?

    /// What the camera is doing.
    var phase = CameraPhase.stopped {
        didSet { settleLevel() }
    }
    var movie = MoviePhase.none
    var timer: Countdown?
    var runningSeries: Series?
    var quickTake: QuickTake?
    /// The name of the camera in use, also when it has left the list.
    @ObservationIgnored var nameOfCamera: String?
    /// Whether the screen has blinked for the burst that is under way.
    @ObservationIgnored var hasBlinkedForBurst = false
    /// Whether it was said, for this recording, that its photos are not RAW.
    @ObservationIgnored var hasToldLossOfRaw = false
    /// Whether devices have changed during a capture, so that the preferred camera may be there again.
    @ObservationIgnored var isPreferredCameraAwaited = false
    /// How many switches of mode or device are under way.
    var switches = 0
    /// The remembered state, and the only place that holds a person's choices.
    var state: CameraState

    @ObservationIgnored let platform: any CapturePlatform
    @ObservationIgnored let service: CaptureService
    @ObservationIgnored let store: any MediaStore
    @ObservationIgnored let lockedCaptures: (any CaptureImport)?
    @ObservationIgnored let storageMeter: StorageMeter
    @ObservationIgnored let levelMeter = LevelMeter()
    @ObservationIgnored let stateFile: CameraStateFile
    @ObservationIgnored let sleep: @Sendable (Duration) async throws -> Void
    @ObservationIgnored let now: @Sendable () -> ContinuousClock.Instant
    /// The last save of ``state``; each waits for the one before.
    @ObservationIgnored var saving: Task<Void, Never>?
    /// Photos being taken and saved.
    @ObservationIgnored var photos: [UUID: Task<Void, Never>] = [:]
    @ObservationIgnored var followers: [Task<Void, Never>] = []
    @ObservationIgnored var deviceWatch: DeviceWatch?
    @ObservationIgnored var buttons: AVCaptureEventInteraction?
    /// The last change that a person has made; each waits for the one before.
    @ObservationIgnored var changes: Task<Void, Never>?
    @ObservationIgnored var watchingStorage: Task<Void, Never>?
    /// Forgets a code that has left the picture.
    @ObservationIgnored var forgettingCode: Task<Void, Never>?
    /// Whether the picture is hidden, whatever the camera is doing.
    @ObservationIgnored var isHidden = false

    package var status: CameraStatus { phase.status }
    package var isPaused: Bool { phase.isResting }
    package var isSwitching: Bool { switches > 0 }
    package var isBeginningMovie: Bool { if case .beginning = movie { true } else { false } }
    package var needsIntroduction: Bool { !state.isIntroduced }
    package var previewSource: any PreviewSource { service.previewSource }

    /// - Parameters:
    ///   - platform: what the system offers beyond Apple's API.
    ///   - store: where photos and movies go.
    ///   - storageURL: the store's folder, whose disk space is measured.
    ///   - stateURL: the file of the remembered state.
    ///   - screens: what of the state is shown, and so taken over.
    ///   - lockedCaptures: imports the lock screen's captures into the app; `nil` for the extension.
    ///   - sleep: waits; the self-timer and series use it, and tests replace it.
    ///   - now: what series go by; tests replace it.
    package init(
        platform: any CapturePlatform, store: any MediaStore, storageURL: URL,
        stateURL: URL = CameraState.standardURL, screens: CameraScreens = .window,
        lockedCaptures: (any CaptureImport)? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        service = CaptureService(platform: platform, prefersFastCapture: true)
        self.platform = platform
        self.store = store
        self.lockedCaptures = lockedCaptures
        self.sleep = sleep
        self.now = now
        stateFile = CameraStateFile(stateURL, screens)
        // Reading this small file blocks only briefly, and the window appears in the right mode at once.
        let state = CameraStateFile.load(from: stateURL, screens)
        self.state = state
        storageMeter = StorageMeter(folder: storageURL, bitsPerPixel: state.movieBitsPerPixel)
    }

    isolated deinit {
        for follower in followers { follower.cancel() }
        watchingStorage?.cancel()
    }

    /// Runs what a person has asked for. An error becomes the ``problem``.
    func trying(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            tell(Message(error))
        }
    }

    /// Makes it the ``problem``. One that has not been shown yet is not lost if it is about a recording.
    func tell(_ news: Message) { problem = problem?.replaced(by: news) ?? news }
}
