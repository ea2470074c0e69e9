import AVFoundation

/// The exposures of a bracket around one that a person has set. Automatic brackets are relative to what the camera
/// would choose.
struct ManualBracket {
    /// In seconds.
    let duration: Double
    let iso: Float
    /// What the camera can do.
    let durations: ClosedRange<CMTime>
    let isos: ClosedRange<Float>

    /// - Returns: `nil` while the exposure is automatic, or where its limits are unknown.
    init?(around manual: [ManualControl: Double], of format: AVCaptureDevice.Format) {
        let (shortest, longest) = (format.minExposureDuration, format.maxExposureDuration)
        guard let duration = manual[.shutter], let iso = manual[.iso], duration > 0, iso > 0,
            shortest.isNumeric, longest.isNumeric, shortest <= longest, format.minISO > 0,
            format.minISO <= format.maxISO
        else { return nil }
        self.init(
            duration: duration, iso: Float(iso), durations: shortest...longest, isos: format.minISO...format.maxISO)
    }

    init(duration: Double, iso: Float, durations: ClosedRange<CMTime>, isos: ClosedRange<Float>) {
        self.duration = duration
        self.iso = iso
        self.durations = durations
        self.isos = isos
    }

    /// The exposure that gets so many stops more light: for a longer time, and with another sensitivity for what no
    /// time within the limits can give.
    func exposure(at stops: Float) -> (duration: CMTime, iso: Float) {
        let wanted = duration * exp2(Double(stops))
        let time = within(CMTime(seconds: wanted, preferredTimescale: 1_000_000_000), durations)
        // A time that was only rounded leaves the sensitivity as it was set.
        let isLimited = time == durations.lowerBound || time == durations.upperBound
        let rest = isLimited ? Float(wanted / time.seconds) : 1
        return (time, within(iso * rest, isos))
    }

    /// The same for the photo output.
    func settings(at stops: Float) -> AVCaptureBracketedStillImageSettings {
        let (duration, iso) = exposure(at: stops)
        return AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
            exposureDuration: duration, iso: iso)
    }

    private func within<Value>(_ value: Value, _ limits: ClosedRange<Value>) -> Value {
        min(max(value, limits.lowerBound), limits.upperBound)
    }
}
