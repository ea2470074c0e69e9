import AVFoundation

/// What a person sets instead of the camera: exposure time, sensitivity, focus, white balance.
///
/// It stays, whatever the scene does and wherever the picture is tapped, until it is made automatic again, or the camera
/// or the mode changes.
extension CaptureService {
    /// Sets a value, within the camera's range. The exposure time and the sensitivity are manual only together: the other
    /// one stays as it is now.
    ///
    /// - Throws: `AVError` when another program configures the camera.
    package func setManual(_ control: ManualControl, to value: Double) throws {
        guard let camera, capabilities.value.manual[control] != nil else { return }
        var values = manual.value
        for companion in control.companions where values[companion] == nil {
            values[companion] = camera.value(of: companion)
        }
        values[control] = value
        try set(values.filter { control.companions.contains($0.key) }, of: camera)
    }

    /// Leaves these, and those that are manual only together with them, to the camera again. What the camera cannot do
    /// by itself stays.
    ///
    /// - Throws: `AVError` when another program configures the camera.
    package func setAutomatic(_ controls: Set<ManualControl> = Set(ManualControl.allCases)) throws {
        guard let camera else { return }
        let controls = controls.reduce(into: Set()) { $0.formUnion($1.companions) }.intersection(manual.value.keys)
        if controls.isEmpty { return }
        let automatic = try camera.setAutomatic(controls)
        manual.change { values in values = values.filter { !automatic.contains($0.key) } }
    }

    /// The values of the last frame, of the controls that this camera has.
    package var currentValues: [ManualControl: Double] {
        guard let camera else { return [:] }
        return Dictionary(uniqueKeysWithValues: capabilities.value.manual.keys.map { ($0, camera.value(of: $0)) })
    }

    /// Sets everything again that a person has set: another format may have other limits.
    func keepManual() throws {
        guard let camera, !manual.value.isEmpty else { return }
        let values = manual.value.filter { capabilities.value.manual[$0.key] != nil }
        manual.set(values)
        try set(values, of: camera)
    }

    /// Ends what a person has set for a camera that is no longer used: other programs find it as it was.
    func forgetManual(of camera: AVCaptureDevice?) {
        let controls = Set(manual.value.keys)
        manual.set([:])
        manualOfPhotos = [:]
        // An error means that another caller is configuring the camera; its settings stand.
        if !controls.isEmpty { _ = try? camera?.setAutomatic(controls) }
    }

    private func set(_ values: [ManualControl: Double], of camera: AVCaptureDevice) throws {
        let ranges = capabilities.value.manual
        var values = values
        for (control, range) in ranges {
            values[control] = values[control].map { min(max($0, range.lowerBound), range.upperBound) }
        }
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        if let duration = values[.shutter], let iso = values[.iso] {
            // It would come back with the automatic exposure.
            if camera.exposureTargetBias != 0 { camera.setExposureTargetBias(0) }
            camera.setExposure(duration: duration, iso: iso)
            lock.change { $0.remove(.exposure) }
        }
        if let position = values[.focus] {
            camera.setFocusModeLocked(lensPosition: Float(position))
            lock.change { $0.remove(.focus) }
        }
        if let temperature = values[.whiteBalance] { camera.setWhiteBalance(temperature: temperature) }
        manual.change { [values] in $0.merge(values) { $1 } }
    }
}

extension CaptureCapabilities {
    /// The light between a candle lit room and a clouded sky, in kelvins.
    private static let temperatures = 2500.0...8000.0

    /// The ranges of what a person can set, in the camera's format and frame rate.
    static func manual(of camera: AVCaptureDevice) -> [ManualControl: ClosedRange<Double>] {
        var ranges: [ManualControl: ClosedRange<Double>] = [:]
        let format = camera.activeFormat
        if camera.isExposureModeSupported(.custom), format.minExposureDuration.isNumeric, format.minISO > 0 {
            let frame = camera.activeVideoMinFrameDuration
            let longest = format.maxExposureDuration
            ranges[.shutter] = range(
                from: format.minExposureDuration.seconds,
                to: (frame.isNumeric && frame.seconds > 0 ? min(longest, frame) : longest).seconds)
            ranges[.iso] = range(from: Double(format.minISO), to: Double(format.maxISO))
        }
        // Both or neither.
        if ranges[.shutter] == nil || ranges[.iso] == nil { ranges = [:] }
        if camera.isLockingFocusWithCustomLensPositionSupported { ranges[.focus] = 0...1 }
        if camera.isLockingWhiteBalanceWithCustomDeviceGainsSupported { ranges[.whiteBalance] = temperatures }
        return ranges
    }

    /// What the camera can set by itself.
    static func automatic(of camera: AVCaptureDevice) -> Set<ManualControl> {
        var automatic: Set<ManualControl> = []
        if camera.isExposureModeSupported(.continuousAutoExposure) { automatic.formUnion([.shutter, .iso]) }
        if camera.isFocusModeSupported(.continuousAutoFocus) { automatic.insert(.focus) }
        if camera.isWhiteBalanceModeSupported(.continuousAutoWhiteBalance) { automatic.insert(.whiteBalance) }
        return automatic
    }

    /// - Returns: `nil` where there is nothing to choose.
    private static func range(from least: Double, to most: Double) -> ClosedRange<Double>? {
        least > 0 && most > least ? least...most : nil
    }
}

extension AVCaptureDevice {
    fileprivate func value(of control: ManualControl) -> Double {
        switch control {
        case .shutter: exposureDuration.isNumeric ? exposureDuration.seconds : activeFormat.maxExposureDuration.seconds
        case .iso: Double(iso)
        case .focus: Double(lensPosition)
        case .whiteBalance: Double(temperatureAndTintValues(for: deviceWhiteBalanceGains).temperature)
        }
    }

    /// The device must be locked for configuration. Values beyond the limits would raise an exception.
    fileprivate func setExposure(duration: Double, iso: Double) {
        let time = CMTime(seconds: duration, preferredTimescale: 1_000_000_000)
        setExposureModeCustom(
            duration: min(max(time, activeFormat.minExposureDuration), activeFormat.maxExposureDuration),
            iso: min(max(Float(iso), activeFormat.minISO), activeFormat.maxISO))
    }

    /// The device must be locked for configuration.
    fileprivate func setWhiteBalance(temperature: Double) {
        let light = WhiteBalanceTemperatureAndTintValues(temperature: Float(temperature), tint: 0)
        let gains = deviceWhiteBalanceGains(for: light)
        // Only the ratios make the color, and no gain may be less than 1.
        let scale = 1 / min(gains.redGain, gains.greenGain, gains.blueGain)
        func within(_ gain: Float) -> Float { min(max(gain * scale, 1), maxWhiteBalanceGain) }
        setWhiteBalanceModeLocked(
            with: WhiteBalanceGains(
                redGain: within(gains.redGain), greenGain: within(gains.greenGain), blueGain: within(gains.blueGain)))
    }

    /// - Returns: those that are automatic now.
    /// - Throws: `AVError` when another program configures the camera.
    fileprivate func setAutomatic(_ controls: Set<ManualControl>) throws -> Set<ManualControl> {
        try lockForConfiguration()
        defer { unlockForConfiguration() }
        let automatic = CaptureCapabilities.automatic(of: self).intersection(controls)
        if automatic.contains(.shutter) { exposureMode = .continuousAutoExposure }
        if automatic.contains(.focus) { focusMode = .continuousAutoFocus }
        if automatic.contains(.whiteBalance) { whiteBalanceMode = .continuousAutoWhiteBalance }
        return automatic
    }
}
