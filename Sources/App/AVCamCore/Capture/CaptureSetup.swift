import AVFoundation

/// What a capture is to be made with.
package struct CaptureSetup: Sendable {
    package var camera: AVCaptureDevice
    /// For movies and Live Photos; `nil` records without sound.
    package var microphone: AVCaptureDevice?
    /// Whether a microphone is wanted at all.
    package var recordsSound = true
    package var mode: CaptureMode
    /// What the photos are to be.
    package var features: PhotoFeatures
    /// `nil` takes the mode's own.
    package var preset: AVCaptureSession.Preset?
    /// Of the video, in bits a second; `nil` keeps a constant quality.
    package var bitRate: Int?
    /// What movies are to be; of the formats that the camera has, the nearest is taken. `nil` leaves it to the preset.
    package var videoFormat: VideoFormat?
    /// Whether movies have 10 bits a sample, where the camera can.
    package var isHDRVideoEnabled = false
    /// Whether what the camera lacks is left out. Otherwise it is refused.
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
