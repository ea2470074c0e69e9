import AVFoundation

/// Keeps captures and the preview upright, however the device is held.
extension CaptureService {
    /// Rotates captures with the device, now and from now on, and follows the camera's settings.
    func followCamera() {
        guard let camera else { return }
        let layer = previewLayer
        follower = CameraFollower(
            camera, layer: layer,
            onRotation: { [weak self] in Task { await self?.rotate() } },
            onSettings: { [cameraSettings] in cameraSettings.set($0) },
            onPressure: { [pressure] in pressure.set($0) },
            onSubjectChange: { [weak self] in Task { await self?.subjectAreaChanged() } })
        rotate()
    }

    /// The layer that shows the session's preview.
    var previewLayer: AVCaptureVideoPreviewLayer? { session.connections.lazy.compactMap(\.videoPreviewLayer).first }

    /// Rotates captures and the preview to match how the device is held now.
    func rotate() {
        guard let follower else { return }
        // A preview may have been added or removed since.
        guard follower.previewLayer === previewLayer else { return followCamera() }
        // A movie keeps the angle with which it began.
        let outputs =
            isRecording ? [] : [photoCapture.output, movieCapture.output, retimedCapture.output]
        for output in outputs { turn(output.connection(with: .video), to: follower.captureAngle) }
        turn(previewLayer?.connection, to: follower.previewAngle)
    }

    private func turn(_ connection: AVCaptureConnection?, to angle: CGFloat) {
        guard let connection, connection.isVideoRotationAngleSupported(angle) else { return }
        if connection.videoRotationAngle != angle { connection.videoRotationAngle = angle }
    }
}
