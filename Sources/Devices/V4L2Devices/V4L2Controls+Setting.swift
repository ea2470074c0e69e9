import CaptureEngine
import Glibc
import LinuxVideo

/// Sets controls.
extension V4L2Controls {
    private typealias ID = V4L2ControlID

    /// Sets what differs from `old`; `nil` sets everything that is not left to the camera anyway.
    ///
    /// A control that refuses is left alone: drivers refuse when another setting has disabled a control.
    /// ``conditions(_:)`` then reads what the camera really does, and so do the device's values and EXIF.
    /// - Parameters:
    ///   - old: what was applied last; `nil` for a camera that has just been opened. What nobody has asked for is left as
    ///     another program set it.
    ///   - software: what is not set, because software decides about it.
    func apply(
        _ new: CameraSettings, over old: CameraSettings?, except software: Set<AutomaticFunction> = []
    ) {
        let isFirst = old == nil
        let old = old ?? CameraSettings()
        if !software.contains(.exposure), old.exposure != new.exposure || old.exposureStart != new.exposureStart {
            apply(new.exposure, isFirst: isFirst)
        }
        if new.exposureBias != old.exposureBias { setBias(new.exposureBias) }
        if !software.contains(.focus), old.focus != new.focus || old.focusStart != new.focusStart { apply(new.focus) }
        if old.whiteBalance != new.whiteBalance || old.whiteBalanceStart != new.whiteBalanceStart {
            apply(new.whiteBalance)
        }
        if new.zoom != old.zoom, let zoom = zoom.settable {
            set(ID.zoomAbsolute, zoom.nearest(Double(zoom.range.lowerBound) * new.zoom))
        }
        if new.torch != old.torch { setTorch(new.torch) }
    }

    private func set(_ id: UInt32, _ value: Int32) {
        try? write(id, value)
    }

    private func write(_ id: UInt32, _ value: Int32) throws(Errno) {
        found.note(id, of: device)
        try device.setControl(id, value)
    }

    /// Puts back what was changed since the camera was opened, for the next program.
    func putBack() { found.putBack(on: device) }

    /// Sets the exposure that the settings ask for, after a still used another one.
    func restoreExposure(_ settings: CameraSettings) {
        if settings.exposure == .continuous && settings.exposureStart == 0 {
            restoreFoundExposure()
        } else {
            apply(settings.exposure, isFirst: false)
        }
    }

    /// Puts the exposure back as it was found.
    func restoreFoundExposure() {
        found.putBack(on: device, only: [ID.exposureAuto, ID.autoGain, ID.exposureAbsolute, ID.gain])
    }

    /// Puts focus back as it was found.
    func restoreFoundFocus() { found.putBack(on: device, only: [ID.focusAuto, ID.focusAbsolute]) }

    /// Sets the bias that the settings ask for, after a still used another one.
    func restoreBias(_ settings: CameraSettings) {
        if settings.exposureBias == 0 {
            found.putBack(on: device, only: [ID.autoExposureBias])
        } else {
            setBias(settings.exposureBias)
        }
    }

    private func apply(_ exposure: CameraSettings.Exposure, isFirst: Bool) {
        switch exposure {
        case .continuous, .once: automaticExposure()
        case .locked:
            if !isFirst { hold(.exposure) }
        case .custom(let duration, let iso): setExposure(duration, iso: iso)
        }
    }

    func automaticExposure() {
        // UVC cameras have "aperture priority" as their only automatic mode.
        for mode in [ID.ExposureMode.aperturePriority, ID.ExposureMode.automatic] {
            if (try? write(ID.exposureAuto, mode)) != nil { break }
        }
        set(ID.autoGain, 1)
    }

    private func manualExposure() {
        set(ID.exposureAuto, ID.ExposureMode.manual)
        set(ID.autoGain, 0)
    }

    /// Turns an automatic function off and keeps the values that it had reached. Otherwise cameras tend to return to
    /// the last values that were set manually.
    func hold(_ function: AutomaticFunction) {
        switch function {
        case .exposure:
            keeping([ID.exposureAbsolute, ID.gain]) { manualExposure() }
        case .focus:
            keeping([ID.focusAbsolute]) { set(ID.focusAuto, 0) }
        case .whiteBalance:
            keeping([ID.whiteBalanceTemperature, ID.redBalance, ID.blueBalance]) { set(ID.autoWhiteBalance, 0) }
        }
    }

    private func keeping(_ ids: [UInt32], _ change: () -> Void) {
        let values = ids.map { device.control($0) }
        change()
        for (id, value) in zip(ids, values) {
            if let value { set(id, value) }
        }
    }

    func setExposure(_ duration: CMTime?, iso: Float?) {
        manualExposure()
        if let duration, let exposureTime {
            set(ID.exposureAbsolute, exposureTime.nearest(ControlScale.units(duration)))
        }
        if let iso, let gain = gain.settable { set(ID.gain, gain.value(at: ControlScale.part(ofISO: Double(iso)))) }
    }

    func setBias(_ stops: Float) {
        guard canSetBias, let best = biases.min(by: { abs($0.stops - stops) < abs($1.stops - stops) }) else { return }
        set(ID.autoExposureBias, best.item)
    }

    func apply(_ focus: CameraSettings.Focus) {
        switch focus {
        case .continuous: set(ID.focusAuto, 1)
        case .once:
            if hasFocusStart {
                set(ID.focusAuto, 0)
                set(ID.autoFocusStart, 1)
            } else {
                set(ID.focusAuto, 1)
            }
        case .locked(nil): hold(.focus)
        case .locked(let position?):
            set(ID.focusAuto, 0)
            setLens(1 - Double(position))
        }
    }

    /// - Parameter part: of the control's range; larger values are nearer.
    func setLens(_ part: Double) {
        if let lens = lens.settable { set(ID.focusAbsolute, lens.value(at: part)) }
    }

    private func apply(_ balance: CameraSettings.WhiteBalance) {
        switch balance {
        case .continuous, .once: set(ID.autoWhiteBalance, 1)
        case .locked(nil): hold(.whiteBalance)
        case .locked(let gains?):
            set(ID.autoWhiteBalance, 0)
            if let temperature = temperature.settable {
                set(ID.whiteBalanceTemperature, temperature.nearest(ControlScale.temperature(gains)))
            }
            if let redBalance = redBalance.settable, let blueBalance = blueBalance.settable {
                set(ID.redBalance, ControlScale.value(ofGain: gains.red, of: redBalance))
                set(ID.blueBalance, ControlScale.value(ofGain: gains.blue, of: blueBalance))
            }
        }
    }

    private func setTorch(_ level: Float) {
        if level > 0, let torch { set(ID.flashTorchIntensity, torch.value(at: Double(level))) }
        set(ID.flashLEDMode, level > 0 ? ID.LEDMode.torch : ID.LEDMode.none)
    }

    /// Fires the flash for the next frames.
    func fireFlash() {
        set(ID.flashLEDMode, ID.LEDMode.flash)
        set(ID.flashStrobe, 1)
    }

    /// Resets the light to what the settings say, after a flash.
    func endFlash(_ settings: CameraSettings) { setTorch(settings.torch) }
}
