import Foundation

/// When a virtual device may change its constituent while a movie is recorded.
struct SwitchingForRecording {
    var isEnabled = true
    var rule = AVCaptureDevice.SwitchingRule(
        behavior: .restricted, conditions: [.videoZoomChanged, .focusModeChanged, .exposureModeChanged])
}

extension AVCaptureMovieFileOutput {
    private var isVirtual: Bool { connection(with: .video)?.inputPorts.first?.device?.isVirtualDevice ?? false }

    /// Whether what was set with
    /// ``setPrimaryConstituentDeviceSwitchingBehaviorForRecording(_:restrictedSwitchingBehaviorConditions:)`` replaces the
    /// virtual device's own behavior while a movie is recorded; `true` by default, and `false` without a virtual device.
    ///
    /// Setting it to `true` without a virtual device is a programmer's mistake.
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

    /// Sets when a virtual device may change its constituent while a movie is recorded. It applies to recordings that
    /// begin later.
    ///
    /// - Parameters:
    ///   - switchingBehavior: not `.unsupported`.
    ///   - restrictedSwitchingBehaviorConditions: empty unless the behavior is `.restricted`.
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

    /// The behavior that was set; `.restricted` by default, `.unsupported` without a virtual device.
    public var primaryConstituentDeviceSwitchingBehaviorForRecording:
        AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior
    { isVirtual ? settings.withLock { $0.switching.rule.behavior } : .unsupported }

    /// The conditions that were set; all conditions by default, none without a virtual device.
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
