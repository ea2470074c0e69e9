import AVFoundation

/// What a person chooses: the mode, the devices, the features.
extension CameraModel {
    package func switchMode(to mode: CaptureMode) async {
        await movieIsSaved()
        guard mode != captureMode, canSwitch else { return }
        await changeMode(to: mode)
    }

    func changeMode(to mode: CaptureMode, isQuickTake: Bool = false) async {
        await switching {
            try await $0.service.setCaptureMode(mode, isQuickTake: isQuickTake)
            $0.state.captureMode = mode
        }
    }

    package func switchCamera() async {
        await movieIsSaved()
        if case .failed = phase {
            if let next = nextCameraID { await replaceFailedCamera(with: next) }
        } else if canSwitchCamera {
            await switching { try await $0.service.selectNextCamera() }
        }
    }

    package func selectCamera(_ id: String) async {
        await movieIsSaved()
        if case .failed = phase {
            await replaceFailedCamera(with: id)
        } else if canSwitchCamera, id != selectedCameraID {
            await switching { try await $0.service.selectCamera(id) }
        }
    }

    /// Switches to a camera that the person has not chosen: the preference stays as it is.
    func takeCamera(_ id: String) async {
        guard canSwitchCamera else { return }
        await switching { try await $0.service.selectCamera(id, isChoice: false) }
    }

    private func replaceFailedCamera(with id: String) async {
        guard !isSwitching, movie.isNone else { return }
        switches += 1
        defer { switches -= 1 }
        await start(with: id)
        guard status == .running else { return }
        await service.prefer(id)
        remember()
    }

    private var nextCameraID: String? {
        let current = cameras.firstIndex { $0.id == selectedCameraID ?? state.cameraID }
        return current.map { cameras[($0 + 1) % cameras.count].id } ?? cameras.first?.id
    }

    package func selectMicrophone(_ id: String?) async {
        await movieIsSaved()
        // A microphone that is left out can still be turned off.
        guard canSwitch, id != selectedMicrophoneID || id == nil && state.recordsSound else { return }
        await switching {
            try await $0.service.selectMicrophone(id)
            $0.state.microphoneID = id ?? $0.state.microphoneID
            $0.state.recordsSound = id != nil
        }
    }

    package func mendSound() async {
        await movieIsSaved()
        guard canSwitch else { return }
        await switching { try await $0.service.mendSound() }
    }

    /// Adapts to the microphones that are there now.
    ///
    /// - Parameter isAfterCapture: whether no device has come or gone: to list them takes a while, for which the next
    ///   capture would wait.
    func settleSound(isAfterCapture: Bool = false) async {
        guard phase.allowsChanges else { return }
        await inTurn { model in
            var mustList = !isAfterCapture
            await model.trying {
                let isChanged = try await model.service.settleSound()
                mustList = mustList || isChanged
            }
            if mustList { await model.devicesChanged() }
        }.value
    }

    private var canSwitch: Bool { phase.allowsChanges && movie.isNone }

    /// While this camera is interrupted, another one may be free.
    private var canSwitchCamera: Bool {
        if case .interrupted = phase { movie.isNone } else { canSwitch }
    }

    private func switching(_ body: @escaping @MainActor (CameraModel) async throws -> Void) async {
        cancelCountdown()
        endBurst()
        endSeries()
        switches += 1
        defer { switches -= 1 }
        await inTurn { model in
            let wasManual = !model.service.manual.value.isEmpty
            await model.trying { try await body(model) }
            model.manualMayHaveEnded(wasManual)
            await model.devicesChanged()
            if model.status == .running { model.state.cameraID = model.selectedCameraID }
            model.remember()
            await model.storageChanged()
        }.value
    }

    /// What a person has set by hand ends with its camera and its mode, which would otherwise be seen only in the photos.
    private func manualMayHaveEnded(_ wasManual: Bool) {
        manual = service.manual.value
        guard wasManual, manual.isEmpty, !isQuickTaking, problem == nil else { return }
        problem = Message(translatable("Everything is automatic again; manual settings were reset."))
    }

    /// Runs `body` after all changes requested before.
    @discardableResult func inTurn(
        _ body: @escaping @MainActor (CameraModel) async -> Void
    ) -> Task<Void, Never> {
        let task = Task { [weak self, before = changes] in
            await before?.value
            if let self { await body(self) }
        }
        changes = task
        return task
    }

    // MARK: Features

    package var captureMode: CaptureMode { state.captureMode }

    package var photoFeatures: PhotoFeatures {
        get { state.photoFeatures }
        set {
            choose(\.photoFeatures, newValue) { try await $0.service.setPhotoFeatures($0.photoFeatures) }
        }
    }

    package var isHDRVideoEnabled: Bool {
        get { state.isHDRVideoEnabled }
        set { choose(\.isHDRVideoEnabled, newValue) { try await $0.setVideo() } }
    }

    package var videoFormat: VideoFormat? {
        get { state.videoFormat }
        set { choose(\.videoFormat, newValue) { try await $0.setVideo() } }
    }

    package var movieSpeed: MovieSpeed {
        get { state.movieSpeed }
        set {
            // The movie that is asked for has the speed of that moment; once it has ended, the next one is meant.
            guard !movie.isUnderWay else { return }
            choose(\.movieSpeed, newValue) { model in
                try await model.service.setMovieSpeed(model.movieSpeed)
                await model.devicesChanged()
                await model.storageChanged()
            }
        }
    }

    package var selfTimer: SelfTimer {
        get { state.selfTimer }
        set { choose(\.selfTimer, newValue) }
    }

    package var seriesInterval: SeriesInterval {
        get { state.seriesInterval }
        set { choose(\.seriesInterval, newValue) }
    }

    package var isLevelEnabled: Bool {
        get { state.isLevelEnabled }
        set {
            choose(\.isLevelEnabled, newValue)
            settleLevel()
        }
    }

    package var isCodeScanningEnabled: Bool {
        get { state.isCodeScanningEnabled }
        set {
            choose(\.isCodeScanningEnabled, newValue) {
                try await $0.service.setCodeScanning(enabled: $0.isCodeScanningEnabled)
                await $0.settleCodes()
            }
        }
    }

    package var isStabilizationEnabled: Bool {
        get { state.isStabilizationEnabled }
        set {
            choose(\.isStabilizationEnabled, newValue) {
                try await $0.service.setStabilization($0.isStabilizationEnabled ? .auto : .off)
            }
        }
    }

    package var isFrontCameraMirrored: Bool {
        get { state.isFrontCameraMirrored }
        set {
            choose(\.isFrontCameraMirrored, newValue) {
                try await $0.service.mirrorFrontCamera($0.isFrontCameraMirrored)
            }
        }
    }

    /// - Parameter change: applies the value to a running camera; a start applies it anyway.
    private func choose<Value: Equatable>(
        _ property: WritableKeyPath<CameraState, Value>, _ value: Value,
        change: (@MainActor (CameraModel) async throws -> Void)? = nil
    ) {
        guard value != state[keyPath: property] else { return }
        state[keyPath: property] = value
        remember()
        guard let change, phase.allowsChanges else { return }
        inTurn { model in await model.trying { try await change(model) } }
    }

    private func setVideo() async throws {
        try await service.setVideo(videoFormat, isHDREnabled: isHDRVideoEnabled)
        videoFormatInUse = await service.videoFormat
        await storageChanged()
    }

    // MARK: The camera

    package func focusAndExpose(at point: CGPoint) async {
        await trying { try await service.focusAndExpose(atLayerPoint: point) }
    }

    package func lockFocusAndExposure(at point: CGPoint) async {
        await trying { try await service.lockFocusAndExposure(atLayerPoint: point) }
    }

    package func resetFocusAndExposure() async { await trying { try await service.resetFocusAndExposure() } }

    package func setZoom(_ factor: Double, isGradual: Bool) async {
        await trying { try await service.setZoom(factor, rate: isGradual ? 3 : nil) }
    }

    package func setExposureBias(_ stops: Float) async {
        await trying { try await service.setExposureBias(stops) }
    }

    package func setManual(_ control: ManualControl, to value: Double) async {
        await trying { try await service.setManual(control, to: value) }
        manual = service.manual.value
    }

    package func setAutomatic(_ controls: Set<ManualControl>) async {
        await trying { try await service.setAutomatic(controls) }
    }

    package func currentValues() async -> [ManualControl: Double] { await service.currentValues }

    package func touchCameraControl(_ touch: CameraControlTouch) { service.touchControls(touch) }

    package func setTorch(on isOn: Bool) async {
        await trying { try await service.setTorch(on: isOn) }
    }
}
