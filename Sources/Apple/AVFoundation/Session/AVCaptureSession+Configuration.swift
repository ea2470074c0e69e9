import CaptureEngine
import Foundation

extension AVCaptureSession {
    /// Begins a set of changes that take effect together. Calls nest: the outermost commit counts.
    ///
    /// Source: Apple, AVCaptureSession.beginConfiguration().
    public func beginConfiguration() {
        state.withLock { $0.configurationDepth += 1 }
    }

    /// Lets the changes since ``beginConfiguration()`` take effect.
    ///
    /// A device that stays as it is loses no frame. When a device cannot be opened, ``runtimeErrorNotification`` is
    /// posted and the session stops. Source: Apple, AVCaptureSession.commitConfiguration().
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
        if isOutermost { configurationChanged() }
    }

    /// Applies what has changed, unless a commit is still to come.
    func configurationChanged() {
        guard state.withLock({ $0.configurationDepth == 0 }) else { return }
        adoptPreset()
        routesChanged()
        for output in outputs { output.sessionDidChange() }
    }

    /// Lets media flow by the connections as they are now.
    func routesChanged() {
        do throws(CaptureError) {
            // Waits for a start that is under way, which may have made its graph before the change.
            try control.withLock { _ throws(CaptureError) in
                guard state.withLock({ $0.configurationDepth == 0 && $0.isRunning }) else { return }
                try pipeline.apply(makeGraph())
            }
        } catch {
            endRun()
            post(AVError(error))
        }
    }

    /// The app has chosen the format of a device that the session uses.
    func deviceFormatWasSet() {
        state.withLock { $0.preset = .inputPriority }
        routesChanged()
    }

    func makeGraph() -> CaptureGraph {
        let connections = self.connections.filter(\.isActive)
        var seen: Set<DeviceID> = []
        let devices = connections.flatMap(\.inputPorts).map(\.device).filter { seen.insert($0.id).inserted }
        return CaptureGraph(
            sources: devices.map {
                CaptureGraph.Source(device: $0.engineDescription, configuration: $0.sourceConfiguration)
            },
            routes: connections.compactMap(\.route))
    }

    // MARK: Presets

    /// The quality of what the session captures; `.high` at first.
    ///
    /// Setting it picks the camera's ``AVCaptureDevice/activeFormat``; ask ``canSetSessionPreset(_:)`` first.
    /// Source: Apple, AVCaptureSession.sessionPreset.
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
            configurationChanged()
        }
    }

    /// Whether the session's camera can do the preset; any preset that exists, while the session has no camera.
    public func canSetSessionPreset(_ preset: Preset) -> Bool {
        let known: Set<Preset> = [.photo, .high, .medium, .low, .inputPriority]
        guard known.contains(preset) || preset.exactSize != nil else { return false }
        return cameras.allSatisfy { $0.supportsSessionPreset(preset) }
    }

    private var cameras: [AVCaptureDevice] {
        inputs.flatMap(\.ports).filter { $0.mediaType == .video }.map(\.device)
    }

    private func adoptPreset() {
        let preset = sessionPreset
        for device in cameras where !device.state.withLock({ $0.isFormatPinned }) { device.adopt(preset) }
    }
}
