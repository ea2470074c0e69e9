import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// Whether a virtual device may change its constituent.
    /// Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior.
    public enum PrimaryConstituentDeviceSwitchingBehavior: Int, Sendable {
        /// The device is no virtual one.
        /// Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior.unsupported.
        case unsupported = 0
        /// As zoom asks for. Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior.auto.
        case auto = 1
        /// Only when something happens that ``PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions`` names.
        /// Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior.restricted.
        case restricted = 2
        /// Never. Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior.locked.
        case locked = 3
    }

    /// What lets a virtual device change its constituent under `.restricted`.
    /// Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions.
    public struct PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Zoom was set. Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions.videoZoomChanged.
        public static let videoZoomChanged = Self(rawValue: 1)
        /// The focus mode was set. Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions.focusModeChanged.
        public static let focusModeChanged = Self(rawValue: 2)
        /// The exposure mode was set.
        /// Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions.exposureModeChanged.
        public static let exposureModeChanged = Self(rawValue: 4)
    }

    // MARK: What it consists of

    /// Whether several cameras act as this one. Source: Apple, AVCaptureDevice.isVirtualDevice.
    public var isVirtualDevice: Bool { !engineDescription.constituents.isEmpty }

    /// The cameras behind a virtual device, the widest first; empty for a real one.
    ///
    /// Source: Apple, AVCaptureDevice.constituentDevices.
    public var constituentDevices: [AVCaptureDevice] {
        engineDescription.constituents.compactMap { try? world.devices.device($0) }
    }

    /// The zoom factors at which a virtual device changes from one constituent to the next; empty for a real one.
    ///
    /// Source: Apple, AVCaptureDevice.virtualDeviceSwitchOverVideoZoomFactors.
    public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] {
        capabilities.switchOverZooms.map { NSNumber(value: $0) }
    }

    /// The constituent that took the last frame, or will take the next one when none comes now; `nil` for a real
    /// device. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.activePrimaryConstituent.
    public var activePrimaryConstituent: AVCaptureDevice? {
        let place = state.withLock { $0.shown.constituent }
        let all = constituentDevices
        return all.indices.contains(place) ? all[place] : nil
    }

    /// Where one camera stands relative to another, as a matrix of 3 rows and 4 columns of floats.
    ///
    /// Linux: always `nil`; no device says where it stands. Source: Apple, AVCaptureDevice.extrinsicMatrix(from:to:).
    public static func extrinsicMatrix(from fromDevice: AVCaptureDevice, to toDevice: AVCaptureDevice) -> Data? { nil }

    // MARK: Switching

    /// What was asked for; `.auto` at first, `.unsupported` for a real device. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.primaryConstituentDeviceSwitchingBehavior.
    public var primaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
        isVirtualDevice ? state.withLock { $0.controls.switching.behavior } : .unsupported
    }

    /// What was asked for with `.restricted`, else empty. Observable.
    /// Source: Apple, AVCaptureDevice.primaryConstituentDeviceRestrictedSwitchingBehaviorConditions.
    public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
        PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { state.withLock { $0.controls.switching.conditions } }

    /// What holds now: what was asked for, or what a movie output wants while it records. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.activePrimaryConstituentDeviceSwitchingBehavior.
    public var activePrimaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
        isVirtualDevice ? state.withLock { $0.switchingInForce.behavior } : .unsupported
    }

    /// What holds now: what was asked for, or what a movie output wants while it records. Observable.
    ///
    /// Source: Apple, AVCaptureDevice.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions.
    public var activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
        PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { state.withLock { $0.switchingInForce.conditions } }

    /// Says when a virtual device may change its constituent. Needs ``lockForConfiguration()``.
    ///
    /// - Parameters:
    ///   - switchingBehavior: not `.unsupported`.
    ///   - restrictedSwitchingBehaviorConditions: empty unless the behaviour is `.restricted`.
    ///
    /// Source: Apple, AVCaptureDevice.setPrimaryConstituentDeviceSwitchingBehavior(_:restrictedSwitchingBehaviorConditions:).
    public func setPrimaryConstituentDeviceSwitchingBehavior(
        _ switchingBehavior: PrimaryConstituentDeviceSwitchingBehavior,
        restrictedSwitchingBehaviorConditions: PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    ) {
        let setter = "setPrimaryConstituentDeviceSwitchingBehavior:restrictedSwitchingBehaviorConditions:"
        require(isVirtualDevice && switchingBehavior != .unsupported, setter, "-isVirtualDevice")
        if switchingBehavior != .restricted, !restrictedSwitchingBehaviorConditions.isEmpty {
            raiseException(
                "*** -[AVCaptureDevice \(setter)] Conditions may only be passed with the restricted behavior")
        }
        mayChange(
            all: \.primaryConstituentDeviceSwitchingBehavior, \.activePrimaryConstituentDeviceSwitchingBehavior,
            \.primaryConstituentDeviceRestrictedSwitchingBehaviorConditions,
            \.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
        ) {
            adjust(\.minAvailableVideoZoomFactor, setter) { state in
                state.controls.switching = SwitchingRule(
                    behavior: switchingBehavior, conditions: restrictedSwitchingBehaviorConditions)
                state.applySwitching()
            }
        }
    }

    /// Puts a rule above what was asked for while a movie is recorded; `nil` takes it away.
    func setSwitchingForRecording(_ rule: SwitchingRule?) {
        mayChange(
            all: \.activePrimaryConstituentDeviceSwitchingBehavior,
            \.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions, \.minAvailableVideoZoomFactor
        ) {
            adjustSilently { state in
                state.controls.switchingForRecording = rule
                state.applySwitching()
            }
        }
    }

    /// When a virtual device may change its constituent.
    struct SwitchingRule {
        var behavior: PrimaryConstituentDeviceSwitchingBehavior
        var conditions: PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    }

    /// The constituents that may step in where the one that zoom asks for cannot see: all but the longest.
    ///
    /// Source: Apple, AVCaptureDevice.supportedFallbackPrimaryConstituentDevices.
    public var supportedFallbackPrimaryConstituentDevices: [AVCaptureDevice] {
        Array(constituentDevices.dropLast())
    }

    /// The constituents that may step in; all of ``supportedFallbackPrimaryConstituentDevices`` at first. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()``. Linux: zoom alone decides on the simulated phone.
    /// Source: Apple, AVCaptureDevice.fallbackPrimaryConstituentDevices.
    public var fallbackPrimaryConstituentDevices: [AVCaptureDevice] {
        get { state.withLock { $0.controls.fallbacks } ?? supportedFallbackPrimaryConstituentDevices }
        set {
            let setter = "setFallbackPrimaryConstituentDevices:"
            require(
                Set(newValue).isSubset(of: supportedFallbackPrimaryConstituentDevices), setter,
                "-supportedFallbackPrimaryConstituentDevices")
            configure(\.fallbackPrimaryConstituentDevices, setter) { $0.controls.fallbacks = newValue }
        }
    }
}

extension AVCaptureDevice.State {
    var switchingInForce: AVCaptureDevice.SwitchingRule { controls.switchingForRecording ?? controls.switching }

    /// Stays with the constituent that is in use, unless the rule leaves it to zoom.
    mutating func applySwitching() {
        settings.lockedConstituent = switchingInForce.behavior == .auto ? nil : shown.constituent
    }

    /// The constituent that the next frame is taken with, where there is more than one.
    var nextConstituent: Int { settings.lockedConstituent ?? constituentByZoom }

    private var constituentByZoom: Int { description.capabilities.switchOverZooms.count { $0 <= settings.zoom } }

    /// Chooses the constituent again when something happens that restricted switching waits for.
    mutating func followRestrictedSwitching(
        on event: AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    ) {
        guard switchingInForce.behavior == .restricted, switchingInForce.conditions.contains(event) else { return }
        settings.lockedConstituent = constituentByZoom
    }
}
