import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// Takes the lock that is needed to change the device's settings; release it with ``unlockForConfiguration()``.
    ///
    /// One task, or one thread outside of any task, holds the lock at a time and may take it repeatedly; others wait up
    /// to a second for it.
    /// - Throws: ``AVError`` `deviceWasDisconnected` when the device is gone,
    ///   `deviceLockedForConfigurationByAnotherProcess` when another task or thread still holds it.
    public func lockForConfiguration() throws {
        guard isConnected || world.devices.findsAgain(self) else {
            throw AVError(
                .deviceWasDisconnected,
                userInfo: [NSLocalizedDescriptionKey: "\(localizedName) was unplugged", AVErrorDeviceKey: self])
        }
        guard configuration.take() else {
            throw AVError(
                .deviceLockedForConfigurationByAnotherProcess,
                userInfo: [
                    NSLocalizedDescriptionKey: "\(localizedName) is being configured elsewhere in this program",
                    AVErrorDeviceKey: self,
                ])
        }
    }

    /// Releases the lock that ``lockForConfiguration()`` took.
    public func unlockForConfiguration() { configuration.give() }

    /// The format in which the device captures. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()``, must name one of ``formats``, and changes the preset of a session
    /// that uses the device to `.inputPriority`.
    public var activeFormat: Format {
        get { state.withLock { $0.activeFormat } }
        set {
            guard formats.contains(where: { $0 === newValue }) else {
                raiseException("*** -[AVCaptureDevice setActiveFormat:] The format is not one of the device's formats")
            }
            requireLock("setActiveFormat:")
            change(to: newValue) { $0.isFormatPinned = true }
            state.withLock({ $0.session })?.deviceFormatWasSet()
        }
    }

    /// The shortest duration of a frame: 1/rate for the fastest rate. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and must lie in one of the active format's ranges;
    /// `CMTime.invalid` returns to the default.
    public var activeVideoMinFrameDuration: CMTime {
        get { state.withLock { $0.minFrameDuration ?? Self.defaultFrameDuration($0.activeFormat) } }
        set {
            setFrameDuration(newValue, \.activeVideoMinFrameDuration, "setActiveVideoMinFrameDuration:") {
                $0.minFrameDuration = $1
            }
        }
    }

    /// The longest duration of a frame. Observable.
    ///
    /// Linux: a camera runs at the fixed rate of ``activeVideoMinFrameDuration``; this is the limit of automatic
    /// exposure where the driver has one.
    public var activeVideoMaxFrameDuration: CMTime {
        get {
            state.withLock { $0.maxFrameDuration ?? $0.minFrameDuration ?? Self.defaultFrameDuration($0.activeFormat) }
        }
        set {
            setFrameDuration(newValue, \.activeVideoMaxFrameDuration, "setActiveVideoMaxFrameDuration:") {
                $0.maxFrameDuration = $1
                // The camera has a single rate, so a limit below the current rate slows it down.
                if let duration = $1, duration > ($0.minFrameDuration ?? Self.defaultFrameDuration($0.activeFormat)) {
                    $0.minFrameDuration = duration
                }
            }
        }
    }

    private func setFrameDuration(
        _ duration: CMTime, _ keyPath: KeyPath<AVCaptureDevice, CMTime>, _ setter: String,
        _ store: (inout State, CMTime?) -> Void
    ) {
        requireLock(setter)
        let session = changing(keyPath) {
            state.withLock { state -> AVCaptureSession? in
                guard duration.isValid else {
                    store(&state, nil)
                    return state.session
                }
                let ranges = state.activeFormat.source.frameDurations
                guard ranges.contains(where: { $0.contains(duration) }) else {
                    let fps = state.activeFormat.videoSupportedFrameRateRanges
                    raiseException(
                        "*** -[AVCaptureDevice \(setter)] Unsupported frame duration - use -activeFormat."
                            + "videoSupportedFrameRateRanges to discover valid ranges: \(fps)")
                }
                store(&state, duration)
                return state.session
            }
        }
        session?.routesChanged()
    }

    /// 30 frames a second, as with Apple's presets, or the format's nearest rate below that.
    private static func defaultFrameDuration(_ format: Format) -> CMTime {
        format.frameDuration(notShorterThan: CMTime(value: 1, timescale: 30)) ?? .invalid
    }

    /// How the engine is to run the device now.
    var sourceConfiguration: SourceConfiguration {
        state.withLock { state in
            let duration = state.minFrameDuration ?? Self.defaultFrameDuration(state.activeFormat)
            return SourceConfiguration(
                format: state.activeFormat.source, frameDuration: duration.isValid ? duration : nil,
                settings: state.settings)
        }
    }

    /// The device as part of a graph; the device itself sees each frame first.
    ///
    /// - Parameter frameDuration: overrides ``activeVideoMinFrameDuration``.
    func source(frameDuration: CMTime?) -> CaptureGraph.Source {
        var source = CaptureGraph.Source(device: engineDescription, configuration: sourceConfiguration)
        if let frameDuration { source.configuration.frameDuration = frameDuration }
        if mediaType == .video { source.onFrame = { [weak self] frame in self?.note(frame) } }
        return source
    }

    /// Switches to the format that a session's preset asks for, unless the app has chosen one.
    func adopt(_ preset: AVCaptureSession.Preset) {
        guard mediaType == .video, preset != .inputPriority,
            let format = SessionFormats.format(for: preset, in: formats), format !== activeFormat
        else { return }
        change(to: format)
    }

    /// Switches to a format that an input asks for.
    func useFormat(_ format: Format) {
        if format !== activeFormat { change(to: format) }
    }

    /// Switches to another format, with its own frame rate, colors, depth and limits.
    private func change(to format: Format, _ note: (inout State) -> Void = { _ in }) {
        let before = state.withLock { $0.settings.revision }
        let connections = state.withLock { $0.session }?.connections.filter { connection in
            connection.inputPorts.contains { $0.device === self }
        }
        for connection in connections ?? [] { connection.mayChangeValue(for: \.activeVideoStabilizationMode) }
        mayChange(
            all: \.activeFormat, \.activeVideoMinFrameDuration, \.activeVideoMaxFrameDuration, \.activeColorSpace,
            \.activeMaxExposureDuration, \.activeDepthDataFormat, \.activeDepthDataMinFrameDuration, \.videoZoomFactor,
            \.maxAvailableVideoZoomFactor, \.isRampingVideoZoom
        ) {
            state.withLock { state in
                state.take(format)
                note(&state)
            }
        }
        for connection in connections ?? [] { connection.didChangeValue(for: \.activeVideoStabilizationMode) }
        if state.withLock({ $0.settings.revision }) != before { sendSettings() }
    }
}

extension AVCaptureDevice.State {
    fileprivate mutating func take(_ format: AVCaptureDevice.Format) {
        activeFormat = format
        minFrameDuration = nil
        maxFrameDuration = nil
        controls.colorSpace = nil
        controls.depthFormat = .automatic
        controls.depthFrameDuration = nil
        controls.ramp = nil
        if settings.zoom > format.videoMaxZoomFactor {
            settings.revision += 1
            zoom(to: format.videoMaxZoomFactor)
        }
    }
}
