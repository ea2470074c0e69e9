import AVFoundation

/// Starting, resting and stopping.
extension CameraModel {
    package func prepare() {
        if case .stopped = phase { phase = .opening(CameraOpening(service, stateFile)) }
    }

    /// Starts the camera used last, or else the best one, with the settings that the app or its extension saved last.
    ///
    /// A call during another start waits for that start.
    package func start() async {
        switch phase {
        case .starting(let task, _): await task.value
        case .stopping(let task, _):
            await task.value
            await start()
        case .opening(let opening): await start { await $0.finish(opening) }
        default: await start { await $0.reopen() }
        }
    }

    /// Starts with another camera after the chosen one has failed.
    func start(with id: String) async {
        await start { await $0.reopen(id) }
    }

    /// Starts with another camera after the one in use was unplugged. No failure is shown meanwhile.
    func startAfterLoss() async {
        await start(shown: .unknown) { await $0.reopen() }
    }

    /// - Parameters:
    ///   - shown: the status until the start has ended; by default the one from before.
    ///   - body: sets the phase in which the start ends.
    private func start(
        shown: CameraStatus? = nil, _ body: @escaping @MainActor (CameraModel) async -> Void
    ) async {
        let task = Task {
            await body(self)
            // The window may have been hidden meanwhile.
            await settlePause()
        }
        phase = .starting(task, shown: shown ?? status)
        await task.value
    }

    private func reopen(_ id: String? = nil) async {
        // Opening reads the state file, so pending changes must be in it.
        await saving?.value
        await finish(CameraOpening(service, stateFile, cameraID: id))
    }

    private func finish(_ opening: CameraOpening) async {
        state = await opening.state.value
        follow()
        switch await opening.outcome.value {
        case .open:
            await service.setMetering(enabled: true)
            await devicesChanged()
            phase = await phaseOfRun()
            await settleCodes()
        case .refused:
            phase = .unauthorized
            return
        case .failed(let error):
            await devicesChanged()
            phase = CameraPhase(error)
        }
        followStorage()
    }

    /// The phase after a start that has not failed.
    private func phaseOfRun() async -> CameraPhase {
        if let interruption = await service.interruption { .interrupted(interruption.reason) } else { .running }
    }

    package func stop() async {
        cancelCountdown()
        endBurst()
        endSeries()
        // Requested captures must be in the library before the camera stops.
        await endQuickTake()
        if case .beginning(let task) = movie { await task.value }
        for photo in photos.values { await photo.value }
        await runningSeries?.task.value
        await stopRecording()
        while case .starting(let task, _) = phase { await task.value }
        if case .stopping(let task, _) = phase { return await task.value }
        let task = Task { [phase] in await close(phase) }
        phase = .stopping(task, shown: status)
        await task.value
    }

    private func close(_ old: CameraPhase) async {
        if case .opening(let opening) = old { _ = await opening.outcome.value }
        await changes?.value
        await service.stop()
        await saving?.value
        phase = .stopped
    }

    /// Returns when neither a start nor a stop is under way.
    func settle() async {
        while let task = phase.transition { await task.value }
    }

    // MARK: Resting

    package func pause() async {
        isHidden = true
        // A start pauses the camera itself when it ends.
        if case .starting(let task, _) = phase { return await task.value }
        await settlePause()
    }

    package func resume() async {
        isHidden = false
        await wake()
    }

    package func restart() async {
        guard case .running = phase else { return await wake() }
        phase = .resting
        await service.pause()
        await wake()
    }

    /// Pauses the camera when nobody can see its picture and nothing is being captured.
    func settlePause() async {
        guard isHidden, case .running = phase, !isCapturing, captureActivity == .idle else { return }
        phase = .resting
        await service.pause()
    }

    /// Whether a requested photo or movie is not saved yet. ``captureActivity`` alone would not do: it changes a little
    /// later.
    var isCapturing: Bool {
        !photos.isEmpty || timer != nil || runningSeries != nil || !movie.isNone || isQuickTaking
    }

    /// A capture has ended: what has waited for it happens now.
    func captureEnded() async {
        if isPreferredCameraAwaited, !isCapturing, case .running = phase { await takePreferredCamera() }
        await settlePause()
    }

    /// Starts a resting camera again.
    func wake() async {
        switch phase {
        case .resting: await start { await $0.wakeOnce() }
        case .starting(let task, _): await task.value
        default: break
        }
    }

    private func wakeOnce() async {
        if await service.devices.isCameraGone { return await reopen() }
        do {
            try await service.resume()
            phase = await phaseOfRun()
        } catch {
            phase = CameraPhase(error)
        }
    }
}
