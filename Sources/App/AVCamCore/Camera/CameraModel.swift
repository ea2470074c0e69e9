import AVFoundation
import AVKit
import Observation

/// The camera that takes real pictures, for the window of the app or of its extension on the lock screen.
///
/// Nothing here makes the main thread wait: devices and files are the business of actors.
@MainActor @Observable
package final class CameraModel: Camera {
    package internal(set) var status = CameraStatus.unknown {
        didSet { if status != oldValue { settleLevel() } }
    }
    package internal(set) var captureActivity = CaptureActivity.idle
    package internal(set) var captureMode: CaptureMode
    package internal(set) var capabilities = CaptureCapabilities()
    package internal(set) var cameraSettings = CameraSettings()
    package internal(set) var cameras: [CameraChoice] = []
    package internal(set) var selectedCameraID: String?
    package internal(set) var microphones: [MicrophoneChoice] = []
    package internal(set) var selectedMicrophoneID: String?
    package internal(set) var soundLevel: SoundLevel?
    package internal(set) var videoFormatInUse: VideoFormat?
    package internal(set) var countdown: Int?
    package internal(set) var roll: Double?
    package internal(set) var storage: StorageSpace?
    package internal(set) var pressure = PressureLevel.nominal
    package internal(set) var isPaused = false {
        didSet { if isPaused != oldValue { settleLevel() } }
    }
    package internal(set) var needsIntroduction: Bool
    package internal(set) var isSwitching = false
    package internal(set) var prefersMinimizedUI = false
    package internal(set) var controlsAppearance: ControlsPicture?
    package internal(set) var shouldFlashScreen = false
    package internal(set) var thumbnail: CGImage?
    package var problem: Message?
    /// What was saved last.
    package internal(set) var lastSaved: SavedMedia?
    package var photoFeatures: PhotoFeatures {
        didSet { if photoFeatures != oldValue { photoFeaturesChanged() } }
    }
    package var isHDRVideoEnabled: Bool {
        didSet { if isHDRVideoEnabled != oldValue { videoFeaturesChanged() } }
    }
    package var videoFormat: VideoFormat? {
        didSet { if videoFormat != oldValue { videoFeaturesChanged() } }
    }
    package var selfTimer: SelfTimer {
        didSet { if selfTimer != oldValue { remember() } }
    }
    package var isLevelEnabled: Bool {
        didSet { if isLevelEnabled != oldValue { levelChanged() } }
    }

    @ObservationIgnored let platform: any CapturePlatform
    @ObservationIgnored let service: CaptureService
    @ObservationIgnored let store: any MediaStore
    @ObservationIgnored let lockedCaptures: (any CaptureImport)?
    @ObservationIgnored let storageMeter: StorageMeter
    @ObservationIgnored let levelMeter = LevelMeter()
    @ObservationIgnored let stateFile: CameraStateFile
    @ObservationIgnored let sleep: @Sendable (Duration) async throws -> Void
    @ObservationIgnored var state: CameraState
    /// Whether what changes was remembered already.
    @ObservationIgnored var isTakingState = false
    /// Writes what changes, one after the other.
    @ObservationIgnored var saving: Task<Void, Never>?
    @ObservationIgnored var recordingPlace: (any MoviePlace)?
    @ObservationIgnored var beginningRecording: Task<Void, Never>?
    @ObservationIgnored var savingRecording: Task<Void, Never>?
    /// Photos that are being taken and saved.
    @ObservationIgnored var photos: [UUID: Task<Void, Never>] = [:]
    @ObservationIgnored var followers: [Task<Void, Never>] = []
    @ObservationIgnored var deviceWatch: DeviceWatch?
    @ObservationIgnored var buttons: AVCaptureEventInteraction?
    /// Changes that a person has made wait here for those before them.
    @ObservationIgnored var changes: Task<Void, Never>?
    @ObservationIgnored var watchingStorage: Task<Void, Never>?
    @ObservationIgnored var starting: Task<Void, Never>?
    /// What ``prepare()`` has begun and ``start()`` has not taken over yet.
    @ObservationIgnored var opening: CameraOpening?
    /// Until a camera that rested runs.
    @ObservationIgnored var waking: Task<Void, Never>?
    @ObservationIgnored var counting: Task<Bool, Never>?
    /// Whether nobody can see the picture.
    @ObservationIgnored var isHidden = false

    package var previewSource: any PreviewSource { service.previewSource }

    /// - Parameters:
    ///   - platform: what the system offers beyond Apple's API.
    ///   - store: where photos and movies go.
    ///   - storageURL: the folder of the store, for the room that is left there.
    ///   - stateURL: what is remembered.
    ///   - lockedCaptures: what was captured on the lock screen, for the app; `nil` for the extension.
    ///   - sleep: lets the seconds of the self-timer pass.
    package init(
        platform: any CapturePlatform, store: any MediaStore, storageURL: URL,
        stateURL: URL = CameraState.standardURL, lockedCaptures: (any CaptureImport)? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        service = CaptureService(platform: platform, prefersFastCapture: true)
        self.platform = platform
        self.store = store
        self.lockedCaptures = lockedCaptures
        self.sleep = sleep
        storageMeter = StorageMeter(folder: storageURL)
        stateFile = CameraStateFile(stateURL)
        // One small file, so that the first picture of the window is that of the right mode.
        state = CameraState.load(from: stateURL)
        captureMode = state.captureMode
        photoFeatures = state.photoFeatures
        isHDRVideoEnabled = state.isHDRVideoEnabled
        videoFormat = state.videoFormat
        selfTimer = state.selfTimer
        isLevelEnabled = state.isLevelEnabled
        needsIntroduction = !state.isIntroduced
    }

    isolated deinit {
        for follower in followers { follower.cancel() }
        watchingStorage?.cancel()
    }

    /// Runs what a person has asked for; what goes wrong is a ``problem``.
    func trying(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            problem = Message(error)
        }
    }
}
