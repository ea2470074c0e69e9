import AVFoundation

/// The camera's current settings, whether made by the app or by a person with the Camera Control.
package struct CameraSettings: Sendable, Equatable {
    package var zoom = 1.0
    /// In EV.
    package var exposureBias: Float = 0
    package var isTorchOn = false
    package var isAdjustingFocus = false
    package var isAdjustingExposure = false

    /// From one frame to the next, in seconds.
    package var frameDuration = 0.0
    /// Whether a privacy switch covers it, so that its picture is black.
    package var isCovered = false

    package init() {}

    init(_ device: AVCaptureDevice) {
        zoom = device.videoZoomFactor
        exposureBias = device.exposureTargetBias
        isTorchOn = device.isTorchActive
        isAdjustingFocus = device.isAdjustingFocus
        isAdjustingExposure = device.isAdjustingExposure
        frameDuration = device.activeVideoMinFrameDuration.isNumeric ? device.activeVideoMinFrameDuration.seconds : 0
        isCovered = device.isSuspended
    }
}
