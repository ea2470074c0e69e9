import AVFoundation
import AVKit

/// Keeps everything that can be seen as the service, the library and the system have it.
extension CameraModel {
    /// From the first start on.
    func follow() {
        guard followers.isEmpty else { return }
        follow(service.activity.values) { model, activity in
            model.captureActivity = activity
            // What was captured while nobody looked is done.
            if activity == .idle { Task { await model.settlePause() } }
        }
        follow(service.capabilities.values) { $0.capabilities = $1 }
        follow(service.cameraSettings.values) { $0.cameraSettings = $1 }
        follow(service.soundLevel.values) { $0.soundLevel = $1 }
        follow(service.pressure.values) { $0.pressure = $1 }
        follow(levelMeter.roll.values) { $0.roll = $1 }
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

    private func handle(_ event: CaptureService.Event) {
        switch event {
        case .willCapturePhoto: flashScreen()
        // One that stopped has nothing that could be interrupted; the news can be older.
        case .interrupted(let reason) where status != .unknown || starting != nil: status = .interrupted(reason)
        case .interrupted: break
        case .interruptionEnded: Task { await interruptionEnded() }
        case .failed(let error): Task { await sessionFailed(error) }
        }
    }

    private func interruptionEnded() async {
        await starting?.value
        // Another one may have begun meanwhile.
        guard await !service.isInterrupted, case .interrupted = status else { return }
        status = .running
        // Somebody may have looked away meanwhile.
        await settlePause()
    }

    private func sessionFailed(_ error: any Error) async {
        await starting?.value
        // The news can be older than the run.
        guard await !service.isRunning, status != .unknown else { return }
        status = .failed(Message(error))
        switch (error as? AVError)?.code {
        case .deviceWasDisconnected, .deviceNotConnected:
            // The list of cameras may be without it already.
            await replaceCamera(error.device?.localizedName ?? nameOfCamera)
        default: await devicesChanged()
        }
    }

    /// The button of the phone, or of a headset.
    private func shutterPressed() async {
        switch captureMode {
        case .photo: await capturePhoto()
        case .video: await toggleRecording()
        }
    }

    // MARK: Cameras that come and go

    private func followDevices() {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        followers.append(
            Task { [weak self] in
                guard let platform = self?.platform else { return }
                let watch = await Self.watch(platform) { continuation.yield() }
                self?.deviceWatch = watch
                for await _ in changes { await self?.camerasChanged() }
            })
    }

    @concurrent private nonisolated static func watch(
        _ platform: any CapturePlatform, _ onChange: @escaping @Sendable () -> Void
    ) async -> DeviceWatch {
        DeviceWatch(platform: platform, onChange)
    }

    /// A device was plugged in or pulled out.
    private func camerasChanged() async {
        await starting?.value
        let name = nameOfCamera
        await devicesChanged()
        let isGone = await service.devices.isCameraGone
        switch status {
        case .noCamera where !cameras.isEmpty: await start()
        case .failed where isGone, .running where isGone && !isPaused: await replaceCamera(name)
        case .running where recordingPlace == nil && !isPaused: await takePreferredCamera()
        default: break
        }
    }

    /// Goes on with another camera when the one in use was pulled out; a photo that the self-timer was to take is not
    /// taken of something else.
    private func replaceCamera(_ name: String?) async {
        cancelCountdown()
        let reason = if case .failed(let message) = status { message } else { nil as Message? }
        await start()
        guard status == .running else { return }
        problem = name.map { CameraError.cameraReplaced($0).message } ?? reason ?? problem
    }

    private var nameOfCamera: String? { cameras.first { $0.id == selectedCameraID }?.name }

    /// A camera that the person prefers was plugged in again.
    private func takePreferredCamera() async {
        guard let id = await service.preferredCameraID, id != selectedCameraID else { return }
        await selectCamera(id)
    }
}
