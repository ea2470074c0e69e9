import AVFoundation

/// The controls that a person reaches with the Camera Control.
final class SessionControls: NSObject, AVCaptureSessionControlsDelegate {
    private let isShown: LiveValue<Bool>

    /// - Parameter isShown: is set to whether the controls are on the screen.
    init(isShown: LiveValue<Bool>) {
        self.isShown = isShown
    }

    /// Offers controls for a camera's settings, in place of those offered before.
    ///
    /// - Parameters:
    ///   - onBias: called when a person has chosen an exposure bias.
    ///   - onFocus: called when a person has chosen a position of the lens; it has not been moved yet.
    func offer(
        for camera: AVCaptureDevice, in session: AVCaptureSession, queue: DispatchSerialQueue,
        onBias: @escaping @Sendable (AVCaptureDevice) -> Void,
        onFocus: @escaping @Sendable (AVCaptureDevice, Float) -> Void
    ) {
        for control in session.controls { session.removeControl(control) }
        guard session.supportsControls else { return }
        for control in controls(for: camera, queue: queue, onBias, onFocus) where session.canAddControl(control) {
            session.addControl(control)
        }
        session.setControlsDelegate(self, queue: queue)
    }

    private func controls(
        for camera: AVCaptureDevice, queue: DispatchSerialQueue,
        _ onBias: @escaping @Sendable (AVCaptureDevice) -> Void,
        _ onFocus: @escaping @Sendable (AVCaptureDevice, Float) -> Void
    ) -> [AVCaptureControl] {
        var controls: [AVCaptureControl] = [
            AVCaptureSystemZoomSlider(device: camera),
            AVCaptureSystemExposureBiasSlider(device: camera) { _ in onBias(camera) },
        ]
        if camera.isLockingFocusWithCustomLensPositionSupported {
            let lens = AVCaptureSlider("Focus", symbolName: "circle.dotted.circle", in: 0...1)
            lens.setActionQueue(queue) { onFocus(camera, $0) }
            controls.append(lens)
        }
        return controls
    }

    func sessionControlsDidBecomeActive(_ session: AVCaptureSession) {}

    func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession) { isShown.set(true) }

    func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession) { isShown.set(false) }

    func sessionControlsDidBecomeInactive(_ session: AVCaptureSession) { isShown.set(false) }
}
