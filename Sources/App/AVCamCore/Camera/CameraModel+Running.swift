import AVFoundation

/// Starting, resting and stopping.
extension CameraModel {
    /// Starts the camera that was used last, or the best one, as it was set last by the app or by its extension.
    ///
    /// A start that is asked for while another one is under way is that one.
    package func start() async {
        if let starting { return await starting.value }
        let task = Task { await startOnce() }
        starting = task
        await task.value
        starting = nil
    }

    private func startOnce() async {
        prepare()
        guard let opening else { return }
        self.opening = nil
        take(await opening.state.value)
        follow()
        switch await opening.outcome.value {
        case .open(let silence):
            if let silence { problem = Message(silence) }
            await service.setMetering(enabled: true)
            isPaused = false
            status = await service.isInterrupted ? interruption : .running
        case .refused:
            status = .unauthorized
            return
        case .failed(let error):
            status = CameraStatus(error)
        }
        await devicesChanged()
        followStorage()
        await settlePause()
    }

    /// The one that was told of, or one of which no more is known.
    private var interruption: CameraStatus { if case .interrupted = status { status } else { .interrupted(nil) } }

    package func prepare() {
        if opening == nil { opening = CameraOpening(service, stateFile) }
    }

    package func stop() async {
        cancelCountdown()
        // What was asked for is in the library before the camera stops.
        await beginningRecording?.value
        for photo in photos.values { await photo.value }
        if captureActivity.isRecording || recordingPlace != nil { await stopRecording() }
        await starting?.value
        _ = await opening?.outcome.value
        opening = nil
        await changes?.value
        await service.stop()
        await saving?.value
        status = .unknown
        isPaused = false
    }

    // MARK: Resting

    package func pause() async {
        isHidden = true
        await settlePause()
    }

    package func resume() async {
        isHidden = false
        await wake()
    }

    /// Lets the camera rest when nobody sees it and nothing is being captured.
    func settlePause() async {
        guard isHidden, !isPaused, status == .running, !isCapturing, captureActivity == .idle else { return }
        isPaused = true
        await service.pause()
        // Somebody may have looked again meanwhile.
        if !isHidden { await wake() }
    }

    /// Whether somebody has asked for a photo or a movie that is not saved yet: the activity is told of a little later.
    private var isCapturing: Bool {
        !photos.isEmpty || counting != nil || beginningRecording != nil || recordingPlace != nil
    }

    /// Lets a camera that rests run again.
    func wake() async {
        guard isPaused else { return await waking?.value ?? () }
        isPaused = false
        let task = Task { await wakeOnce() }
        waking = task
        await task.value
        if waking == task { waking = nil }
    }

    private func wakeOnce() async {
        if await service.devices.isCameraGone { return await start() }
        do {
            try await service.resume()
        } catch {
            status = CameraStatus(error)
        }
    }

    // MARK: Memory

    /// What the other of the app and its extension has changed since.
    private func take(_ new: CameraState) {
        isTakingState = true
        defer { isTakingState = false }
        state = new
        captureMode = new.captureMode
        photoFeatures = new.photoFeatures
        isHDRVideoEnabled = new.isHDRVideoEnabled
        videoFormat = new.videoFormat
        selfTimer = new.selfTimer
        isLevelEnabled = new.isLevelEnabled
        needsIntroduction = !new.isIntroduced
    }

    package func finishIntroduction() {
        needsIntroduction = false
        remember()
    }

    func remember() {
        if isTakingState { return }
        state.captureMode = captureMode
        state.photoFeatures = photoFeatures
        state.isHDRVideoEnabled = isHDRVideoEnabled
        state.videoFormat = videoFormat
        state.selfTimer = selfTimer
        state.isLevelEnabled = isLevelEnabled
        state.isIntroduced = !needsIntroduction
        saving = Task { [weak self, stateFile, state, before = saving] in
            await before?.value
            do {
                try await stateFile.save(state)
            } catch {
                self?.problem = Message(error)
            }
        }
    }
}

extension CameraStatus {
    /// What an error at the start means for the camera as a whole.
    init(_ error: any Error) {
        switch error as? CameraError {
        case .noCamera: self = .noCamera
        case .unauthorized: self = .unauthorized
        case nil where (error as? AVError)?.code == .applicationIsNotAuthorizedToUseDevice: self = .unauthorized
        default: self = .failed(Message(error))
        }
    }
}
