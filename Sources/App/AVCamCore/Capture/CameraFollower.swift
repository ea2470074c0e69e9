import AVFoundation

/// Follows one camera while it is in use: its rotation, settings, system pressure, and changes of its scene.
final class CameraFollower: Sendable {
    private struct Observations: @unchecked Sendable {  // tokens that are kept and handed back
        var values: [NSKeyValueObservation] = []
        var subject: (any NSObjectProtocol)?
    }

    private let coordinator: AVCaptureDevice.RotationCoordinator
    private let observations = Mutex(Observations())

    /// - Parameters:
    ///   - layer: shows the camera's picture.
    ///   - onRotation: called when ``captureAngle`` or ``previewAngle`` has changed, on the main queue.
    ///   - onSettings: gets the camera's settings, at once and after each change, on an arbitrary thread.
    ///   - onPressure: gets the camera's system pressure, at once and after each change, on an arbitrary thread.
    ///   - onSubjectChange: called when the scene is no longer the one that the camera was focused on.
    init(
        _ device: AVCaptureDevice, layer: AVCaptureVideoPreviewLayer?,
        onRotation: @escaping @Sendable () -> Void,
        onSettings: @escaping @Sendable (CameraSettings) -> Void,
        onPressure: @escaping @Sendable (PressureLevel) -> Void, onSubjectChange: @escaping @Sendable () -> Void
    ) {
        let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
        self.coordinator = coordinator
        let settings: @Sendable (AVCaptureDevice) -> Void = { onSettings(CameraSettings($0)) }
        let values = [
            coordinator.observe(\.videoRotationAngleForHorizonLevelCapture) { _, _ in onRotation() },
            coordinator.observe(\.videoRotationAngleForHorizonLevelPreview) { _, _ in onRotation() },
            device.observe(\.videoZoomFactor, options: .initial) { device, _ in settings(device) },
            device.observe(\.exposureTargetBias) { device, _ in settings(device) },
            device.observe(\.isTorchActive) { device, _ in settings(device) },
            device.observe(\.isSuspended) { device, _ in settings(device) },
            device.observe(\.isAdjustingFocus) { device, _ in settings(device) },
            device.observe(\.isAdjustingExposure) { device, _ in settings(device) },
            device.observe(\.systemPressureState, options: .initial) { device, _ in
                onPressure(PressureLevel(device.systemPressureState.level))
            },
        ]
        let subject = NotificationCenter.default.addObserver(
            forName: AVCaptureDevice.subjectAreaDidChangeNotification, object: device, queue: nil
        ) { _ in onSubjectChange() }
        let box = Observations(values: values, subject: subject)
        observations.withLock { $0 = box }
    }

    /// The rotation that captures need now, in degrees.
    var captureAngle: CGFloat { coordinator.videoRotationAngleForHorizonLevelCapture }

    /// The rotation that the preview needs now, in degrees.
    var previewAngle: CGFloat { coordinator.videoRotationAngleForHorizonLevelPreview }

    /// The layer that ``previewAngle`` is for; `nil` once it no longer exists.
    var previewLayer: CALayer? { coordinator.previewLayer }

    deinit {
        observations.withLock { observations in
            for value in observations.values { value.invalidate() }
            if let subject = observations.subject { NotificationCenter.default.removeObserver(subject) }
        }
    }
}
