import CaptureEngine
import Foundation

extension AVCaptureSession {
    /// Begins a set of changes that take effect together. Calls nest: the outermost commit counts.
    public func beginConfiguration() {
        state.withLock { $0.configurationDepth += 1 }
    }

    /// Lets the changes since ``beginConfiguration()`` take effect.
    ///
    /// A device that does not change loses no frame. When a device of a running session cannot be opened,
    /// ``runtimeErrorNotification`` is posted and the session goes on as it was before the changes: with its old
    /// inputs, outputs, connections and preset. When that no longer works either, it stops. As long as one camera is
    /// left, devices that it had before and that can no longer be opened are left out.
    public func commitConfiguration() {
        let isOutermost = state.withLock { state in
            if state.configurationDepth == 0 {
                raiseException(
                    .generic,
                    "*** -[AVCaptureSession commitConfiguration] commitConfiguration must be paired with "
                        + "beginConfiguration")
            }
            state.configurationDepth -= 1
            return state.configurationDepth == 0
        }
        guard isOutermost else { return }
        configurationChanged()
        startAfterCommit()
        checkInterruptionAfterChange()
    }

    /// Applies what has changed, unless a commit is pending.
    func configurationChanged() {
        guard state.withLock({ $0.configurationDepth == 0 }) else { return }
        adoptPreset()
        routesChanged()
        for output in outputs { output.sessionDidChange() }
    }

    /// Applies the current connections to the running pipeline.
    func routesChanged() {
        guard state.withLock({ $0.configurationDepth == 0 }) else { return }
        // When another session has just taken the cameras, the change takes effect once this session resumes.
        guard !isRunning || takeCameras(forChange: true) else { return }
        var run = 0
        do throws(CaptureError) {
            // Waits for a start that is under way, which may have made its graph before the change.
            let lost = try control.withLock { _ throws(CaptureError) -> [CaptureError] in
                guard state.withLock({ $0.configurationDepth == 0 && $0.isRunning }) else { return [] }
                run = state.withLock { $0.runNumber }
                return try applyGraph(sparing: hadWorking)
            }
            if isRunning { rememberConfiguration() }
            updateCameras()
            for error in lost { post(AVError(error, in: world)) }
        } catch {
            let lost = rollBack()
            if lost == nil {
                endRun(failed: run)
                releaseCameras()
            }
            for error in [error] + (lost ?? []) { post(AVError(error, in: world)) }
        }
    }

    /// Called when one of the session's devices is plugged in again. Its media flows again, if the session started
    /// without it or ran until it was unplugged.
    func deviceReturned() {
        // Also when a start is under way, which may have looked for the device before it was back.
        events.async { [weak self] in
            self?.resumeAfterLoss()
            self?.routesChanged()
        }
    }

    /// Called when the app has chosen the format of a device that the session uses.
    func deviceFormatWasSet() {
        state.withLock { $0.preset = .inputPriority }
        routesChanged()
    }

    /// - Parameter lost: devices that are left out.
    func makeGraph(without lost: Set<DeviceID>) -> CaptureGraph {
        let connections = self.connections.filter { $0.isActive && !isPutOff($0) }
        var seen = lost
        let ports = connections.flatMap(\.inputPorts)
        let routes = connections.compactMap(\.route) + connections.compactMap(\.meterRoute)
        let sources = ports.compactMap { port -> CaptureGraph.Source? in
            guard let device = port.device, seen.insert(device.id).inserted else { return nil }
            var source = device.source(frameDuration: port.frameDurationOverride)
            let wantsDepth = routes.contains { $0.media == .depth && $0.source == device.id }
            if wantsDepth { source.depth = device.depthRequest }
            return source
        }
        return CaptureGraph(sources: sources, routes: routes.filter { !lost.contains($0.source) })
    }

    // MARK: Presets

    /// The quality of what the session captures; `.high` by default.
    ///
    /// Setting it picks the camera's ``AVCaptureDevice/activeFormat``; ask ``canSetSessionPreset(_:)`` first.
    public var sessionPreset: Preset {
        get { state.withLock { $0.preset } }
        set {
            guard canSetSessionPreset(newValue) else {
                raiseException(
                    "*** -[AVCaptureSession setSessionPreset:] \(newValue.rawValue) is not supported by the session's "
                        + "inputs - use -canSetSessionPreset:")
            }
            state.withLock { $0.preset = newValue }
            for device in cameras { device.state.withLock { $0.isFormatPinned = newValue == .inputPriority } }
            adoptPreset()
            configurationChanged()
        }
    }

    /// Sends the cameras the settings that they missed while they were being opened, and tells those that the session
    /// does not run that no frames will come.
    func updateCameras() {
        let active = connections.filter(\.isActive).flatMap(\.inputPorts)
        let ports = active.filter { $0.device.map { !hasLost($0) } ?? false }
        let running = ports.compactMap(\.device)
        for camera in cameras {
            if isRunning, running.contains(camera) { camera.runs(in: self) } else { camera.runsNoMore(in: self) }
        }
        if isRunning { for port in ports { (port.owner as? AVCaptureDeviceInput)?.runs() } }
        for layer in previewLayers { layer.refreshPreviewing() }
    }

    /// Gives the cameras the format that the preset stands for, even before a commit. What the app sets after the
    /// preset or the input, such as a frame rate, is meant for that format.
    func adoptPreset() {
        let preset = sessionPreset
        for device in cameras where !device.state.withLock({ $0.isFormatPinned }) { device.adopt(preset) }
    }
}
