import Foundation

/// When a virtual device may change its constituent while a movie is recorded.
struct SwitchingForRecording {
    var isEnabled = true
    var rule = AVCaptureDevice.SwitchingRule(
        behavior: .restricted, conditions: [.videoZoomChanged, .focusModeChanged, .exposureModeChanged])
}

extension AVCaptureMovieFileOutput {
    private var isVirtual: Bool { connection(with: .video)?.inputPorts.first?.device.isVirtualDevice ?? false }

    /// Whether what was set with
    /// ``setPrimaryConstituentDeviceSwitchingBehaviorForRecording(_:restrictedSwitchingBehaviorConditions:)`` replaces the
    /// virtual device's own behaviour while a movie is recorded; `true` at first, and `false` without a virtual device.
    ///
    /// Setting it to `true` without a virtual device is a programmer's mistake.
    /// Source: Apple, AVCaptureMovieFileOutput.isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled.
    public var isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled: Bool {
        get { isVirtual && settings.withLock { $0.switching.isEnabled } }
        set {
            if newValue, !isVirtual {
                raiseException(
                    "*** -[AVCaptureMovieFileOutput setPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled:] "
                        + "Not supported without a virtual device")
            }
            settings.withLock { $0.switching.isEnabled = newValue }
        }
    }

    /// Says when a virtual device may change its constituent while a movie is recorded. It counts for recordings that
    /// begin later.
    ///
    /// - Parameters:
    ///   - switchingBehavior: not `.unsupported`.
    ///   - restrictedSwitchingBehaviorConditions: empty unless the behaviour is `.restricted`.
    ///
    /// Source: Apple, AVCaptureMovieFileOutput.setPrimaryConstituentDeviceSwitchingBehaviorForRecording(_:restrictedSwitchingBehaviorConditions:).
    public func setPrimaryConstituentDeviceSwitchingBehaviorForRecording(
        _ switchingBehavior: AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior,
        restrictedSwitchingBehaviorConditions: AVCaptureDevice
            .PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    ) {
        let setter =
            "*** -[AVCaptureMovieFileOutput setPrimaryConstituentDeviceSwitchingBehaviorForRecording:"
            + "restrictedSwitchingBehaviorConditions:]"
        if !isVirtual || switchingBehavior == .unsupported {
            raiseException("\(setter) Not supported without a virtual device")
        }
        if switchingBehavior != .restricted, !restrictedSwitchingBehaviorConditions.isEmpty {
            raiseException("\(setter) Conditions may only be passed with the restricted behavior")
        }
        settings.withLock {
            $0.switching.rule = .init(behavior: switchingBehavior, conditions: restrictedSwitchingBehaviorConditions)
        }
    }

    /// What was set; `.restricted` at first, `.unsupported` without a virtual device.
    ///
    /// Source: Apple, AVCaptureMovieFileOutput.primaryConstituentDeviceSwitchingBehaviorForRecording.
    public var primaryConstituentDeviceSwitchingBehaviorForRecording:
        AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior
    { isVirtual ? settings.withLock { $0.switching.rule.behavior } : .unsupported }

    /// What was set; all conditions at first, none without a virtual device.
    ///
    /// Source: Apple, AVCaptureMovieFileOutput.primaryConstituentDeviceRestrictedSwitchingBehaviorConditionsForRecording.
    public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditionsForRecording:
        AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { isVirtual ? settings.withLock { $0.switching.rule.conditions } : [] }

    func restrictSwitching(of connections: [AVCaptureConnection]) {
        let switching = settings.withLock { $0.switching }
        guard switching.isEnabled else { return }
        for device in Self.virtualDevices(connections) { device.setSwitchingForRecording(switching.rule) }
    }

    func releaseSwitching(of connections: [AVCaptureConnection]) {
        for device in Self.virtualDevices(connections) { device.setSwitchingForRecording(nil) }
    }

    private static func virtualDevices(_ connections: [AVCaptureConnection]) -> [AVCaptureDevice] {
        connections.compactMap { $0.inputPorts.first?.device }.filter(\.isVirtualDevice)
    }
}
