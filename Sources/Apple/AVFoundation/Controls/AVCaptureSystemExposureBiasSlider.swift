import Foundation

/// A control for a camera's exposure bias, in the range that its active format recommends.
///
/// It has no value of its own: it shows and sets ``AVCaptureDevice/exposureTargetBias``.
///
/// Source: Apple, AVCaptureSystemExposureBiasSlider.
public final class AVCaptureSystemExposureBiasSlider: AVCaptureControl, @unchecked Sendable {  // immutable
    let device: AVCaptureDevice
    private let action: (@MainActor (Float) -> Void)?

    public init(device: AVCaptureDevice) {
        self.device = device
        action = nil
        super.init()
    }

    /// - `action`: gets each bias that a person chooses, after it was set on the device.
    public init(device: AVCaptureDevice, action: @escaping @MainActor (Float) -> Void) {
        self.device = device
        self.action = action
        super.init()
    }

    var range: ClosedRange<Float> {
        let all = device.minExposureTargetBias...device.maxExposureTargetBias
        return (device.activeFormat.systemRecommendedExposureBiasRange ?? all).clamped(to: all)
    }

    private var scale: ControlScale { .continuous(range) }

    override var face: ControlFace {
        let bias = device.exposureTargetBias
        return ControlFace(
            title: "Exposure", symbolName: "plusminus.circle", value: String(format: "%+.1f EV", Double(bias)),
            position: scale.position(of: bias))
    }

    override func observeFace() -> [NSKeyValueObservation] {
        [
            device.observe(\.exposureTargetBias) { [weak self] _, _ in self?.faceChanged() },
            // A new format has another range.
            device.observe(\.activeFormat) { [weak self] _, _ in self?.faceChanged() },
        ]
    }

    override func slide(by part: Float) {
        let old = device.exposureTargetBias
        let new = scale.value(at: scale.position(of: old) + part)
        guard new != old, (try? device.lockForConfiguration()) != nil else { return }
        device.setExposureTargetBias(new)
        device.unlockForConfiguration()
        if let action { Task { @MainActor in action(new) } }
    }
}
