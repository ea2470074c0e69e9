import AVFoundation

extension AVCaptureDevice {
    /// The device objects live as long as the process; a test shall find them as at first.
    func setAsAtFirst() {
        // Whoever configures it at the moment is a part of the test.
        guard (try? lockForConfiguration()) != nil else { return }
        defer { unlockForConfiguration() }
        if isVirtualDevice {
            setPrimaryConstituentDeviceSwitchingBehavior(.auto, restrictedSwitchingBehaviorConditions: [])
        }
        videoZoomFactor = 1
        let middle = CGPoint(x: 0.5, y: 0.5)
        if isFocusPointOfInterestSupported { focusPointOfInterest = middle }
        if isAutoFocusRangeRestrictionSupported { autoFocusRangeRestriction = .none }
        if isSmoothAutoFocusSupported { isSmoothAutoFocusEnabled = false }
        if isFocusModeSupported(.continuousAutoFocus) { focusMode = .continuousAutoFocus }
        if isExposurePointOfInterestSupported { exposurePointOfInterest = middle }
        if isExposureModeSupported(.continuousAutoExposure) { exposureMode = .continuousAutoExposure }
        if maxExposureTargetBias > 0 { setExposureTargetBias(0, completionHandler: nil) }
        if isWhiteBalanceModeSupported(.continuousAutoWhiteBalance) {
            whiteBalanceMode = .continuousAutoWhiteBalance
        }
        if hasTorch { torchMode = .off }
        if isLowLightBoostSupported { automaticallyEnablesLowLightBoostWhenAvailable = false }
        isSubjectAreaChangeMonitoringEnabled = false
    }
}
