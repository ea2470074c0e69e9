import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// Whether a virtual device may change its constituent.
    /// Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior.
    public enum PrimaryConstituentDeviceSwitchingBehavior: Int, Sendable {
        /// The device is not a virtual device.
        case unsupported = 0
        /// Chosen by the zoom factor.
        case auto = 1
        /// Only when something happens that ``PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions`` names.
        case restricted = 2
        /// Never.
        case locked = 3
    }

    /// What lets a virtual device change its constituent under `.restricted`.
    /// Source: Apple, AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions.
    public struct PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Zoom was set.
        public static let videoZoomChanged = Self(rawValue: 1)
        /// The focus mode was set.
        public static let focusModeChanged = Self(rawValue: 2)
        /// The exposure mode was set.
        public static let exposureModeChanged = Self(rawValue: 4)
    }

    // MARK: Constituents

    /// Whether the device combines several cameras.
    public var isVirtualDevice: Bool { !engineDescription.constituents.isEmpty }

    /// The cameras behind a virtual device, the widest first; empty for a physical device.
    public var constituentDevices: [AVCaptureDevice] {
        engineDescription.constituents.compactMap { try? world.devices.device($0) }
    }

    /// The zoom factors at which a virtual device changes from one constituent to the next; empty for a physical
    /// device.
    public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] {
        capabilities.switchOverZooms.map { NSNumber(value: $0) }
    }

    /// The first of ``virtualDeviceSwitchOverVideoZoomFactors``; 1 for a physical device.
    @available(*, deprecated, message: "Use virtualDeviceSwitchOverVideoZoomFactors instead.")
    public var dualCameraSwitchOverVideoZoomFactor: CGFloat {
        virtualDeviceSwitchOverVideoZoomFactors.first.map { CGFloat($0.doubleValue) } ?? 1
    }

    /// The constituent that took the last frame, or will take the next one when none comes now; `nil` for a physical
    /// device. Observable.
    public var activePrimaryConstituent: AVCaptureDevice? {
        let place = state.withLock { $0.shown.constituent }
        let all = constituentDevices
        return all.indices.contains(place) ? all[place] : nil
    }

    /// The position and rotation of one camera relative to another, as a matrix of 3 rows and 4 columns of floats.
    ///
    /// Linux: always `nil`; no device reports its position.
    public static func extrinsicMatrix(from fromDevice: AVCaptureDevice, to toDevice: AVCaptureDevice) -> Data? { nil }

    // MARK: Switching

    /// The behavior that was set; `.auto` by default, `.unsupported` for a physical device. Observable.
    public var primaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
        isVirtualDevice ? state.withLock { $0.controls.switching.behavior } : .unsupported
    }

    /// The conditions that were set with `.restricted`, else empty. Observable.
    public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
        PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { state.withLock { $0.controls.switching.conditions } }

    /// The behavior in force: the one that was set, or that of a movie output while it records. Observable.
    public var activePrimaryConstituentDeviceSwitchingBehavior: PrimaryConstituentDeviceSwitchingBehavior {
        isVirtualDevice ? state.withLock { $0.switchingInForce.behavior } : .unsupported
    }

    /// The conditions in force: those that were set, or those of a movie output while it records. Observable.
    public var activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions:
        PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { state.withLock { $0.switchingInForce.conditions } }

    /// Sets when a virtual device may change its constituent. Needs ``lockForConfiguration()``.
    ///
    /// - Parameters:
    ///   - switchingBehavior: not `.unsupported`.
    ///   - restrictedSwitchingBehaviorConditions: empty unless the behavior is `.restricted`.
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

    /// Overrides the rule while a movie is recorded; `nil` removes the override.
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

    /// The constituents that can be used when the one that the zoom factor selects cannot see well: all but the
    /// longest.
    public var supportedFallbackPrimaryConstituentDevices: [AVCaptureDevice] {
        Array(constituentDevices.dropLast())
    }

    /// The constituents to fall back to; all of ``supportedFallbackPrimaryConstituentDevices`` by default. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()``. Linux: without effect, as zoom alone decides on the simulated
    /// phone.
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

    /// Locks the constituent that is in use, unless the rule leaves the choice to zoom.
    mutating func applySwitching() {
        settings.lockedConstituent = switchingInForce.behavior == .auto ? nil : shown.constituent
    }

    /// The constituent that takes the next frame, if there is more than one.
    var nextConstituent: Int { settings.lockedConstituent ?? constituentByZoom }

    private var constituentByZoom: Int { description.capabilities.switchOverZooms.count { $0 <= settings.zoom } }

    /// Chooses the constituent again on an event that restricted switching allows.
    mutating func followRestrictedSwitching(
        on event: AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    ) {
        guard switchingInForce.behavior == .restricted, switchingInForce.conditions.contains(event) else { return }
        settings.lockedConstituent = constituentByZoom
    }
}
