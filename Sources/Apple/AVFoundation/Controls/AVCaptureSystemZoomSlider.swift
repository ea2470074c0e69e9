import Foundation

/// A control for a camera's zoom, in the range that its active format recommends.
///
/// It has no value of its own: it shows and sets ``AVCaptureDevice/videoZoomFactor``.
///
/// Source: Apple, AVCaptureSystemZoomSlider.
public final class AVCaptureSystemZoomSlider: AVCaptureControl, @unchecked Sendable {  // immutable
    let device: AVCaptureDevice
    private let action: (@MainActor (CGFloat) -> Void)?

    public init(device: AVCaptureDevice) {
        self.device = device
        action = nil
        super.init()
    }

    /// - `action`: gets each factor that a person chooses, after it was set on the device.
    public init(device: AVCaptureDevice, action: @escaping @MainActor (CGFloat) -> Void) {
        self.device = device
        self.action = action
        super.init()
    }

    var range: ClosedRange<CGFloat> {
        let available = device.minAvailableVideoZoomFactor...device.maxAvailableVideoZoomFactor
        return (device.activeFormat.systemRecommendedVideoZoomRange ?? available).clamped(to: available)
    }

    private var scale: ControlScale { .exponential(Float(range.lowerBound)...Float(range.upperBound)) }

    override var face: ControlFace {
        let zoom = device.videoZoomFactor
        return ControlFace(
            title: "Zoom", symbolName: "plus.magnifyingglass",
            value: String(format: "%.1f×", zoom * device.displayVideoZoomFactorMultiplier),
            position: scale.position(of: Float(zoom)))
    }

    override func observeFace() -> [NSKeyValueObservation] {
        // A change of format also notifies observers of the zoom.
        [device.observe(\.videoZoomFactor) { [weak self] _, _ in self?.faceChanged() }]
    }

    override func slide(by part: Float) {
        let old = device.videoZoomFactor
        let range = self.range
        let wanted = CGFloat(scale.value(at: scale.position(of: Float(old)) + part))
        let new = min(max(wanted, range.lowerBound), range.upperBound)
        guard new != old, (try? device.lockForConfiguration()) != nil else { return }
        device.videoZoomFactor = new
        device.unlockForConfiguration()
        if let action { Task { @MainActor in action(new) } }
    }
}
