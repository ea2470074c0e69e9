import AVFoundation
import AVKit
import Observation

/// The camera that takes real pictures, for the window of the app or of its extension on the lock screen.
///
/// Nothing here makes the main thread wait: devices and files are the business of actors.
@MainActor @Observable
package final class CameraModel: Camera {
    package internal(set) var captureActivity = CaptureActivity.idle
    package internal(set) var capabilities = CaptureCapabilities()
    package internal(set) var cameraSettings = CameraSettings()
    package internal(set) var cameras: [CameraChoice] = []
    package internal(set) var selectedCameraID: String?
    package internal(set) var microphones: [MicrophoneChoice] = []
    package internal(set) var selectedMicrophoneID: String?
    package internal(set) var soundLevel: SoundLevel?
    package internal(set) var videoFormatInUse: VideoFormat?
    package internal(set) var roll: Double?
    package internal(set) var storage: StorageSpace?
    package internal(set) var pressure = PressureLevel.nominal
    package internal(set) var prefersMinimizedUI = false
    package internal(set) var controlsAppearance: ControlsPicture?
    package internal(set) var shouldFlashScreen = false
    package internal(set) var thumbnail: CGImage?
    package var problem: Message?
    /// What was saved last.
    package internal(set) var lastSaved: SavedMedia?

    /// What the camera is doing.
    var phase = CameraPhase.stopped {
        didSet { settleLevel() }
    }
    var movie = MoviePhase.none
    var timer: Countdown?
    /// How many switches of mode or device are under way.
    var switches = 0
    /// What is remembered; what a person chooses is nowhere else.
    var state: CameraState

    @ObservationIgnored let platform: any CapturePlatform
    @ObservationIgnored let service: CaptureService
    @ObservationIgnored let store: any MediaStore
    @ObservationIgnored let lockedCaptures: (any CaptureImport)?
    @ObservationIgnored let storageMeter: StorageMeter
    @ObservationIgnored let levelMeter = LevelMeter()
    @ObservationIgnored let stateFile: CameraStateFile
    @ObservationIgnored let sleep: @Sendable (Duration) async throws -> Void
    /// Writes what changes, one after the other.
    @ObservationIgnored var saving: Task<Void, Never>?
    /// Photos that are being taken and saved.
    @ObservationIgnored var photos: [UUID: Task<Void, Never>] = [:]
    @ObservationIgnored var followers: [Task<Void, Never>] = []
    @ObservationIgnored var deviceWatch: DeviceWatch?
    @ObservationIgnored var buttons: AVCaptureEventInteraction?
    /// Changes that a person has made wait here for those before them.
    @ObservationIgnored var changes: Task<Void, Never>?
    @ObservationIgnored var watchingStorage: Task<Void, Never>?
    /// Whether nobody can see the picture, whatever the camera is doing.
    @ObservationIgnored var isHidden = false

    package var status: CameraStatus { phase.status }
    package var isPaused: Bool { phase.isResting }
    package var isSwitching: Bool { switches > 0 }
    package var needsIntroduction: Bool { !state.isIntroduced }
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
