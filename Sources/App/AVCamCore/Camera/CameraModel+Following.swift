import AVFoundation
import AVKit

/// Keeps the model's state in step with the service, the library and the system.
extension CameraModel {
    /// Follows from the first start on; later calls do nothing.
    func follow() {
        guard followers.isEmpty else { return }
        follow(service.activity.values) { model, activity in
            if model.captureActivity.isRecording && !activity.isRecording { model.movieHasEnded() }
            model.captureActivity = activity
            if case .movieCapture(let progress) = activity { model.progressed(progress) }
            // A capture may have kept a hidden camera awake.
            guard activity == .idle else { return }
            Task {
                await model.settleSound(isAfterCapture: true)
                await model.settlePause()
            }
        }
        follow(service.capabilities.values) { $0.capabilities = $1 }
        follow(service.cameraSettings.values) { $0.cameraSettings = $1 }
        follow(service.lock.values) { $0.lock = $1 }
        follow(service.manual.values) { $0.manual = $1 }
        follow(service.soundLevel.values) { $0.soundLevel = $1 }
        follow(service.soundProblem.values) { $0.soundChanged($1) }
        follow(service.pressure.values) { $0.pressure = $1 }
        follow(levelMeter.roll.values) { $0.roll = $1 }
        follow(service.code.values) { $0.codeChanged($1) }
        follow(service.isShowingControls.values) { $0.prefersMinimizedUI = $1 }
        follow(service.controlsAppearance.values) { $0.controlsAppearance = $1 }
        follow(store.thumbnails) { $0.thumbnail = $1 }
        follow(service.events) { $0.handle($1) }
        if let lockedCaptures {
            followers.append(
                Task { [weak self] in
                    await lockedCaptures.follow { error in
                        await MainActor.run { self?.problem = Message(error) }
                    }
                })
        }
        followDevices()
        buttons = AVCaptureEventInteraction { [weak self] event in
            guard event.phase == .ended else { return }
            Task { @MainActor in await self?.shutterPressed() }
        }
    }

    private func follow<Value: Sendable>(
        _ values: AsyncStream<Value>, _ body: @escaping @MainActor (CameraModel, Value) -> Void
    ) {
        followers.append(
            Task { [weak self] in
                for await value in values {
                    guard let self else { return }
                    body(self, value)
                }
            })
    }

    /// The session uses a microphone that is back by itself.
    private func progressed(_ progress: RecordingProgress) {
        guard soundProblem != nil, !progress.isMissingSound else { return }
        Task { if await service.noteSoundOfMovie() { await devicesChanged() } }
    }

    /// Sound that is lost during a movie is said at once: a person can still do something about it.
    private func soundChanged(_ problem: Message?) {
        let isLost = soundProblem == nil && captureActivity.isRecording
        soundProblem = problem
        guard isLost, var problem else { return }
        problem.outcome = Message(translatable("The recording goes on without sound."))
        self.problem = problem
    }

    private func handle(_ event: CaptureService.Event) {
        switch event {
        case .willCapturePhoto: flashScreen()
        case .interrupted, .interruptionEnded: Task { await interruptionChanged() }
        case .callEnded: Task { await settleSound() }
        case .failed(let error): Task { await sessionFailed(error) }
        }
    }

    /// The event can be older than the current run, and another interruption may have begun or ended since, so the
    /// service is asked.
    private func interruptionChanged() async {
        await settle()
        // A recording that is wanted meanwhile begins when the camera runs again.
        await inTurn { model in
            await model.trying { try await model.service.leaveTakenMicrophone() }
        }.value
        let interruption = await service.interruption
        let news = interruption.map { CameraPhase.News.interrupted($0.reason) } ?? .interruptionEnded
        phase = phase.after(news) ?? phase
        await settleSound()
        // The window may have been hidden meanwhile.
        await settlePause()
    }

    private func sessionFailed(_ error: any Error) async {
        await settle()
        // The event can be older than the current run.
        if await service.isRunning {
            await trying { try await service.microphoneFailed(error) }
            return await settleSound()
        }
        guard let next = phase.after(.failed(error)) else { return }
        phase = next
        switch (error as? AVError)?.code {
        case .deviceWasDisconnected, .deviceNotConnected:
            // The list of cameras may no longer contain it.
            await replaceCamera(error.device?.localizedName ?? nameOfCamera)
        default: await devicesChanged()
        }
    }

    /// The phone's or a headset's button was pressed.
    private func shutterPressed() async {
        switch captureMode {
        case .photo: await capturePhoto()
        case .video: await toggleRecording()
        }
    }
}
