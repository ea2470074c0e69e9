import Foundation

/// What the app tells a session about itself.
struct SessionApplication {
    var usesAudioSession = true
    var configuresAudioSession = true
    var mixesWithOthers = false
    var recordsBluetoothInHighQuality = false
    var configuresWideColor = true
    var allowsMultitasking = false
}

extension AVCaptureSession {
    /// Linux: stored without effect; there is no audio session, and other programs' sound goes on.
    public var usesApplicationAudioSession: Bool {
        get { state.withLock { $0.application.usesAudioSession } }
        set { state.withLock { $0.application.usesAudioSession = newValue } }
    }

    /// Linux: stored without effect; there is no audio session.
    public var automaticallyConfiguresApplicationAudioSession: Bool {
        get { state.withLock { $0.application.configuresAudioSession } }
        set { state.withLock { $0.application.configuresAudioSession = newValue } }
    }

    /// Linux: stored without effect; a recording never silences other programs.
    public var configuresApplicationAudioSessionToMixWithOthers: Bool {
        get { state.withLock { $0.application.mixesWithOthers } }
        set { state.withLock { $0.application.mixesWithOthers = newValue } }
    }

    /// Linux: stored without effect; the sound server decides on a headset's profile.
    public var configuresApplicationAudioSessionForBluetoothHighQualityRecording: Bool {
        get { state.withLock { $0.application.recordsBluetoothInHighQuality } }
        set { state.withLock { $0.application.recordsBluetoothInHighQuality = newValue } }
    }

    /// Linux: stored without effect; a device keeps the color space that the app sets, as no camera here changes it by
    /// itself.
    public var automaticallyConfiguresCaptureDeviceForWideColor: Bool {
        get { state.withLock { $0.application.configuresWideColor } }
        set { state.withLock { $0.application.configuresWideColor = newValue } }
    }

    /// Whether the session can go on while another app shares the screen. Linux: always; windows share it.
    public var isMultitaskingCameraAccessSupported: Bool { true }

    /// Whether the session goes on while another app shares the screen; `false` by default. It matters on the simulated
    /// phone, see ``InterruptionReason/videoDeviceNotAvailableWithMultipleForegroundApps``.
    public var isMultitaskingCameraAccessEnabled: Bool {
        get { state.withLock { $0.application.allowsMultitasking } }
        set {
            state.withLock { $0.application.allowsMultitasking = newValue }
            events.async { [weak self] in self?.checkInterruption() }
        }
    }

    /// The former name of ``synchronizationClock``.
    @available(*, deprecated, renamed: "synchronizationClock")
    public var masterClock: CMClock? { synchronizationClock }

    /// How much of the machine's capacity the session's cameras use; with more than 1 frames are likely to be lost.
    ///
    /// Linux: an estimate from the cameras' pixels per second, against four cameras in 4K at 30 frames a second; a
    /// session that costs more is not refused.
    public var hardwareCost: Float {
        let fourTimes4K = 995_328_000.0
        var pixelsPerSecond = 0.0
        for camera in cameras {
            let size = camera.activeFormat.formatDescription.dimensions
            let duration = camera.activeVideoMinFrameDuration.seconds
            if duration > 0 { pixelsPerSecond += Double(size.width) * Double(size.height) / duration }
        }
        return Float(pixelsPerSecond / fourTimes4K)
    }
}
