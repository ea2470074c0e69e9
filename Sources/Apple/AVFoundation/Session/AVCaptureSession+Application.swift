import Foundation

/// What a session is told about the app around it.
struct SessionApplication {
    var usesAudioSession = true
    var configuresAudioSession = true
    var mixesWithOthers = false
    var recordsBluetoothInHighQuality = false
    var configuresWideColor = true
    var allowsMultitasking = false
}

extension AVCaptureSession {
    /// Linux: kept and without effect; there is no audio session, and other programs' sound goes on.
    /// Source: Apple, AVCaptureSession.usesApplicationAudioSession.
    public var usesApplicationAudioSession: Bool {
        get { state.withLock { $0.application.usesAudioSession } }
        set { state.withLock { $0.application.usesAudioSession = newValue } }
    }

    /// Linux: kept and without effect; there is no audio session.
    /// Source: Apple, AVCaptureSession.automaticallyConfiguresApplicationAudioSession.
    public var automaticallyConfiguresApplicationAudioSession: Bool {
        get { state.withLock { $0.application.configuresAudioSession } }
        set { state.withLock { $0.application.configuresAudioSession = newValue } }
    }

    /// Linux: kept and without effect; a recording never silences other programs.
    /// Source: Apple, AVCaptureSession.configuresApplicationAudioSessionToMixWithOthers.
    public var configuresApplicationAudioSessionToMixWithOthers: Bool {
        get { state.withLock { $0.application.mixesWithOthers } }
        set { state.withLock { $0.application.mixesWithOthers = newValue } }
    }

    /// Linux: kept and without effect; the sound server decides on a headset's profile.
    /// Source: Apple, AVCaptureSession.configuresApplicationAudioSessionForBluetoothHighQualityRecording.
    public var configuresApplicationAudioSessionForBluetoothHighQualityRecording: Bool {
        get { state.withLock { $0.application.recordsBluetoothInHighQuality } }
        set { state.withLock { $0.application.recordsBluetoothInHighQuality = newValue } }
    }

    /// Linux: kept; a device's colour space is the one that the app sets, as no camera here changes it by itself.
    /// Source: Apple, AVCaptureSession.automaticallyConfiguresCaptureDeviceForWideColor.
    public var automaticallyConfiguresCaptureDeviceForWideColor: Bool {
        get { state.withLock { $0.application.configuresWideColor } }
        set { state.withLock { $0.application.configuresWideColor = newValue } }
    }

    /// Whether the session can go on while another app shares the screen. Linux: always; windows share it.
    /// Source: Apple, AVCaptureSession.isMultitaskingCameraAccessSupported.
    public var isMultitaskingCameraAccessSupported: Bool { true }

    /// Whether the session goes on while another app shares the screen; `false` at first. It matters on the simulated
    /// phone, see ``InterruptionReason/videoDeviceNotAvailableWithMultipleForegroundApps``.
    ///
    /// Source: Apple, AVCaptureSession.isMultitaskingCameraAccessEnabled.
    public var isMultitaskingCameraAccessEnabled: Bool {
        get { state.withLock { $0.application.allowsMultitasking } }
        set {
            state.withLock { $0.application.allowsMultitasking = newValue }
            events.async { [weak self] in self?.checkInterruption() }
        }
    }

    /// The former name of ``synchronizationClock``. Source: Apple, AVCaptureSession.masterClock.
    @available(*, deprecated, renamed: "synchronizationClock")
    public var masterClock: CMClock? { synchronizationClock }

    /// How much of what a machine can move the session's cameras take; more than 1 is likely to lose frames.
    ///
    /// Linux: an estimate from the cameras' pixels a second, against four cameras in 4K at 30 frames a second; a
    /// session that costs more is not refused. Source: Apple, AVCaptureSession.hardwareCost.
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
