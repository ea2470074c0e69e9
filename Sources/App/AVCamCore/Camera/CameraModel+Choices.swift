import AVFoundation

/// What a person chooses: mode, devices, features.
extension CameraModel {
    package func switchMode(to mode: CaptureMode) async {
        guard mode != captureMode, canSwitch else { return }
        await switching {
            try await service.setCaptureMode(mode)
            captureMode = mode
        }
    }

    package func switchCamera() async {
        if case .failed = status {
            if let next = nextCameraID { await startCamera(next) }
        } else if canSwitchCamera {
            await switching { try await service.selectNextCamera() }
        }
    }

    package func selectCamera(_ id: String) async {
        if case .failed = status {
            await startCamera(id)
        } else if canSwitchCamera, id != selectedCameraID {
            await switching { try await service.selectCamera(id) }
        }
    }

    /// Starts with another camera where the one that was chosen did not start.
    private func startCamera(_ id: String) async {
        guard !isSwitching, recordingPlace == nil else { return }
        isSwitching = true
        defer { isSwitching = false }
        await starting?.value
        guard case .failed = status else { return }
        opening = CameraOpening(service, stateFile, cameraID: id)
        await start()
        guard status == .running else { return }
        await service.prefer(id)
        remember()
    }

    private var nextCameraID: String? {
        let current = cameras.firstIndex { $0.id == selectedCameraID ?? state.cameraID }
        return current.map { cameras[($0 + 1) % cameras.count].id } ?? cameras.first?.id
    }

    package func selectMicrophone(_ id: String?) async {
        guard canSwitch, id != selectedMicrophoneID else { return }
        await switching {
            try await service.selectMicrophone(id)
            state.microphoneID = id ?? state.microphoneID
            state.recordsSound = id != nil
        }
    }

    private var canSwitch: Bool { status == .running && recordingPlace == nil }

    /// Another camera may be free while something has taken this one.
    private var canSwitchCamera: Bool {
        if case .interrupted = status { recordingPlace == nil } else { canSwitch }
    }

    private func switching(_ body: () async throws -> Void) async {
        cancelCountdown()
        await changes?.value
        isSwitching = true
        defer { isSwitching = false }
        await trying(body)
        await devicesChanged()
        if status == .running { state.cameraID = selectedCameraID }
        remember()
        await storageChanged()
    }

    /// Looks at the devices again.
    func devicesChanged() async {
        let devices = await service.devices
        cameras = devices.cameras
        selectedCameraID = devices.cameraID
        microphones = devices.microphones
        selectedMicrophoneID = devices.microphoneID
        videoFormatInUse = await service.videoFormat
    }

    // MARK: Features

    func photoFeaturesChanged() {
        remember()
        change { try await $0.service.setPhotoFeatures($0.photoFeatures) }
    }

    func videoFeaturesChanged() {
        remember()
        change { model in
            try await model.service.setVideo(model.videoFormat, isHDREnabled: model.isHDRVideoEnabled)
            model.videoFormatInUse = await model.service.videoFormat
            await model.storageChanged()
        }
    }

    /// Does it after what was asked for before; only while the camera runs, as the start does it too.
    private func change(_ body: @escaping @MainActor (CameraModel) async throws -> Void) {
        guard status == .running, !isTakingState else { return }
        changes = Task { [weak self, before = changes] in
            await before?.value
            await self?.trying { [weak self] in if let self { try await body(self) } }
        }
    }

    // MARK: The camera

    package func focusAndExpose(at point: CGPoint) async {
        await trying { try await service.focusAndExpose(atLayerPoint: point) }
    }

    package func setZoom(_ factor: Double, isGradual: Bool) async {
        await trying { try await service.setZoom(factor, rate: isGradual ? 3 : nil) }
    }

    package func setExposureBias(_ stops: Float) async {
        await trying { try await service.setExposureBias(stops) }
    }

    package func touchCameraControl(_ touch: CameraControlTouch) { service.touchControls(touch) }

    package func setTorch(on isOn: Bool) async {
        await trying { try await service.setTorch(on: isOn) }
    }
}
