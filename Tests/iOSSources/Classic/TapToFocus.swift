import AVFoundation

private var adjustingContext = 0

/// Focuses and exposes where the user tapped, and locks the exposure when the camera has adjusted it.
public final class TapToFocus: NSObject, NSKeyValueObserving {
    public private(set) var isExposureLocked = false
    private let device: AVCaptureDevice
    private let locked = DispatchSemaphore(value: 0)

    public init(device: AVCaptureDevice) {
        self.device = device
        super.init()
    }

    public func tapped(at point: CGPoint) throws {
        try device.lockForConfiguration()
        if device.isFocusPointOfInterestSupported, device.isFocusModeSupported(.autoFocus) {
            device.focusPointOfInterest = point
            device.focusMode = .autoFocus
        }
        if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
            device.exposurePointOfInterest = point
            device.exposureMode = .continuousAutoExposure
            device.addObserver(self, forKeyPath: "adjustingExposure", options: .new, context: &adjustingContext)
        }
        device.unlockForConfiguration()
    }

    public func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard context == &adjustingContext, keyPath == "adjustingExposure", let device = object as? AVCaptureDevice
        else {
            return
        }
        guard let isAdjusting = change?[.newKey] as? Bool, !isAdjusting else { return }
        device.removeObserver(self, forKeyPath: "adjustingExposure", context: &adjustingContext)
        DispatchQueue.global().async {
            guard (try? device.lockForConfiguration()) != nil else { return }
            device.exposureMode = .locked
            device.unlockForConfiguration()
            self.isExposureLocked = true
            self.locked.signal()
        }
    }

    public func waitUntilLocked(seconds: Double) -> Bool { locked.wait(timeout: .now() + seconds) == .success }
}
