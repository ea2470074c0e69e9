import AVFoundation

/// Cameras that come and go.
extension CameraModel {
    func followDevices() {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        followers.append(
            Task { [weak self] in
                guard let platform = self?.platform else { return }
                let watch = await Self.watch(platform) { continuation.yield() }
                self?.deviceWatch = watch
                // Devices may have changed before the watch began.
                if await self?.isListOutdated == true { continuation.yield() }
                for await _ in changes { await self?.camerasChanged() }
            })
    }

    @concurrent private nonisolated static func watch(
        _ platform: any CapturePlatform, _ onChange: @escaping @Sendable () -> Void
    ) async -> DeviceWatch {
        DeviceWatch(platform: platform, onChange)
    }

    /// Whether other devices are there than at the last look.
    private var isListOutdated: Bool {
        get async {
            await settle()
            let devices = await service.devices
            return devices.cameras != cameras || devices.microphones != microphones
        }
    }

    /// A device was plugged in or unplugged.
    private func camerasChanged() async {
        await settle()
        let name = nameOfCamera
        await devicesChanged()
        let isGone = await service.devices.isCameraGone
        switch phase {
        // The devices may have changed again by the time the start or stop has ended.
        case .starting, .stopping: await camerasChanged()
        case .noCamera where !cameras.isEmpty: await start()
        case .failed where isGone, .running where isGone: await replaceCamera(name)
        case .running, .resting:
            if !phase.isResting { await takePreferredCamera() }
            await settleSound()
        default: break
        }
    }

    /// Continues with another camera when the one in use was unplugged. A self-timer is cancelled, and a burst or a
    /// series ends, because the photos that follow would show something else.
    func replaceCamera(_ name: String?) async {
        cancelCountdown()
        endBurst()
        endSeries()
        let reason = if case .failed(let message) = phase { message } else { nil as Message? }
        await startAfterLoss()
        guard status == .running else { return }
        if let news = name.map({ CameraError.cameraReplaced($0).message }) ?? reason { tell(news) }
    }

    /// Reads the lists of devices again.
    func devicesChanged() async {
        let devices = await service.devices
        let camera = devices.cameras.first { $0.id == devices.cameraID }
        if camera != nil || devices.cameraID != selectedCameraID { nameOfCamera = camera?.name }
        cameras = devices.cameras
        selectedCameraID = devices.cameraID
        // The streams bring them later, and until then another camera would have the zoom of the one before.
        capabilities = service.capabilities.value
        cameraSettings = service.cameraSettings.value
        microphones = devices.microphones
        selectedMicrophoneID = devices.microphoneID
        videoFormatInUse = await service.videoFormat
    }

    /// Switches to the camera that the person prefers when it has been plugged in again; after what is being captured.
    ///
    /// While the news that the camera in use is gone is still on its way, that is the best of the others on its side.
    func takePreferredCamera() async {
        isPreferredCameraAwaited = isCapturing
        guard !isCapturing else { return }
        guard let id = await service.preferredCameraID, id != selectedCameraID else { return }
        await takeCamera(id)
    }
}
