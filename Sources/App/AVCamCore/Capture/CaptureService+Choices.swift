import AVFoundation

/// What a person chooses. Each choice takes effect completely or not at all.
extension CaptureService {
    /// Sets the session up for another mode. Takes effect at once.
    ///
    /// - Parameter isQuickTake: whether the mode is only a QuickTake's, so that all that a person has set stays.
    /// - Throws: ``CameraError``; the old mode stays.
    package func setCaptureMode(_ mode: CaptureMode, isQuickTake: Bool = false) throws {
        try change { setup in
            setup.mode = mode
            setup.preset = nil
            retrySound(in: &setup)
            setup.isQuickTake = isQuickTake && mode == .video
            // Movies may not have the range for it, for example exposures that are longer than a frame.
            if setup.isQuickTake { manualOfPhotos = manual.value }
        }
    }

    /// Prepares the session for photos with these features.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``. Then nothing changes.
    package func setPhotoFeatures(_ features: PhotoFeatures) throws {
        try change { setup in
            let wasLive = setup.features.isLivePhotoEnabled
            setup.features = features
            if features.isLivePhotoEnabled != wasLive { retrySound(in: &setup) }
        }
    }

    /// Turns the search for codes in photo mode on or off.
    package func setCodeScanning(enabled isEnabled: Bool) throws {
        try change { $0.scansCodes = isEnabled }
    }

    /// - Throws: ``CameraError/featureNotSupported(_:)`` when codes are looked for, and no kind of code can be read here.
    package func checkCodeScanning() throws {
        let reader = codeReader.output
        guard session.outputs.contains(reader), reader.metadataObjectTypes.isEmpty else { return }
        throw CameraError.featureNotSupported(platform.codeHelp)
    }

    /// Turns the mirroring of front cameras' captures on or off. Their previews are always mirrored.
    package func mirrorFrontCamera(_ isMirrored: Bool) throws {
        try change { $0.isFrontCameraMirrored = isMirrored }
    }

    /// Turns the stabilization of movies on or off.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``. Then nothing changes.
    package func setStabilization(_ stabilization: VideoStabilization) throws {
        try change { $0.stabilization = stabilization }
    }

    /// Records movies with 10 or 8 bits per sample.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``. Then nothing changes.
    package func setHDRVideo(enabled isEnabled: Bool) throws {
        try change { $0.isHDRVideoEnabled = isEnabled }
    }

    /// Records movies with the camera's format nearest to this size and frame rate; `nil` leaves it to the camera.
    ///
    /// - Throws: ``CameraError``, `AVError`; nothing changes.
    package func setVideoFormat(_ format: VideoFormat?) throws {
        try change { $0.videoFormat = format }
    }

    /// Records movies that play faster or slower than it happened, or normal ones again.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``; nothing changes.
    package func setMovieSpeed(_ speed: MovieSpeed) throws {
        try change { setup in
            setup.speed = speed
            retrySound(in: &setup)
        }
    }

    /// Switches to another camera.
    ///
    /// - Parameter isChoice: whether a person has chosen it, so that it is preferred from now on.
    /// - Throws: ``CameraError``, `AVError`. Then the old camera stays.
    package func select(_ camera: AVCaptureDevice, isChoice: Bool = true) throws {
        guard var setup else { throw CameraError.notRunning }
        guard camera !== self.camera else { return }
        let old = setup.camera
        // The old camera's own microphone is replaced by the new camera's.
        if setup.microphone === lookup.defaultMicrophone(for: old) {
            setup.microphone = lookup.defaultMicrophone(for: camera)
            setup.replacedMicrophone = nil
        }
        retrySound(in: &setup)
        setup.camera = camera
        setup.preset = nil
        try change(to: setup)
        keptSide = nil
        if isChoice { AVCaptureDevice.userPreferredCamera = camera }
    }

    /// Switches to the next connected camera; after the last comes the first.
    ///
    /// - Throws: ``CameraError``, `AVError`. Then the old camera stays.
    package func selectNextCamera() throws {
        let cameras = lookup.offeredCameras
        let current = camera.map(lookup.offered).flatMap { camera in cameras.firstIndex { $0 === camera } }
        let next = current.map { cameras[($0 + 1) % cameras.count] } ?? cameras.first
        guard let next else { throw CameraError.noCamera }
        try select(next)
    }
}
