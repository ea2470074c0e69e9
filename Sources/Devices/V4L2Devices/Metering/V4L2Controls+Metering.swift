import CaptureEngine

/// The controls that metering in software moves, and how they are given back.
extension V4L2Controls {
    private typealias ID = V4L2ControlID

    /// The exposure that the camera says it has, in stops; `nil` if it does not say. Some report the last one that was set
    /// by hand while their exposure is automatic.
    var exposureStops: Double? {
        guard let (seconds, iso) = exposureNow else { return nil }
        return ExposureScale.stops(seconds, iso: iso)
    }

    func setExposure(_ stops: Double, on scale: ExposureScale) {
        let (duration, iso) = scale.split(stops)
        setExposure(duration, iso: iso)
    }

    /// - Parameter part: from 0 (farthest) to 1 (nearest).
    func moveLens(to part: Double) { apply(.locked(Float(1 - part))) }

    /// Makes the camera's own exposure automatic again, after everything is as it was found.
    func giveBackExposure() {
        restoreFoundExposure()
        let mode = exposureMode
        if mode == ID.ExposureMode.manual || mode == ID.ExposureMode.shutterPriority { automaticExposure() }
    }

    /// Makes the camera's own focus automatic again, after everything is as it was found.
    func giveBackFocus(_ settings: CameraSettings) {
        restoreFoundFocus()
        if settings.focus == .continuous || settings.focus == .once { apply(settings.focus) }
    }
}
