import AVFoundation

/// Takes photos, once the camera sends pictures.
extension CaptureService {
    /// Returns when the camera has sent a picture.
    ///
    /// - Throws: ``CameraError/noFrames(_:)``, or why the session has stopped.
    package func waitForPicture() async throws {
        let layer = AVCaptureVideoPreviewLayer(session: session)
        defer { layer.session = nil }
        try await wait { arrived in platform.whenFramesArrive(on: layer) { arrived.set(.success(())) } }
    }

    /// Returns when the camera has sent enough frames to decide on the automatic flash.
    private func waitForFlashScene() async throws {
        try await wait { arrived in
            platform.whenFlashSceneIsJudged(by: photoCapture.output) { arrived.set(.success(())) }
        }
    }

    /// Waits until `listen` sets its outcome, at most for ``timeout``.
    private func wait(for listen: (Outcome<Void>) -> Void) async throws {
        guard session.isRunning else { throw notifications.lastError ?? CameraError.notRunning }
        let arrived = Outcome<Void>()
        listen(arrived)
        let watchdog = Task { [timeout, cameraName] in
            try await Task.sleep(for: timeout)
            arrived.set(.failure(CameraError.noFrames(cameraName)))
        }
        defer { watchdog.cancel() }
        do {
            try await arrived.value()
        } catch {
            throw notifications.lastError ?? error
        }
    }

    /// The time from an exposure to the next press. A photo is the frame nearest to its press, and no two photos may
    /// show the same frame.
    package var spacing: Duration {
        guard let frame = camera?.activeVideoMinFrameDuration, frame.isNumeric else { return .zero }
        return .seconds(0.6 * frame.seconds)
    }

    /// Takes the photos of one press: one photo, or one for each exposure of a bracket.
    ///
    /// - Parameters:
    ///   - features: `nil` takes those that the session was set up for.
    ///   - onExposure: called when the exposure has been made, on an arbitrary thread.
    /// - Throws: ``CameraError/notRunning``, ``CameraError/featureNotSupported(_:)``, `AVError`.
    package func capturePhotos(
        with features: PhotoFeatures? = nil, onExposure: @escaping @Sendable () -> Void = {}
    ) async throws -> [Photo] {
        guard let setup, session.isRunning else { throw notifications.lastError ?? CameraError.notRunning }
        var features = features ?? self.features(of: setup)
        if setup.mode == .video {
            // In video mode, only some features are possible.
            features = features.limited(to: capabilities.value)
            features.isLivePhotoEnabled = false
            if isRecording { features = features.besideMovie }
            photoCapture.output.maxPhotoQualityPrioritization = features.quality.prioritization
        } else if features != self.features(of: setup) {
            try setPhotoFeatures(features)
        }
        // Right after the start, the scene's brightness is unknown, and the flash would never fire.
        if features.flashMode == .auto { try await waitForFlashScene() }
        return try await photoCapture.capturePhotos(
            with: features, manual: manual.value, at: place, cameraName: cameraName, onExposure: onExposure)
    }

    /// Takes one photo. Of a bracket, returns the first.
    ///
    /// - Throws: as ``capturePhotos(with:)`` does.
    package func capturePhoto(with features: PhotoFeatures? = nil) async throws -> Photo {
        let photos = try await capturePhotos(with: features)
        guard let first = photos.first else { throw CameraError.noPhotoData }
        return first
    }
}
