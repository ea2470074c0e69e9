import AVFoundation

/// What to capture, and with which devices.
package struct CaptureSetup: Sendable {
    package var camera: AVCaptureDevice
    /// For movies and Live Photos; `nil` records without sound.
    package var microphone: AVCaptureDevice?
    /// Whether a microphone is wanted at all.
    package var recordsSound = true
    /// Whether there is a movie without sound when the microphone cannot be used. Otherwise that is an error.
    package var isSoundOptional = false
    /// The unplugged microphone that ``microphone`` stands in for; it is used again when it is back.
    var replacedMicrophone: AVCaptureDevice?
    /// Why the microphone is left out, although sound is wanted; `nil` when it is not left out.
    var silence: (any Error)?
    package var mode: CaptureMode
    /// Whether the mode is only a QuickTake's.
    var isQuickTake = false
    /// The features of photos.
    package var features: PhotoFeatures
    /// `nil` uses the mode's default.
    package var preset: AVCaptureSession.Preset?
    /// The bit rate of the video, in bits per second; `nil` keeps a constant quality.
    package var bitRate: Int?
    /// How movies' pictures are kept steady.
    package var stabilization = VideoStabilization.off
    /// The size and frame rate wanted for movies. The camera's nearest format is used; `nil` leaves them to the preset.
    package var videoFormat: VideoFormat?
    /// How fast movies play; see ``movieSpeed``.
    package var speed = MovieSpeed.normal
    /// Whether movies have 10 bits per sample, if the camera can.
    package var isHDRVideoEnabled = false
    /// Whether photo mode looks for codes in the picture.
    var scansCodes = false
    /// Whether captures of a front camera are mirrored, as its preview is.
    var isFrontCameraMirrored = false
    /// Whether features that the camera lacks are left out. Otherwise they are errors.
    package var isLenient = false

    package init(
        camera: AVCaptureDevice, microphone: AVCaptureDevice? = nil, mode: CaptureMode,
        features: PhotoFeatures = PhotoFeatures(), preset: AVCaptureSession.Preset? = nil, bitRate: Int? = nil
    ) {
        self.camera = camera
        self.microphone = microphone
        self.mode = mode
        self.features = features
        self.preset = preset
        self.bitRate = bitRate
    }

    /// Whether frames of 10 bits per sample are wanted. Time-lapse and slow motion have 8.
    var recordsTenBits: Bool { isHDRVideoEnabled && movieSpeed == .normal }

    /// The microphone that the session needs now.
    var neededMicrophone: AVCaptureDevice? { needsSound && silence == nil ? microphone : nil }

    /// Whether what is captured should have sound.
    var needsSound: Bool {
        recordsSound && (mode == .video && movieSpeed == .normal || mode == .photo && features.isLivePhotoEnabled)
    }

    /// How fast the movies of this setup play. Those of a QuickTake, and of a camera that is too slow for slow motion, play
    /// as fast as it happened.
    var movieSpeed: MovieSpeed {
        if mode != .video || isQuickTake { return .normal }
        if speed == .slowMotion, isLenient, FormatChoice.slowMotionFormats(of: camera).isEmpty { return .normal }
        return speed
    }

    /// Why what is captured has no sound, although it should.
    func missingSound(on platform: any CapturePlatform) -> (any Error)? {
        guard needsSound else { return nil }
        // A movie without sound is silent on purpose.
        let isSilent = microphone == nil && !platform.playsRecording(camera)
        return silence ?? (isSilent ? CameraError.noMicrophone : nil)
    }

    /// The same without the microphone, if that is what `error` is about and movies may be silent. One that was unplugged
    /// may have come back and be busy.
    func silent(because error: any Error) -> CaptureSetup? {
        guard isSoundOptional, needsSound, silence == nil || isUnplugged, let microphone, error.device === microphone
        else { return nil }
        var setup = self
        // The news can be older than the microphone's return.
        let isGone = !microphone.isConnected || (error as? AVError)?.code == .deviceWasDisconnected
        setup.silence = isGone ? CameraError.microphoneUnplugged(microphone.localizedName) : error
        return setup
    }

    private var isUnplugged: Bool {
        if case .microphoneUnplugged = silence as? CameraError { true } else { false }
    }
}
