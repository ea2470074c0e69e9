import Foundation

extension AVCaptureDevice {
    /// How the lens finds its place. Source: Apple, AVCaptureDevice.FocusMode.
    public enum FocusMode: Int, Sendable {
        case locked = 0
        case autoFocus = 1
        case continuousAutoFocus = 2
    }

    /// How the exposure is found. Source: Apple, AVCaptureDevice.ExposureMode.
    public enum ExposureMode: Int, Sendable {
        case locked = 0
        case autoExpose = 1
        case continuousAutoExposure = 2
        case custom = 3
    }

    /// How white is found. Source: Apple, AVCaptureDevice.WhiteBalanceMode.
    public enum WhiteBalanceMode: Int, Sendable {
        case locked = 0
        case autoWhiteBalance = 1
        case continuousAutoWhiteBalance = 2
    }

    /// Whether the torch burns. Source: Apple, AVCaptureDevice.TorchMode.
    public enum TorchMode: Int, Sendable {
        case off = 0
        case on = 1
        case auto = 2
    }
}

/// What programs ask a camera before they set it. Linux: cameras decide these things by themselves, so every answer is
/// no, and setting one is a programmer's mistake, as on an iPhone that lacks it.
extension AVCaptureDevice {
    /// Linux: always `false`. Source: Apple, AVCaptureDevice.isFocusModeSupported(_:).
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }

    /// Linux: always `.locked`. Source: Apple, AVCaptureDevice.focusMode.
    public var focusMode: FocusMode {
        get { .locked }
        set { refuse("setFocusMode:", "-isFocusModeSupported:") }
    }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.isFocusPointOfInterestSupported.
    public var isFocusPointOfInterestSupported: Bool { false }

    /// Linux: always the middle. Source: Apple, AVCaptureDevice.focusPointOfInterest.
    public var focusPointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { refuse("setFocusPointOfInterest:", "-isFocusPointOfInterestSupported") }
    }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.isExposureModeSupported(_:).
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { false }

    /// Linux: always `.locked`. Source: Apple, AVCaptureDevice.exposureMode.
    public var exposureMode: ExposureMode {
        get { .locked }
        set { refuse("setExposureMode:", "-isExposureModeSupported:") }
    }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.isExposurePointOfInterestSupported.
    public var isExposurePointOfInterestSupported: Bool { false }

    /// Linux: always the middle. Source: Apple, AVCaptureDevice.exposurePointOfInterest.
    public var exposurePointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { refuse("setExposurePointOfInterest:", "-isExposurePointOfInterestSupported") }
    }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.isWhiteBalanceModeSupported(_:).
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool { false }

    /// Linux: always `.locked`. Source: Apple, AVCaptureDevice.whiteBalanceMode.
    public var whiteBalanceMode: WhiteBalanceMode {
        get { .locked }
        set { refuse("setWhiteBalanceMode:", "-isWhiteBalanceModeSupported:") }
    }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.hasFlash.
    public var hasFlash: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.isFlashAvailable.
    public var isFlashAvailable: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.hasTorch.
    public var hasTorch: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.isTorchAvailable.
    public var isTorchAvailable: Bool { false }

    /// Linux: always `false`. Source: Apple, AVCaptureDevice.isTorchModeSupported(_:).
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { false }

    /// Linux: always `.off`. Source: Apple, AVCaptureDevice.torchMode.
    public var torchMode: TorchMode {
        get { .off }
        set { refuse("setTorchMode:", "-isTorchModeSupported:") }
    }

    /// Linux: always 1. Source: Apple, AVCaptureDevice.minAvailableVideoZoomFactor.
    public var minAvailableVideoZoomFactor: CGFloat { 1 }

    /// Linux: always 1. Source: Apple, AVCaptureDevice.maxAvailableVideoZoomFactor.
    public var maxAvailableVideoZoomFactor: CGFloat { activeFormat.videoMaxZoomFactor }

    /// Linux: always 1. Source: Apple, AVCaptureDevice.displayVideoZoomFactorMultiplier.
    public var displayVideoZoomFactorMultiplier: CGFloat { 1 }

    /// How much of the picture is left out. Linux: always 1, the whole of it.
    ///
    /// Setting anything else raises Apple's range exception. Source: Apple, AVCaptureDevice.videoZoomFactor.
    public var videoZoomFactor: CGFloat {
        get { 1 }
        set {
            guard newValue != 1 else { return }
            raiseException(
                .range,
                "*** -[AVCaptureDevice setVideoZoomFactor:] videoZoomFactor out of range \(newValue) - use "
                    + "-activeFormat.videoMaxZoomFactor")
        }
    }

    private func refuse(_ setter: String, _ query: String) {
        raiseException("*** -[AVCaptureDevice \(setter)] Not supported - use \(query)")
    }
}
