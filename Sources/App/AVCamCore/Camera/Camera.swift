import AVFoundation

/// The camera as a window shows it: its state and what a person can do with it, on the main actor.
///
/// ``CameraModel`` is the real one. ``PreviewCameraModel`` stands in where no camera should be used.
@MainActor
package protocol Camera: AnyObject {
    // State

    var status: CameraStatus { get }
    /// The photos being taken, or the movie being recorded.
    var captureActivity: CaptureActivity { get }
    var captureMode: CaptureMode { get }
    /// What the camera can do in the current mode. The window offers nothing else.
    var capabilities: CaptureCapabilities { get }
    /// The camera's current settings.
    var cameraSettings: CameraSettings { get }
    /// What a person has locked.
    var lock: CameraLock { get }
    /// What a person has set instead of the camera; everything else is automatic.
    var manual: [ManualControl: Double] { get }
    /// The connected cameras.
    var cameras: [CameraChoice] { get }
    /// The `uniqueID` of the camera in use; `nil` before the start.
    var selectedCameraID: String? { get }
    /// The connected microphones.
    var microphones: [MicrophoneChoice] { get }
    /// The `uniqueID` of the microphone for movies and Live Photos; `nil` when they are silent.
    var selectedMicrophoneID: String? { get }
    /// The sound level; `nil` while sound is not measured: in photo mode, and without a microphone.
    var soundLevel: SoundLevel? { get }
    /// Why movies, or Live Photos, have no sound although it is wanted; `nil` when they have it. A movie can be recorded
    /// all the same, and ``mendSound()`` tries again.
    var soundProblem: Message? { get }
    /// The size and frame rate of movies now; `nil` in photo mode.
    var videoFormatInUse: VideoFormat? { get }
    /// The seconds left until the photo is taken or the recording begins; `nil` while no self-timer runs.
    var countdown: Int? { get }
    /// The camera's tilt against the horizon: degrees clockwise, from -45 to 45. `nil` without an accelerometer, and
    /// while the camera points straight up or down.
    var roll: Double? { get }
    /// The code in the picture, for a while also after it has left it; `nil` when there is none.
    var foundCode: FoundCode? { get }
    /// Whether a movie is recorded from photo mode: from ``beginQuickTake()`` until the camera is in photo mode again.
    var isQuickTaking: Bool { get }
    /// The series under way; `nil` when there is none.
    var series: SeriesProgress? { get }
    /// How many photos have been saved, bursts excluded. It changes once for each press, by the number of its photos.
    var savedPhotoCount: Int { get }
    /// The burst under way; `nil` when there is none.
    var burst: BurstProgress? { get }
    /// The disk space for captures; `nil` before it has been measured.
    var storage: StorageSpace? { get }
    var pressure: PressureLevel { get }
    /// Whether the camera is paused because nobody can see its picture.
    var isPaused: Bool { get }
    /// Whether the person has not been told yet what the app needs the camera and microphone for.
    var needsIntroduction: Bool { get }
    /// Whether the mode or the camera is being changed.
    var isSwitching: Bool { get }
    /// Whether a recording was asked for and has not begun: what it depends on cannot be changed anymore.
    var isBeginningMovie: Bool { get }
    /// Whether the Camera Control is on the screen, so that the rest of the window should step back.
    var prefersMinimizedUI: Bool { get }
    /// What the Camera Control shows; `nil` while it shows nothing.
    var controlsAppearance: ControlsPicture? { get }
    /// `true` for a moment at each exposure, so that the screen can blink.
    var shouldFlashScreen: Bool { get }
    /// A picture of the last item saved.
    var thumbnail: CGImage? { get }
    /// The last error. The window sets it to `nil` once it has been shown.
    var problem: Message? { get set }
    var previewSource: any PreviewSource { get }

    // Settings

    var photoFeatures: PhotoFeatures { get set }
    var isHDRVideoEnabled: Bool { get set }
    /// The size and frame rate wanted for movies; `nil` leaves them to the camera. A camera that lacks this format uses
    /// its nearest one.
    var videoFormat: VideoFormat? { get set }
    /// How fast movies play. A camera that has no slow motion records normal movies instead.
    var movieSpeed: MovieSpeed { get set }
    var selfTimer: SelfTimer { get set }
    /// With an interval, ``capturePhoto()`` takes a series in photo mode.
    var seriesInterval: SeriesInterval { get set }
    /// Whether ``roll`` is wanted.
    var isLevelEnabled: Bool { get set }
    /// Whether ``foundCode`` is wanted, in photo mode.
    var isCodeScanningEnabled: Bool { get set }
    /// Whether movies' pictures are kept steady, if the camera can.
    var isStabilizationEnabled: Bool { get set }
    /// Whether captures of a front camera are mirrored, as its preview is.
    var isFrontCameraMirrored: Bool { get set }

    // Actions

    /// Begins to open the camera, away from the main thread; ``start()`` continues from there.
    func prepare()
    /// Starts the camera, or tries again after a failure or a denied permission.
    func start() async
    func stop() async
    func switchMode(to mode: CaptureMode) async
    /// Switches to the next camera, even when the one in use has failed or been taken by something else.
    func switchCamera() async
    /// Switches to the camera with this `uniqueID`.
    func selectCamera(_ id: String) async
    /// Switches to the microphone with this `uniqueID`; `nil` records without sound.
    func selectMicrophone(_ id: String?) async
    /// Tries again to record with sound, see ``soundProblem``.
    func mendSound() async
    /// Takes a photo, or photos at an interval, after the self-timer if one is set. While the timer is running, the call
    /// cancels the photo instead; during a series, it ends the series. In video mode, also during a recording, it takes the photo at once.
    func capturePhoto() async
    /// Takes photos one after the other until ``endBurst()``, at most ``BurstProgress/maxCount``. Returns when all of them
    /// are saved. Only in photo mode, and without the self-timer.
    func takeBurst() async
    /// Ends the burst with the photo that is being exposed.
    func endBurst()
    /// Changes to video mode and records, until ``endQuickTake()`` or ``toggleRecording()``, and returns to photo mode
    /// when the movie is saved. One that ends before the mode has changed takes a photo instead. Only in photo mode.
    ///
    /// Returns when all is saved and the camera is in photo mode again.
    func beginQuickTake() async
    /// Ends the QuickTake, once its movie has a frame. Returns when all is saved and the camera is in photo mode again.
    func endQuickTake() async
    /// Ends the series with the photo that is being taken.
    func endSeries()
    /// Stops the self-timer without a photo or a recording.
    func cancelCountdown()
    /// Starts a recording, after the self-timer if one is set, or ends it. While the timer is running, the call cancels
    /// the recording instead.
    func toggleRecording() async
    /// Pauses the recording, or continues it. What happens meanwhile is not in the movie.
    func togglePause() async
    /// Focuses and exposes for a point in the preview layer's coordinates.
    func focusAndExpose(at point: CGPoint) async
    /// Focuses and exposes for a point in the preview layer's coordinates, and keeps both, if the camera can, until
    /// they are reset, or the camera or the mode changes.
    func lockFocusAndExposure(at point: CGPoint) async
    /// Returns to continuous focus and exposure, without a bias.
    func resetFocusAndExposure() async
    /// - Parameter isGradual: whether the zoom moves smoothly to `factor`.
    func setZoom(_ factor: Double, isGradual: Bool) async
    /// The bias ends with the scene, and when the camera or the mode changes.
    ///
    /// - Parameter stops: the bias in EV; 0 is the camera's own exposure.
    func setExposureBias(_ stops: Float) async
    /// Sets a value that was automatic, within the camera's limits, until ``setAutomatic(_:)``, or until the camera or the
    /// mode changes. See ``ManualControl/companions``.
    func setManual(_ control: ManualControl, to value: Double) async
    /// Leaves these to the camera again.
    func setAutomatic(_ controls: Set<ManualControl>) async
    /// The values of the last frame, automatic or not.
    func currentValues() async -> [ManualControl: Double]
    func setTorch(on isOn: Bool) async
    /// Performs a touch of the Camera Control.
    func touchCameraControl(_ touch: CameraControlTouch)
    /// Pauses the camera while its picture cannot be seen, once nothing is being captured.
    func pause() async
    func resume() async
    /// Closes the camera and opens it again, at once: what is being exposed fails, and what is exposed is saved.
    func restart() async
    /// Remembers that the person has seen the introduction, so that it is not shown again.
    func finishIntroduction()
}

/// A camera in a menu.
package struct CameraChoice: Sendable, Equatable, Identifiable {
    /// The device's `uniqueID`.
    package let id: String
    package let name: String
    package let isFront: Bool

    package init(id: String, name: String, isFront: Bool) {
        self.id = id
        self.name = name
        self.isFront = isFront
    }

    init(_ device: AVCaptureDevice) {
        self.init(id: device.uniqueID, name: device.localizedName, isFront: device.position == .front)
    }
}
