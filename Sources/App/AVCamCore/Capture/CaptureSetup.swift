import AVFoundation

/// What to capture, and with which devices.
package struct CaptureSetup: Sendable {
    package var camera: AVCaptureDevice
    /// For movies and Live Photos; `nil` records without sound.
    package var microphone: AVCaptureDevice?
    /// Whether a microphone is wanted at all.
    package var recordsSound = true
    package var mode: CaptureMode
    /// The features of photos.
    package var features: PhotoFeatures
    /// `nil` uses the mode's default.
    package var preset: AVCaptureSession.Preset?
    /// The bit rate of the video, in bits per second; `nil` keeps a constant quality.
    package var bitRate: Int?
    /// The size and frame rate wanted for movies. The camera's nearest format is used; `nil` leaves them to the preset.
    package var videoFormat: VideoFormat?
    /// Whether movies have 10 bits per sample, if the camera can.
    package var isHDRVideoEnabled = false
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

    /// The microphone that the session needs now.
    var neededMicrophone: AVCaptureDevice? {
        recordsSound && (mode == .video || features.isLivePhotoEnabled) ? microphone : nil
    }
}
