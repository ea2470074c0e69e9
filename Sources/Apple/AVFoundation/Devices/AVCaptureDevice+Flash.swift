import Foundation

extension AVCaptureDevice {
    /// Whether the camera has a flash that can be set to the mode.
    @available(*, deprecated, message: "Use -[AVCapturePhotoOutput supportedFlashModes] instead.")
    public func isFlashModeSupported(_ flashMode: FlashMode) -> Bool { hasFlash || flashMode == .off }

    /// What the flash does for pictures of an ``AVCaptureStillImageOutput``; photos of an ``AVCapturePhotoOutput`` go by
    /// ``AVCapturePhotoSettings/flashMode`` alone. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and ``isFlashModeSupported(_:)``.
    @available(*, deprecated, message: "Use AVCapturePhotoSettings.flashMode instead.")
    public var flashMode: FlashMode {
        get { state.withLock { $0.flashMode } }
        set {
            require(hasFlash || newValue == .off, "setFlashMode:", "-isFlashModeSupported:")
            configure(\.flashMode, "setFlashMode:") { $0.flashMode = newValue }
        }
    }

    /// Whether the flash would fire for a picture of an ``AVCaptureStillImageOutput`` now: in mode `.on`, and in mode
    /// `.auto` when exposure cannot make up for the dark. Linux: not observable.
    @available(*, deprecated, message: "Use -[AVCapturePhotoOutput isFlashScene] instead.")
    public var isFlashActive: Bool {
        guard isFlashAvailable else { return false }
        return state.withLock { state in
            switch state.flashMode {
            case .off: false
            case .on: true
            case .auto: state.isTooDark
            }
        }
    }
}
