import AVFoundation

/// Focus, exposure, zoom and torch of the camera in use.
extension CaptureService {
    /// Focuses on a point that a person chose and exposes for it, until the scene changes.
    ///
    /// - Parameter point: in the preview layer's coordinates. Nothing happens without a preview.
    /// - Throws: `AVError` when another program configures the camera.
    package func focusAndExpose(atLayerPoint point: CGPoint) throws {
        guard let previewLayer else { return }
        try focusAndExpose(at: previewLayer.captureDevicePointConverted(fromLayerPoint: point))
    }

    /// Focuses on a point that a person chose and exposes for it, until the scene changes.
    ///
    /// - Parameter point: in the sensor's picture, before rotation: (0, 0) is the top left, (1, 1) the bottom right.
    /// - Throws: `AVError` when another program configures the camera.
    package func focusAndExpose(at point: CGPoint) throws {
        try focusAndExpose(at: point, isUserInitiated: true)
    }

    /// Returns to continuous focus and exposure at the center, because the scene in which a person chose a point is
    /// gone.
    func subjectAreaChanged() {
        // An error means that another caller is configuring the camera; its settings stand.
        try? focusAndExpose(at: CGPoint(x: 0.5, y: 0.5), isUserInitiated: false)
    }

    private func focusAndExpose(at point: CGPoint, isUserInitiated: Bool) throws {
        guard let camera else { return }
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        let focusMode: AVCaptureDevice.FocusMode = isUserInitiated ? .autoFocus : .continuousAutoFocus
        if camera.isFocusPointOfInterestSupported, camera.isFocusModeSupported(focusMode) {
            camera.focusPointOfInterest = point
            camera.focusMode = focusMode
        }
        let exposureMode: AVCaptureDevice.ExposureMode = isUserInitiated ? .autoExpose : .continuousAutoExposure
        if camera.isExposurePointOfInterestSupported, camera.isExposureModeSupported(exposureMode) {
            camera.exposurePointOfInterest = point
            camera.exposureMode = exposureMode
        }
        camera.isSubjectAreaChangeMonitoringEnabled = isUserInitiated
    }

    /// Zooms, within the camera's range.
    ///
    /// - Parameters:
    ///   - factor: the zoom factor; 1 shows the whole picture.
    ///   - rate: doublings per second; `nil` zooms at once.
    /// - Throws: `AVError` when another program configures the camera.
    package func setZoom(_ factor: Double, rate: Float? = nil) throws {
        guard let camera else { return }
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        let factor = min(max(factor, camera.minAvailableVideoZoomFactor), camera.maxAvailableVideoZoomFactor)
        if let rate, rate > 0 {
            camera.ramp(toVideoZoomFactor: factor, withRate: rate)
        } else {
            camera.videoZoomFactor = factor
        }
    }

    /// Makes pictures lighter or darker, within the camera's range.
    ///
    /// After a person has chosen a point, the exposure is locked. It is then measured once more, so that the bias takes
    /// effect.
    ///
    /// - Parameter stops: the bias in EV; 0 is the camera's own exposure.
    /// - Throws: `AVError` when another program configures the camera.
    package func setExposureBias(_ stops: Float) throws {
        guard let camera, camera.isExposureModeSupported(.continuousAutoExposure) else { return }
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        camera.setExposureTargetBias(min(max(stops, camera.minExposureTargetBias), camera.maxExposureTargetBias))
        if camera.exposureMode == .locked, camera.isExposureModeSupported(.autoExpose) {
            camera.exposureMode = .autoExpose
        }
    }

    /// Touches the Camera Control for a person who has it only on the screen.
    package nonisolated func touchControls(_ touch: CameraControlTouch) { platform.touchControls(of: session, touch) }

    /// Switches the torch on or off, if there is one.
    ///
    /// - Throws: `AVError` when another program configures the camera.
    package func setTorch(on isOn: Bool) throws {
        guard let camera, camera.isTorchModeSupported(isOn ? .on : .off) else { return }
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        camera.torchMode = isOn ? .on : .off
    }
}

extension CaptureCapabilities {
    /// What a camera and a photo output can do when they are connected.
    init(_ camera: AVCaptureDevice, _ output: AVCapturePhotoOutput, mode: CaptureMode) {
        isLivePhotoCaptureSupported = output.isLivePhotoCaptureSupported
        isHDRVideoSupported = mode == .video && FormatChoice.tenBitVariant(of: camera) != nil
        photoFormats = Self.photoFormats(of: output)
        videoFormats = mode == .video ? FormatChoice.videoFormats(of: camera) : []
        photoSizes = FormatChoice.photoSizes(of: camera)
        flashModes = output.supportedFlashModes.map { FlashMode($0) }
        isConstantColorSupported = output.isConstantColorSupported
        hasTorch = camera.hasTorch
        maxBracketCount = output.maxBracketedCapturePhotoCount
        exposureBias = camera.minExposureTargetBias...camera.maxExposureTargetBias
        zoom = camera.minAvailableVideoZoomFactor...camera.maxAvailableVideoZoomFactor
        zoomSwitchOvers = camera.virtualDeviceSwitchOverVideoZoomFactors.map(\.doubleValue)
        zoomMultiplier = camera.displayVideoZoomFactorMultiplier
        canFocusAtPoint = camera.isFocusPointOfInterestSupported
        canExposeAtPoint = camera.isExposurePointOfInterestSupported
    }

    /// Those whose files the output can all make.
    static func photoFormats(
        of output: AVCapturePhotoOutput, among files: [PhotoFile] = PhotoFile.all
    ) -> [PhotoFormat] {
        files.filter { $0.isOffered(by: output) }.formats
    }
}
