import AVFoundation

/// Changes the session's setup. Each change happens completely or not at all.
extension CaptureService {
    /// Changes a part of the setup, completely or not at all.
    ///
    /// - Throws: ``CameraError/notRunning`` before the first start; as ``change(to:)``.
    func change(_ edit: (inout CaptureSetup) -> Void) throws {
        guard var setup else { throw CameraError.notRunning }
        edit(&setup)
        try change(to: setup)
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

    /// Applies a new setup, completely or not at all. What cannot be used is an error, even if it could be left out.
    func changeExactly(to new: CaptureSetup) throws {
        let wasRunning = session.isRunning
        var refusal: (any Error)?
        let failure = notifications.collect { refusal = commit(new) }
        if refusal == nil, failure == nil {
            adopt(new)
        } else {
            takeInputs()
            followCamera()
        }
        followSound()
        if let failure, wasRunning, !session.isRunning { notifications.tell(failure) }
        if let error = refusal ?? failure { throw error }
    }

    /// Configures the session in one commit, so that a running session changes completely or not at all.
    ///
    /// - Returns: why the new setup was refused, so that the old one is committed again; `nil` if it was not.
    private func commit(_ new: CaptureSetup) -> (any Error)? {
        session.beginConfiguration()
        var refusal: (any Error)?
        do {
            try apply(new)
        } catch {
            refusal = error
            // The old setup worked before, so it works again.
            if let setup { try? apply(setup) }
        }
        // New connections are not rotated yet. Rotating them before the commit keeps frames and photos from arriving
        // unrotated.
        takeInputs()
        followCamera()
        session.commitConfiguration()
        return refusal
    }

    /// Keeps of what a person chose for the old setup what also suits the new one, which the session has now.
    private func adopt(_ new: CaptureSetup) {
        let old = setup
        setup = new
        let isQuickTake = new.isQuickTake || old?.isQuickTake == true
        // What a person chose for the picture of another camera or mode.
        if let old, old.camera !== new.camera || old.mode != new.mode && !isQuickTake {
            forgetManual(of: old.camera)
            forgetFocusAndExposure()
            return
        }
        if old?.isQuickTake == true, !new.isQuickTake { manual.set(manualOfPhotos) }
        // An error means that another caller is configuring the camera; its settings stand.
        try? keepManual()
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
        try new.chooseFormat()
        try keepZoom(zoom, of: new.camera)
        capabilities.set(currentCapabilities(new))
        if new.mode == .photo {
            let features = features(of: new)
            try FeatureCheck(capabilities: capabilities.value, name: new.camera.uniqueID).check(features)
            try photoCapture.prepare(for: features, with: new.camera)
        }
        movieCapture.configure(bitRate: new.bitRate, new.stabilization)
        try checkStabilization(of: new)
        controls.offer(for: new.camera, in: session, queue: queue) { [weak self] camera in
            Task { await self?.biasChosen(for: camera) }
        } onFocus: { [weak self] camera, position in
            Task { await self?.focusChosen(position, for: camera) }
        }
    }

    private func checkStabilization(of new: CaptureSetup) throws {
        guard new.mode == .video, new.stabilization != .off, !movieCapture.isSteady, !new.isLenient else { return }
        throw CameraError.featureNotSupported(
            Message(
                translatable(
                    "%s cannot keep the picture steady in this size; choose 1080p or less, or no stabilization."),
                new.camera.uniqueID))
    }

    private func currentCapabilities(_ setup: CaptureSetup) -> CaptureCapabilities {
        var capabilities = CaptureCapabilities(setup.camera, photoCapture.output, mode: setup.mode)
        capabilities.hasCameraControl = session.supportsControls
        capabilities.usualPhotoSize = usualPhotoSize
        return capabilities
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
