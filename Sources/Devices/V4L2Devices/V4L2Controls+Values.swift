import CaptureEngine
import LinuxVideo

/// What is set now.
extension V4L2Controls {
    private typealias ID = V4L2ControlID

    /// The camera's current values; if the exposure is unknown, the duration is invalid and the ISO is 0.
    func conditions(_ settings: CameraSettings) -> CaptureConditions {
        var conditions = CaptureConditions(exposureDuration: .invalid, iso: 0)
        if let time = device.control(ID.exposureAbsolute), time > 0 {
            conditions.exposureDuration = ControlScale.duration(time)
            conditions.iso = Float(isoNow)
        }
        conditions.exposureChoice = exposureChoice(settings)
        conditions.whiteBalanceChoice = whiteBalanceChoice(settings)
        conditions.exposureBias = bias ?? settings.exposureBias
        if let lensNow { conditions.lensPosition = Float(1 - lensNow) }
        if let value = device.control(ID.whiteBalanceTemperature), temperature != nil {
            conditions.whiteBalanceGains = ControlScale.gains(temperature: Double(value))
        }
        if let redBalance, let blueBalance, let red = device.control(ID.redBalance),
            let blue = device.control(ID.blueBalance)
        {
            conditions.whiteBalanceGains = WhiteBalanceGains(
                red: ControlScale.gain(red, of: redBalance), green: 1, blue: ControlScale.gain(blue, of: blueBalance))
        }
        if let zoom, let value = device.control(ID.zoomAbsolute) {
            conditions.zoom = Double(value) / Double(zoom.range.lowerBound)
        }
        conditions.torch = isTorchOff ? 0 : settings.torch
        conditions.isCovered = isCovered
        conditions.settingsRevision = settings.revision
        return conditions
    }

    /// `nil` where the driver's mode does not tell: it is manual for an exposure that is locked or metered in software,
    /// too, and another program may have set it.
    private func exposureChoice(_ settings: CameraSettings) -> CaptureConditions.Choice? {
        switch exposureMode {
        case ID.ExposureMode.automatic, ID.ExposureMode.aperturePriority: .automatic
        case ID.ExposureMode.manual: settings.exposure.isCustom ? .manual : nil
        default: nil
        }
    }

    /// As ``exposureChoice(_:)``.
    private func whiteBalanceChoice(_ settings: CameraSettings) -> CaptureConditions.Choice? {
        switch device.control(ID.autoWhiteBalance) {
        case 1: return .automatic
        case 0:
            if case .locked(.some) = settings.whiteBalance { return .manual }
            return nil
        default: return nil
        }
    }

    /// `nil` if the camera does not say.
    var exposureNow: (seconds: Double, iso: Double)? {
        guard let time = device.control(ID.exposureAbsolute), time > 0 else { return nil }
        return (ControlScale.duration(time).seconds, isoNow)
    }

    private var isoNow: Double {
        guard let gain, let value = device.control(ID.gain) else { return Double(ControlScale.isos.lowerBound) }
        return ControlScale.iso(atPart: gain.part(of: value))
    }

    /// Whether the camera chooses its exposure, or a part of it.
    var isExposureAutomatic: Bool {
        exposureMode.map { $0 != ID.ExposureMode.manual } ?? false || device.control(ID.autoGain) == 1
    }

    /// Whether the driver says that it reports the exposure that the camera chooses, in the mode that is set now.
    var isExposureVolatile: Bool { device.controlRange(ID.exposureAbsolute)?.isVolatile == true }

    /// `nil` if the driver does not say.
    var exposureMode: Int32? { device.control(ID.exposureAuto) }

    /// A part of the control's range; `nil` if the lens cannot be moved.
    var lensNow: Double? { lens.flatMap { lens in device.control(ID.focusAbsolute).map(lens.part) } }

    /// Whether the privacy switch covers the camera.
    var isCovered: Bool { hasPrivacySwitch && device.control(ID.privacy) == 1 }

    /// In stops; `nil` if the driver does not say.
    private var bias: Float? {
        guard !biases.isEmpty, let item = device.control(ID.autoExposureBias) else { return nil }
        return biases.first { $0.item == item }?.stops
    }

    private var isTorchOff: Bool {
        hasLED && device.control(ID.flashLEDMode).map { $0 != ID.LEDMode.torch } ?? false
    }
}
