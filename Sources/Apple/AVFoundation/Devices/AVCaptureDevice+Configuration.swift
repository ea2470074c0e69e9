import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// Takes the right to change the device's settings; give it back with ``unlockForConfiguration()``.
    ///
    /// Calls nest. Source: Apple, AVCaptureDevice.lockForConfiguration().
    /// - Throws: ``AVError`` `deviceWasDisconnected` when the device is gone.
    public func lockForConfiguration() throws {
        try state.withLock { state in
            guard state.isConnected else {
                throw AVError(
                    .deviceWasDisconnected, userInfo: [NSLocalizedDescriptionKey: "\(localizedName) was unplugged"])
            }
            state.lockCount += 1
        }
    }

    /// Gives back the right to change the device's settings.
    public func unlockForConfiguration() {
        state.withLock { $0.lockCount = max(0, $0.lockCount - 1) }
    }

    private func requireLock(_ setter: String, _ state: State) {
        if state.lockCount == 0 {
            raiseException(
                .generic,
                "*** -[AVCaptureDevice \(setter)] May not be set without first successfully gaining exclusive access "
                    + "using lockForConfiguration:")
        }
    }

    /// The format in which the device captures. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()``, must name one of ``formats``, and turns the preset of a session
    /// that uses the device into `.inputPriority`. Source: Apple, AVCaptureDevice.activeFormat.
    public var activeFormat: Format {
        get { state.withLock { $0.activeFormat } }
        set {
            guard formats.contains(where: { $0 === newValue }) else {
                raiseException("*** -[AVCaptureDevice setActiveFormat:] The format is not one of the device's formats")
            }
            let session = changing(\.activeFormat) {
                state.withLock { state -> AVCaptureSession? in
                    requireLock("setActiveFormat:", state)
                    state.activeFormat = newValue
                    state.minFrameDuration = nil
                    state.maxFrameDuration = nil
                    state.isFormatPinned = true
                    return state.session
                }
            }
            session?.deviceFormatWasSet()
        }
    }

    /// The shortest duration of a frame: 1/rate for the fastest rate. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and must lie in one of the active format's ranges;
    /// `CMTime.invalid` returns to the default. Source: Apple, AVCaptureDevice.activeVideoMinFrameDuration.
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
    /// exposure where the driver has one. Source: Apple, AVCaptureDevice.activeVideoMaxFrameDuration.
    public var activeVideoMaxFrameDuration: CMTime {
        get {
            state.withLock { $0.maxFrameDuration ?? $0.minFrameDuration ?? Self.defaultFrameDuration($0.activeFormat) }
        }
        set {
            setFrameDuration(newValue, \.activeVideoMaxFrameDuration, "setActiveVideoMaxFrameDuration:") {
                $0.maxFrameDuration = $1
                // A rate below the one in force: the camera has one rate only, so it slows down.
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
        let session = changing(keyPath) {
            state.withLock { state -> AVCaptureSession? in
                requireLock(setter, state)
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
        session?.deviceFormatWasSet()
    }

    /// 30 frames a second, as Apple's presets have it, or the rate of the format that comes nearest from below.
    private static func defaultFrameDuration(_ format: Format) -> CMTime {
        format.frameDuration(notShorterThan: CMTime(value: 1, timescale: 30)) ?? .invalid
    }

    /// How the engine shall run the device now.
    var sourceConfiguration: SourceConfiguration {
        state.withLock { state in
            let duration = state.minFrameDuration ?? Self.defaultFrameDuration(state.activeFormat)
            return SourceConfiguration(
                format: state.activeFormat.source, frameDuration: duration.isValid ? duration : nil)
        }
    }

    /// Takes the format that a session's preset asks for, unless the app has chosen one.
    func adopt(_ preset: AVCaptureSession.Preset) {
        guard mediaType == .video, preset != .inputPriority,
            let format = SessionFormats.format(for: preset, in: formats), format !== activeFormat
        else { return }
        changing(\.activeFormat) {
            state.withLock { state in
                state.activeFormat = format
                state.minFrameDuration = nil
                state.maxFrameDuration = nil
            }
        }
    }
}
