import AVFoundation

/// Changes the session's setup. Each change happens completely or not at all.
extension CaptureService {
    /// Sets the session up for another mode. Takes effect at once.
    ///
    /// - Parameter isQuickTake: whether the mode is only a QuickTake's, so that all that a person has set stays.
    /// - Throws: ``CameraError``; the old mode stays.
    package func setCaptureMode(_ mode: CaptureMode, isQuickTake: Bool = false) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.mode = mode
        setup.preset = nil
        retrySound(in: &setup)
        // Movies may not have the range for it, for example exposures that are longer than a frame.
        if isQuickTake, mode == .video { manualOfPhotos = manual.value }
        setup.isQuickTake = isQuickTake && mode == .video
        try change(to: setup)
    }

    /// Prepares the session for photos with these features.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``. Then nothing changes.
    package func setPhotoFeatures(_ features: PhotoFeatures) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.features = features
        if features.isLivePhotoEnabled != self.setup?.features.isLivePhotoEnabled { retrySound(in: &setup) }
        try change(to: setup)
    }

    /// Turns the search for codes in photo mode on or off.
    package func setCodeScanning(enabled isEnabled: Bool) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.scansCodes = isEnabled
        try change(to: setup)
    }

    /// - Throws: ``CameraError/featureNotSupported(_:)`` when codes are looked for, and no kind of code can be read here.
    package func checkCodeScanning() throws {
        let reader = codeReader.output
        guard session.outputs.contains(reader), reader.metadataObjectTypes.isEmpty else { return }
        throw CameraError.featureNotSupported(platform.codeHelp)
    }

    /// Turns the mirroring of front cameras' captures on or off. Their previews are always mirrored.
    package func mirrorFrontCamera(_ isMirrored: Bool) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.isFrontCameraMirrored = isMirrored
        try change(to: setup)
    }

    /// Turns the stabilization of movies on or off.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``. Then nothing changes.
    package func setStabilization(_ stabilization: VideoStabilization) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.stabilization = stabilization
        try change(to: setup)
    }

    /// Records movies with 10 or 8 bits per sample.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``. Then nothing changes.
    package func setHDRVideo(enabled isEnabled: Bool) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.isHDRVideoEnabled = isEnabled
        try change(to: setup)
    }

    /// Records movies with the camera's format nearest to this size and frame rate; `nil` leaves it to the camera.
    ///
    /// - Throws: ``CameraError``, `AVError`; nothing changes.
    package func setVideoFormat(_ format: VideoFormat?) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.videoFormat = format
        try change(to: setup)
    }

    /// Records movies that play faster or slower than it happened, or normal ones again.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``; nothing changes.
    package func setMovieSpeed(_ speed: MovieSpeed) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.speed = speed
        retrySound(in: &setup)
        try change(to: setup)
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

    /// Applies a new setup, completely or not at all; without the microphone if it cannot be used and movies may be
    /// silent.
    func change(to new: CaptureSetup) throws {
        defer { followSilence() }
        do {
            try changeExactly(to: new)
        } catch {
            guard let silent = new.silent(because: error) else { throw error }
            try changeExactly(to: silent)
        }
    }

    /// Ends what a person chose for another picture.
    func forgetFocusAndExposure() {
        lock.set([])
        // An error means that another caller is configuring the camera; its settings stand.
        try? resetFocusAndExposure()
    }

    func changeExactly(to new: CaptureSetup) throws {
        let wasRunning = session.isRunning
        var problem: (any Error)?
        let error = notifications.collect {
            // One commit, so that the running session changes completely or not at all.
            session.beginConfiguration()
            do {
                try apply(new)
            } catch {
                problem = error
                // The old setup worked before, so it works again.
                if let setup { try? apply(setup) }
            }
            // New connections are not rotated yet. Rotating them before the commit keeps frames and photos from
            // arriving unrotated.
            takeInputs()
            followCamera()
            session.commitConfiguration()
        }
        if problem == nil, error == nil {
            let old = setup
            setup = new
            // What a person chose for the picture of another camera or mode.
            let isQuickTake = new.isQuickTake || old?.isQuickTake == true
            if let old, old.camera !== new.camera || old.mode != new.mode && !isQuickTake {
                forgetManual(of: old.camera)
                forgetFocusAndExposure()
            } else {
                if old?.isQuickTake == true, !new.isQuickTake { manual.set(manualOfPhotos) }
                // An error means that another caller is configuring the camera; its settings stand.
                try? keepManual()
            }
        } else {
            takeInputs()
            followCamera()
        }
        followSound()
        if let error, wasRunning, !session.isRunning { notifications.tell(error) }
        if let problem = problem ?? error { throw problem }
    }

    /// Reads the inputs from the session, which returns to the old devices by itself when it cannot run with the new
    /// ones.
    private func takeInputs() {
        let inputs = session.inputs.compactMap { $0 as? AVCaptureDeviceInput }
        cameraInput = inputs.first { $0.device.hasMediaType(.video) }
        microphoneInput = inputs.first { $0.device.hasMediaType(.audio) }
    }

    private func apply(_ new: CaptureSetup) throws {
        let zoom = zoom(for: new.camera)
        try connect(new)
        mirror(new)
        // The capabilities are known only after the preset has chosen the camera's format.
        try chooseFormat(for: new)
        try keepZoom(zoom, of: new.camera)
        capabilities.set(currentCapabilities(new))
        if new.mode == .photo {
            let features = features(of: new)
            try FeatureCheck(capabilities: capabilities.value, name: new.camera.uniqueID).check(features)
            try photoCapture.prepare(for: features, with: new.camera)
        }
        movieCapture.configure(bitRate: new.bitRate, new.stabilization)
        if new.mode == .video, new.stabilization != .off, !movieCapture.isSteady, !new.isLenient {
            throw CameraError.featureNotSupported(
                Message(
                    translatable(
                        "%s cannot keep the picture steady in this size; choose 1080p or less, or no stabilization."),
                    new.camera.uniqueID))
        }
        controls.offer(for: new.camera, in: session, queue: queue) { [weak self] camera in
            Task { await self?.biasChosen(for: camera) }
        } onFocus: { [weak self] camera, position in
            Task { await self?.focusChosen(position, for: camera) }
        }
    }

    /// The features that photos are taken with.
    func features(of setup: CaptureSetup) -> PhotoFeatures {
        setup.isLenient ? setup.features.limited(to: capabilities.value) : setup.features
    }

    /// The zoom to set on a camera: the one it has, or that of its wide-angle lens if it is a new virtual camera.
    private func zoom(for camera: AVCaptureDevice) -> CGFloat {
        let isNew = camera !== setup?.camera && camera !== cameraInput?.device
        return isNew && camera.isVirtualDevice ? 1 / camera.displayVideoZoomFactorMultiplier : camera.videoZoomFactor
    }

    /// A change of the format may have reset the zoom. It ends a ramp; one that is still under way goes on.
    private func keepZoom(_ zoom: CGFloat, of camera: AVCaptureDevice) throws {
        let zoom = min(max(zoom, camera.minAvailableVideoZoomFactor), camera.maxAvailableVideoZoomFactor)
        guard camera.videoZoomFactor != zoom, !camera.isRampingVideoZoom else { return }
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        camera.videoZoomFactor = zoom
    }

    private func connect(_ new: CaptureSetup) throws {
        cameraInput = try replace(cameraInput, with: new.camera)
        microphoneInput = try replace(microphoneInput, with: new.neededMicrophone)
        let preset = new.preset ?? (new.mode == .photo ? .photo : .high)
        guard session.canSetSessionPreset(preset) else {
            throw CameraError.presetNotSupported(camera: new.camera.localizedName, preset: preset.rawValue)
        }
        session.sessionPreset = preset
        usualPhotoSize = FormatChoice.largestPhoto(of: new.camera.activeFormat)
        try add(photoCapture.output, for: .photo)
        switch new.mode {
        // Live Photos cannot be taken while the session has a movie output.
        case .photo: for output in [movieCapture.output, retimedCapture.output] { session.removeOutput(output) }
        case .video:
            let isNormal = new.movieSpeed == .normal
            session.removeOutput(isNormal ? retimedCapture.output : movieCapture.output)
            try add(isNormal ? movieCapture.output : retimedCapture.output, for: .video)
        }
        codeReader.follow(session, isWanted: new.scansCodes && new.mode == .photo, queue: queue)
    }

    private func mirror(_ new: CaptureSetup) {
        let isMirrored = new.isFrontCameraMirrored && new.camera.position == .front
        for output in [photoCapture.output, movieCapture.output, retimedCapture.output] {
            guard let connection = output.connection(with: .video), connection.isVideoMirrored != isMirrored,
                connection.isVideoMirroringSupported
            else { continue }
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
        }
    }

    /// Replaces the preset's format when it lacks something that is wanted.
    private func chooseFormat(for new: CaptureSetup) throws {
        switch new.mode {
        case .photo:
            let limit = new.features.maxSize
            let format = limit.flatMap { FormatChoice.format(of: new.camera, photosWithin: $0) }
            try setFormat(format ?? new.camera.activeFormat, of: new.camera)
        case .video where new.movieSpeed == .slowMotion:
            let size = PictureSize(new.camera.activeFormat.formatDescription.dimensions)
            let wish = new.videoFormat ?? VideoFormat(size: size, frameRate: FormatChoice.slowMotionRate)
            guard let format = FormatChoice.slowMotion(of: new.camera, near: wish) else {
                throw CameraError.featureNotSupported(
                    Message(
                        translatable("%s has no slow motion, which takes more than 60 frames a second."),
                        new.camera.uniqueID))
            }
            try setVideoFormat(format, for: new)
        case .video:
            if let wish = new.videoFormat {
                try setVideoFormat(wish, for: new)
            } else {
                try setFormat(new.camera.activeFormat, of: new.camera)
            }
            guard new.recordsTenBits else { return }
            guard let format = FormatChoice.tenBitVariant(of: new.camera) else {
                if new.isLenient { return }
                throw CameraError.featureNotSupported(
                    Message(translatable("%s has no 10-bit video in this size; turn HDR off."), new.camera.uniqueID))
            }
            if new.videoFormat == nil { try setFormat(format, of: new.camera) }
        }
    }

    private func setVideoFormat(_ wish: VideoFormat, for new: CaptureSetup) throws {
        guard let nearest = FormatChoice.nearest(to: wish, of: new.camera),
            let (format, duration) = FormatChoice.format(
                of: new.camera, for: nearest, hasTenBits: new.recordsTenBits)
        else { return }
        try setFormat(format, of: new.camera, frameDuration: duration)
    }

    /// - Parameter frameDuration: `.invalid` uses the format's own.
    private func setFormat(
        _ format: AVCaptureDevice.Format, of camera: AVCaptureDevice, frameDuration: CMTime = .invalid
    ) throws {
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        if format !== camera.activeFormat { camera.activeFormat = format }
        camera.activeVideoMinFrameDuration = frameDuration
        camera.activeVideoMaxFrameDuration = frameDuration
    }

    /// Replaces an input with one for `device`. On an error, the old input stays.
    private func replace(
        _ old: AVCaptureDeviceInput?, with device: AVCaptureDevice?
    ) throws -> AVCaptureDeviceInput? {
        if let old, old.device === device { return old }
        if let old { session.removeInput(old) }
        guard let device else { return nil }
        do {
            let input = try AVCaptureDeviceInput(device: device)
            guard session.canAddInput(input) else { throw CameraError.addInputFailed(device.localizedName) }
            session.addInput(input)
            return input
        } catch {
            if let old { session.addInput(old) }
            throw error
        }
    }

    private func add(_ output: AVCaptureOutput, for mode: CaptureMode) throws(CameraError) {
        if session.outputs.contains(output) { return }
        guard session.canAddOutput(output) else { throw .addOutputFailed(mode) }
        session.addOutput(output)
    }
}
