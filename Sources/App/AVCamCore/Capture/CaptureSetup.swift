import AVFoundation

/// What a capture is to be made with.
package struct CaptureSetup: Sendable {
    package var camera: AVCaptureDevice
    /// `nil` records without sound.
    package var microphone: AVCaptureDevice?
    package var mode: CaptureMode
    /// `nil` takes the mode's own.
    package var preset: AVCaptureSession.Preset?
    /// Of the video, in bits a second; `nil` keeps a constant quality.
    package var bitRate: Int?

    package init(
        camera: AVCaptureDevice, microphone: AVCaptureDevice? = nil, mode: CaptureMode,
        preset: AVCaptureSession.Preset? = nil, bitRate: Int? = nil
    ) {
        self.camera = camera
        self.microphone = microphone
        self.mode = mode
        self.preset = preset
        self.bitRate = bitRate
    }
}
