import CaptureEngine

/// What can be set.
extension V4L2Controls {
    private typealias ID = V4L2ControlID

    /// In stops. Beyond, most pictures are white or black.
    private static let softwareBias: ClosedRange<Float> = -2...2

    var capabilities: CameraCapabilities {
        var capabilities = CameraCapabilities()
        capabilities.hasTorch =
            hasLED && (device.controlRange(ID.flashLEDMode)?.range.contains(ID.LEDMode.torch) ?? false)
        capabilities.hasFlash = hasLED && hasStrobe
        // Where the lens can be moved, software focuses.
        capabilities.hasAutoFocus = hasAutoFocus || hasFocusStart || movesLens
        capabilities.focusesOnRequest = movesLens && !hasAutoFocus && !hasFocusStart
        capabilities.canLockLens = movesLens
        capabilities.hasFocusPoint = movesLens
        capabilities.hasAutoExposure = exposureModes != nil
        if let range = exposureTime?.range {
            let shortest = ControlScale.duration(max(range.lowerBound, 1))
            capabilities.exposure = .init(
                durations: shortest...ControlScale.duration(range.upperBound),
                iso: gain.settable == nil ? 100...100 : ControlScale.isos)
        }
        capabilities.hasExposurePoint = metersInSoftware
        if canSetBias, let first = biases.first, let last = biases.last, first.stops < last.stops {
            capabilities.exposureBias = first.stops...last.stops
        } else if metersInSoftware {
            capabilities.exposureBias = Self.softwareBias
        }
        capabilities.hasAutoWhiteBalance = hasAutoWhiteBalance
        capabilities.maxWhiteBalanceGain = maxGain
        capabilities.hasPrivacySwitch = hasPrivacySwitch
        if let range = zoom.settable?.range {
            capabilities.maxZoom = Double(range.upperBound) / Double(range.lowerBound)
        }
        return capabilities
    }

    /// Whether exposure can be metered in software: taken from the camera's own automatic function, and given back.
    private var metersInSoftware: Bool {
        exposureTime != nil && exposureModes?.range.contains(ID.ExposureMode.manual) == true
    }

    /// Whether the driver's automatic exposure has a bias.
    var hasBias: Bool { canSetBias && !biases.isEmpty }

    private var movesLens: Bool { lens.settable != nil }

    /// What software does with the controls that are there.
    struct SoftwareAbilities: Sendable {
        var meters = false
        var exposure: CameraCapabilities.Exposure?
        var driverHasBias = false
        var hasLens = false
        var driverFocuses = false
    }

    var softwareAbilities: SoftwareAbilities {
        SoftwareAbilities(
            meters: metersInSoftware, exposure: capabilities.exposure, driverHasBias: hasBias,
            hasLens: movesLens, driverFocuses: hasAutoFocus || hasFocusStart)
    }

    /// At least 1, even if the driver's default is outside its range.
    private var maxGain: Float {
        if let redBalance = redBalance.settable, let blueBalance = blueBalance.settable {
            let red = ControlScale.gain(redBalance.range.upperBound, of: redBalance)
            return max(min(red, ControlScale.gain(blueBalance.range.upperBound, of: blueBalance)), 1)
        }
        return temperature.settable == nil ? 1 : 4
    }
}
