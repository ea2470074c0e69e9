import AVFoundation

/// The camera as a window shows it: what can be seen and what can be done, on the main actor.
///
/// ``CameraModel`` is the real one, ``PreviewCameraModel`` stands in where there is no camera to be used.
@MainActor
package protocol Camera: AnyObject {
    // What can be seen

    var status: CameraStatus { get }
    /// Photos that are taken, or a movie that is recorded.
    var captureActivity: CaptureActivity { get }
    var captureMode: CaptureMode { get }
    /// What the camera and the mode in use can do; what they cannot, the window does not offer.
    var capabilities: CaptureCapabilities { get }
    /// How the camera is set.
    var cameraSettings: CameraSettings { get }
    /// The cameras that are there.
    var cameras: [CameraChoice] { get }
    /// The one in use; `nil` before the start.
    var selectedCameraID: String? { get }
    /// The microphones that are there.
    var microphones: [MicrophoneChoice] { get }
    /// The one that movies and Live Photos are recorded with; `nil` when they are silent.
    var selectedMicrophoneID: String? { get }
    /// How loud it is; `nil` while the camera does not listen: in photo mode, and without a microphone.
    var soundLevel: SoundLevel? { get }
    /// What movies are recorded with now; `nil` in photo mode.
    var videoFormatInUse: VideoFormat? { get }
    /// The seconds that are left until the photo is taken; `nil` while no self-timer runs.
    var countdown: Int? { get }
    /// By how many degrees the picture is turned clockwise against the horizon, from -45 to 45; `nil` where nothing
    /// tells, and while the camera looks straight up or down.
    var roll: Double? { get }
    /// The room for captures; `nil` before it was looked at.
    var storage: StorageSpace? { get }
    var pressure: PressureLevel { get }
    /// Whether the camera rests because nobody looks at it.
    var isPaused: Bool { get }
    /// Whether the person has never been told what the app wants with camera and microphone.
    var needsIntroduction: Bool { get }
    /// Whether the mode or the camera is being changed.
    var isSwitching: Bool { get }
    /// Whether the Camera Control has the screen, so that everything else is to step back.
    var prefersMinimizedUI: Bool { get }
    /// What the Camera Control shows; `nil` while it shows nothing.
    var controlsAppearance: ControlsPicture? { get }
    /// Set for the moment of an exposure, so that the screen can blink.
    var shouldFlashScreen: Bool { get }
    /// A picture of what was saved last.
    var thumbnail: CGImage? { get }
    /// What went wrong last; to be set to `nil` when it has been read.
    var problem: Message? { get set }
    var previewSource: any PreviewSource { get }

    // What a person chooses

    var photoFeatures: PhotoFeatures { get set }
    var isHDRVideoEnabled: Bool { get set }
    /// What movies are to be; `nil` leaves it to the camera. Of the formats that another camera has, the nearest is
    /// taken.
    var videoFormat: VideoFormat? { get set }
    var selfTimer: SelfTimer { get set }
    /// Whether ``roll`` is wanted.
    var isLevelEnabled: Bool { get set }

    // What a person does

    /// Begins to open the camera, away from the main thread; ``start()`` goes on from there.
    func prepare()
    /// Starts the camera, or tries it again after a failure or a refusal.
    func start() async
    func stop() async
    func switchMode(to mode: CaptureMode) async
    /// Takes the next camera; also when the one in use has failed, or something else has taken it.
    func switchCamera() async
    /// Takes the camera of that identifier.
    func selectCamera(_ id: String) async
    /// Takes the microphone of that identifier, or none.
    func selectMicrophone(_ id: String?) async
    /// Takes a photo, with a self-timer after its time. While the timer counts it cancels the photo instead.
    func capturePhoto() async
    /// Ends the self-timer without a photo.
    func cancelCountdown()
    /// Starts a recording, or ends it.
    func toggleRecording() async
    /// Focuses and exposes for a point of the preview, in the preview layer's coordinates.
    func focusAndExpose(at point: CGPoint) async
    /// - Parameter isGradual: whether it glides there.
    func setZoom(_ factor: Double, isGradual: Bool) async
    /// - Parameter stops: of light; 0 is what the camera thinks right.
    func setExposureBias(_ stops: Float) async
    func setTorch(on isOn: Bool) async
    /// Does what a touch of the Camera Control does.
    func touchCameraControl(_ touch: CameraControlTouch)
    /// Lets the camera rest while its picture cannot be seen. A recording goes on.
    func pause() async
    func resume() async
    /// The person has been told what the app wants with camera and microphone; it is not told again.
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
