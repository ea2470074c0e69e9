import AVFoundation

/// Focus, exposure, zoom and torch of the camera in use.
extension CaptureService {
    /// Focuses on a point that a person chose and exposes for it, until the scene changes.
    ///
    /// - Parameter point: in the preview layer's coordinates. Nothing happens beside the picture or without a preview.
    /// - Throws: `AVError` when another program configures the camera.
    package func focusAndExpose(atLayerPoint point: CGPoint) throws {
        guard let point = devicePoint(atLayerPoint: point) else { return }
        try focusAndExpose(at: point)
    }

    /// - Returns: the point in the sensor's picture; `nil` beside it.
    private func devicePoint(atLayerPoint point: CGPoint) -> CGPoint? {
        guard let point = previewLayer?.captureDevicePointConverted(fromLayerPoint: point) else { return nil }
        let picture = CGRect(x: 0, y: 0, width: 1, height: 1)
        // Half a pixel at the edge is only rounding.
        guard picture.insetBy(dx: -0.001, dy: -0.001).contains(point) else { return nil }
        return CGPoint(x: min(max(point.x, 0), 1), y: min(max(point.y, 0), 1))
    }

    /// Focuses on a point that a person chose and exposes for it, until the scene changes.
    ///
    /// - Parameter point: in the sensor's picture, before rotation: (0, 0) is the top left, (1, 1) the bottom right.
    /// - Throws: `AVError` when another program configures the camera.
    package func focusAndExpose(at point: CGPoint) throws {
        try focusAndExpose(at: point, isUserInitiated: true)
    }

    /// Focuses on a point that a person chose and exposes for it, and keeps both until ``resetFocusAndExposure()`` or
    /// another choice, or until the camera or the mode changes. ``lock`` says what this camera can keep.
    ///
    /// - Parameter point: in the preview layer's coordinates. Nothing happens beside the picture or without a preview.
    /// - Throws: `AVError` when another program configures the camera.
    package func lockFocusAndExposure(atLayerPoint point: CGPoint) throws {
        guard let point = devicePoint(atLayerPoint: point) else { return }
        try lockFocusAndExposure(at: point)
    }

    /// As with a point in the preview layer's coordinates.
    ///
    /// - Parameter point: in the sensor's picture, before rotation: (0, 0) is the top left, (1, 1) the bottom right.
    package func lockFocusAndExposure(at point: CGPoint) throws {
        guard let camera else { return }
        let kept = try focusAndExpose(at: point, isUserInitiated: true)
        if kept.isEmpty { return }
        try watchScene(of: camera, false)
        lock.set(kept)
    }

    /// Returns to continuous focus and exposure at the center, without a bias.
    ///
    /// - Throws: `AVError` when another program configures the camera.
    package func resetFocusAndExposure() throws {
        try focusAndExpose(at: CGPoint(x: 0.5, y: 0.5), isUserInitiated: false)
        guard let camera, camera.exposureTargetBias != 0 else { return }
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        camera.setExposureTargetBias(0)
    }

    /// The scene for which a person chose a point or a bias is gone.
    func subjectAreaChanged() {
        guard lock.value.isEmpty else { return }
        // An error means that another caller is configuring the camera; its settings stand.
        try? resetFocusAndExposure()
    }

    /// Ends what a person chose for another picture.
    func forgetFocusAndExposure() {
        lock.set([])
        // An error means that another caller is configuring the camera; its settings stand.
        try? resetFocusAndExposure()
    }

    private func watchScene(of camera: AVCaptureDevice, _ isWatched: Bool) throws {
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        camera.isSubjectAreaChangeMonitoringEnabled = isWatched
    }

    /// - Returns: what was set.
    @discardableResult
    private func focusAndExpose(at point: CGPoint, isUserInitiated: Bool) throws -> CameraLock {
        guard let camera else { return [] }
        var parts: CameraLock = []
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        let focusMode: AVCaptureDevice.FocusMode = isUserInitiated ? .autoFocus : .continuousAutoFocus
        if manual.value[.focus] == nil, camera.isFocusPointOfInterestSupported, camera.isFocusModeSupported(focusMode) {
            camera.focusPointOfInterest = point
            camera.focusMode = focusMode
            parts.insert(.focus)
        }
        let exposureMode: AVCaptureDevice.ExposureMode = isUserInitiated ? .autoExpose : .continuousAutoExposure
        if manual.value[.shutter] == nil, camera.isExposurePointOfInterestSupported,
            camera.isExposureModeSupported(exposureMode)
        {
            camera.exposurePointOfInterest = point
            camera.exposureMode = exposureMode
            parts.insert(.exposure)
        }
        camera.isSubjectAreaChangeMonitoringEnabled = isUserInitiated
        lock.set([])
        return parts
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
    /// It also changes an exposure that is locked, by as much. The bias is for this scene: it ends with it, and when
    /// the camera or the mode changes. While a person has locked the exposure, the scene does not matter. An exposure
    /// that a person has set has none.
    ///
    /// Source: Apple, AVCaptureDevice.exposureTargetBias.
    ///
    /// - Parameter stops: the bias in EV; 0 is the camera's own exposure.
    /// - Throws: `AVError` when another program configures the camera.
    package func setExposureBias(_ stops: Float) throws {
        guard let camera, manual.value[.shutter] == nil, camera.isExposureModeSupported(.continuousAutoExposure) else {
            return
        }
        try setExposureBias(min(max(stops, camera.minExposureTargetBias), camera.maxExposureTargetBias), of: camera)
    }

    /// A person has chosen a bias with the Camera Control, which has set it. A manual exposure has none.
    func biasChosen(for camera: AVCaptureDevice) {
        guard camera === self.camera else { return }
        let bias = manual.value[.shutter] == nil ? camera.exposureTargetBias : 0
        // An error means that another caller is configuring the camera; its settings stand.
        try? setExposureBias(bias, of: camera)
    }

    /// A person has chosen a position of the lens with the Camera Control.
    func focusChosen(_ position: Float, for camera: AVCaptureDevice) {
        guard camera === self.camera else { return }
        // While another program configures the camera, its focus stays.
        try? setManual(.focus, to: Double(position))
    }

    private func setExposureBias(_ bias: Float, of camera: AVCaptureDevice) throws {
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        // The scene gets lighter or darker by this, and is still the same one.
        camera.isSubjectAreaChangeMonitoringEnabled = false
        camera.setExposureTargetBias(bias) { [weak self] _ in Task { await self?.applied(bias, to: camera) } }
    }

    private func applied(_ bias: Float, to camera: AVCaptureDevice) {
        let isChosen = bias != 0 || camera.exposureMode != .continuousAutoExposure
        // Another bias may have been chosen since, and has not been applied yet.
        guard camera === self.camera, camera.exposureTargetBias == bias, isChosen, lock.value.isEmpty else { return }
        // An error means that another caller is configuring the camera; its settings stand.
        try? watchScene(of: camera, true)
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
        isStabilizationSupported = mode == .video && camera.activeFormat.isVideoStabilizationModeSupported(.auto)
        hasStabilization = mode == .video && camera.formats.contains { $0.isVideoStabilizationModeSupported(.auto) }
        photoFormats = Self.photoFormats(of: output)
        videoFormats = mode == .video ? FormatChoice.videoFormats(of: camera) : []
        photoSizes = FormatChoice.photoSizes(of: camera)
        flashModes = output.supportedFlashModes.map { FlashMode($0) }
        isConstantColorSupported = output.isConstantColorSupported
        hasTorch = camera.hasTorch
        maxBracketCount = output.maxBracketedCapturePhotoCount
        exposureBias = camera.minExposureTargetBias...camera.maxExposureTargetBias
        zoom = camera.minAvailableVideoZoomFactor...camera.maxAvailableVideoZoomFactor
        setZoomSteps(
            camera.virtualDeviceSwitchOverVideoZoomFactors.map(\.doubleValue)
                + camera.activeFormat.secondaryNativeResolutionZoomFactors.map(Double.init))
        zoomMultiplier = camera.displayVideoZoomFactorMultiplier
        manual = Self.manual(of: camera)
        automatic = Self.automatic(of: camera)
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
