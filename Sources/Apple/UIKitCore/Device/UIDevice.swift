import CaptureEngine
import DeviceKinds
import Foundation

/// The device that the app runs on.
///
/// Linux: the machine, or the simulated phone for how it is held. Its battery is unknown.
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

    private let world: CaptureWorld
    private var generations = 0
    private var held = UIDeviceOrientation.unknown
    private var observations: [SurroundingsObservation] = []

    package init(world: CaptureWorld) {
        self.world = world
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

    /// Linux: without effect, as nothing is measured.
    open var isBatteryMonitoringEnabled = false
    /// Linux: always -1: unknown.
    open var batteryLevel: Float { -1 }
    /// Linux: always unknown.
    open var batteryState: BatteryState { .unknown }

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
