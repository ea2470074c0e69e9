import CaptureEngine
import DeviceKinds
import Foundation

/// The device that the app runs on.
///
/// Linux: the machine, or the simulated phone for how it is held.
///
/// Source: Apple, UIDevice.
@MainActor @preconcurrency open class UIDevice: NSObject {
    public static let current = UIDevice(world: .current)

    /// Told when ``orientation`` has changed.
    nonisolated public static let orientationDidChangeNotification = Notification.Name(
        "UIDeviceOrientationDidChangeNotification")

    /// Source: Apple, UIDevice.BatteryState.
    public enum BatteryState: Int, Sendable {
        case unknown = 0
        case unplugged = 1
        case charging = 2
        case full = 3
    }

    /// Told when ``batteryLevel`` has changed, while the battery is monitored. Linux: within half a minute.
    nonisolated public static let batteryLevelDidChangeNotification = Notification.Name(
        "UIDeviceBatteryLevelDidChangeNotification")
    /// Told when ``batteryState`` has changed, while the battery is monitored. Linux: within half a minute.
    nonisolated public static let batteryStateDidChangeNotification = Notification.Name(
        "UIDeviceBatteryStateDidChangeNotification")

    private let world: CaptureWorld
    private let batteryInterval: TimeInterval
    private var batteryTimer: (any DispatchSourceTimer)?
    private var battery: BatteryReading?
    private var generations = 0
    private var held = UIDeviceOrientation.unknown
    private var observations: [SurroundingsObservation] = []

    /// - Parameter batteryInterval: how often a monitored battery is read, in seconds.
    package init(world: CaptureWorld, batteryInterval: TimeInterval = 30) {
        (self.world, self.batteryInterval) = (world, batteryInterval)
    }

    // MARK: What it is

    /// The machine's name.
    open var name: String { ProcessInfo.processInfo.hostName }
    /// Linux: always "PC".
    open var model: String { "PC" }
    open var localizedModel: String { model }
    /// "Linux".
    open var systemName: String { "Linux" }
    /// Of the distribution; the kernel's where there is none.
    open var systemVersion: String { Self.distributionVersion ?? Self.kernelVersion }
    /// Linux: a phone, as the window is one.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    open var isMultitaskingSupported: Bool { true }

    /// Linux: made once for each app and user, and kept in the app's defaults.
    open var identifierForVendor: UUID? {
        let key = "UIDevice.identifierForVendor"
        if let known = UserDefaults.standard.string(forKey: key).flatMap(UUID.init(uuidString:)) { return known }
        let new = UUID()
        UserDefaults.standard.set(new.uuidString, forKey: key)
        return new
    }

    // MARK: Its battery

    /// Whether the battery is read.
    open var isBatteryMonitoringEnabled = false {
        didSet {
            guard isBatteryMonitoringEnabled != oldValue else { return }
            batteryTimer?.cancel()
            batteryTimer = nil
            battery = isBatteryMonitoringEnabled ? readBattery() : nil
            guard isBatteryMonitoringEnabled else { return }
            let timer = DispatchSource.makeTimerSource(queue: .main)
            timer.schedule(deadline: .now() + batteryInterval, repeating: batteryInterval)
            timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.updateBattery() } }
            timer.resume()
            batteryTimer = timer
        }
    }

    /// From 0 to 1, of all batteries together; -1 while it is not monitored, and without a battery.
    open var batteryLevel: Float { isBatteryMonitoringEnabled ? readBattery().map { Float($0.level) } ?? -1 : -1 }

    open var batteryState: BatteryState {
        guard isBatteryMonitoringEnabled, let battery = readBattery() else { return .unknown }
        return switch battery.supply {
        case .unplugged: .unplugged
        case .charging: .charging
        case .full: .full
        case .unknown: .unknown
        }
    }

    private func readBattery() -> BatteryReading? { world.surroundings.lazy.compactMap(\.battery).first }

    private func updateBattery() {
        let (old, new) = (battery, readBattery())
        battery = new
        if old?.level != new?.level {
            NotificationCenter.default.post(name: Self.batteryLevelDidChangeNotification, object: self)
        }
        if old?.supply != new?.supply {
            NotificationCenter.default.post(name: Self.batteryStateDidChangeNotification, object: self)
        }
    }

    // MARK: How it is held

    /// ``UIDeviceOrientation/unknown`` unless notifications are generated, and where nothing measures it.
    open var orientation: UIDeviceOrientation { generations > 0 ? held : .unknown }

    open var isGeneratingDeviceOrientationNotifications: Bool { generations > 0 }

    /// Each call needs an ``endGeneratingDeviceOrientationNotifications()``.
    open func beginGeneratingDeviceOrientationNotifications() {
        generations += 1
        guard generations == 1 else { return }
        held = world.surroundings.lazy.compactMap(\.orientation).first.map(UIDeviceOrientation.init) ?? .unknown
        observations = world.observe { [weak self] event, _ in
            guard case .turned(let orientation) = event else { return }
            Task { @MainActor in self?.turn(to: UIDeviceOrientation(orientation)) }
        }
    }

    open func endGeneratingDeviceOrientationNotifications() {
        guard generations > 0 else { return }
        generations -= 1
        if generations == 0 { observations = [] }
    }

    private func turn(to orientation: UIDeviceOrientation) {
        guard generations > 0, orientation != held else { return }
        held = orientation
        NotificationCenter.default.post(name: Self.orientationDidChangeNotification, object: self)
    }

    private static let distributionVersion: String? = {
        let text = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("VERSION_ID=") }
        return line?.dropFirst("VERSION_ID=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
    }()

    private static let kernelVersion: String = {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }()
}

extension UIDeviceOrientation {
    init(_ orientation: BodyOrientation) {
        self =
            switch orientation {
            case .portrait: .portrait
            case .portraitUpsideDown: .portraitUpsideDown
            case .landscapeLeft: .landscapeLeft
            case .landscapeRight: .landscapeRight
            case .faceUp: .faceUp
            case .faceDown: .faceDown
            }
    }
}
