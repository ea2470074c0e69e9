import AVFoundation

/// What the session is set up for, and how it is changed: all of it or nothing.
extension CaptureService {
    /// Sets the session up for another mode. Takes effect at once.
    ///
    /// - Throws: ``CameraError``; the old mode stays then.
    package func setCaptureMode(_ mode: CaptureMode) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.mode = mode
        setup.preset = nil
        if mode == .video { addMissingMicrophone(to: &setup) }
        try change(to: setup)
    }

    /// Makes the session ready for such photos.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``; all stays as it was then.
    package func setPhotoFeatures(_ features: PhotoFeatures) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.features = features
        if features.isLivePhotoEnabled { addMissingMicrophone(to: &setup) }
        try change(to: setup)
    }

    /// Records movies with 10 bits a sample, or with 8.
    ///
    /// - Throws: ``CameraError/featureNotSupported(_:)``; all stays as it was then.
    package func setHDRVideo(enabled isEnabled: Bool) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.isHDRVideoEnabled = isEnabled
        try change(to: setup)
    }

    /// Records movies of that size and frame rate, or of the nearest that the camera has; `nil` leaves it to the camera.
    ///
    /// - Throws: ``CameraError``, `AVError`; all stays as it was then.
    package func setVideoFormat(_ format: VideoFormat?) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.videoFormat = format
        try change(to: setup)
    }

    /// Records the sound of another microphone, or none.
    ///
    /// - Throws: ``CameraError``, `AVError`; the old one stays then.
    package func setMicrophone(_ microphone: AVCaptureDevice?) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.microphone = microphone
        setup.recordsSound = microphone != nil
        try change(to: setup)
    }

    private func addMissingMicrophone(to setup: inout CaptureSetup) {
        guard setup.recordsSound else { return }
        setup.microphone = setup.microphone ?? lookup.defaultMicrophone(for: setup.camera)
    }

    /// Takes another camera.
    ///
    /// - Throws: ``CameraError``, `AVError`; the old camera stays then.
    package func select(_ camera: AVCaptureDevice) throws {
        guard var setup else { throw CameraError.notRunning }
        guard camera !== self.camera else { return }
        let old = setup.camera
        // A sound that belongs to the old camera does not belong to this one.
        if setup.microphone === lookup.defaultMicrophone(for: old) {
            setup.microphone = lookup.defaultMicrophone(for: camera)
        }
        setup.camera = camera
        setup.preset = nil
        try change(to: setup)
        AVCaptureDevice.userPreferredCamera = camera
    }

    /// Takes the next of the cameras that are there, after the last the first.
    ///
    /// - Throws: ``CameraError``, `AVError`; the old camera stays then.
    package func selectNextCamera() throws {
        let cameras = lookup.cameras
        let current = cameras.firstIndex { $0 === camera }
        let next = current.map { cameras[($0 + 1) % cameras.count] } ?? cameras.first
        guard let next else { throw CameraError.noCamera }
        try select(next)
    }

    /// Changes what is different, all of it or nothing.
    func change(to new: CaptureSetup) throws {
        let wasRunning = session.isRunning
        var problem: (any Error)?
        let error = notifications.collect {
            // One commit: what runs does not change unless all of it can.
            session.beginConfiguration()
            do {
                try apply(new)
            } catch {
                problem = error
                // What was there before can be had again.
                if let setup { try? apply(setup) }
            }
            // New connections are not turned yet: no frame and no photo shall come by them before they are.
            takeInputs()
            followCamera()
            session.commitConfiguration()
        }
        if problem == nil, error == nil {
            setup = new
        } else {
            takeInputs()
            followCamera()
        }
        followSound()
        if let error, wasRunning, !session.isRunning { notifications.tell(error) }
        if let problem = problem ?? error { throw problem }
    }

    /// A session that could not run with new devices has gone back to the old ones by itself.
    private func takeInputs() {
        let inputs = session.inputs.compactMap { $0 as? AVCaptureDeviceInput }
        cameraInput = inputs.first { $0.device.hasMediaType(.video) }
        microphoneInput = inputs.first { $0.device.hasMediaType(.audio) }
    }

    private func apply(_ new: CaptureSetup) throws {
        try connect(new)
        // What a camera can do is known when the preset has chosen its format.
        try chooseFormat(for: new)
        capabilities.set(currentCapabilities(new))
        if new.mode == .photo {
            let features = features(of: new)
            try FeatureCheck(capabilities: capabilities.value, name: new.camera.uniqueID).check(features)
            try photoCapture.prepare(for: features, with: new.camera)
        }
        let hasTenBits = new.isHDRVideoEnabled && capabilities.value.isHDRVideoSupported
        movieCapture.configure(hasTenBits: new.mode == .video && hasTenBits, bitRate: new.bitRate)
        controls.offer(for: new.camera, in: session, queue: queue)
    }

    /// What photos are taken with.
    func features(of setup: CaptureSetup) -> PhotoFeatures {
        setup.isLenient ? setup.features.limited(to: capabilities.value) : setup.features
    }

    private func connect(_ new: CaptureSetup) throws {
        cameraInput = try replace(cameraInput, with: new.camera)
        microphoneInput = try replace(microphoneInput, with: new.neededMicrophone)
        let preset = new.preset ?? (new.mode == .photo ? .photo : .high)
        guard session.canSetSessionPreset(preset) else {
            throw CameraError.presetNotSupported(camera: new.camera.localizedName, preset: preset.rawValue)
        }
        session.sessionPreset = preset
        try add(photoCapture.output, for: .photo)
        switch new.mode {
        // A movie output rules out Live Photos.
        case .photo: session.removeOutput(movieCapture.output)
        case .video: try add(movieCapture.output, for: .video)
        }
    }

    /// Leaves the preset's format for another one, where something is wanted that it does not have.
    private func chooseFormat(for new: CaptureSetup) throws {
        switch new.mode {
        case .photo:
            let limit = new.features.maxSize
            let format = limit.flatMap { FormatChoice.format(of: new.camera, photosWithin: $0) }
            try setFormat(format ?? new.camera.activeFormat, of: new.camera)
        case .video:
            if let wish = new.videoFormat {
                try setVideoFormat(wish, for: new)
            } else {
                try setFormat(new.camera.activeFormat, of: new.camera)
            }
            guard new.isHDRVideoEnabled else { return }
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
                of: new.camera, for: nearest, hasTenBits: new.isHDRVideoEnabled)
        else { return }
        try setFormat(format, of: new.camera, frameDuration: duration)
    }

    /// - Parameter frameDuration: `.invalid` is the format's own.
    private func setFormat(
        _ format: AVCaptureDevice.Format, of camera: AVCaptureDevice, frameDuration: CMTime = .invalid
    ) throws {
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        if format !== camera.activeFormat { camera.activeFormat = format }
        camera.activeVideoMinFrameDuration = frameDuration
        camera.activeVideoMaxFrameDuration = frameDuration
    }

    /// Puts an input for `device` in the place of another.
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
