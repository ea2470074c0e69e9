import CaptureEngine
import DeviceKinds
import Foundation
import Locking

extension ProcessInfo {
    /// How hot the machine is. Source: Apple, ProcessInfo.ThermalState.
    public enum ThermalState: Int, Sendable {
        /// Source: Apple, ProcessInfo.ThermalState.nominal.
        case nominal = 0
        /// Source: Apple, ProcessInfo.ThermalState.fair.
        case fair = 1
        /// The system gets slower; doing less is a good idea. Source: Apple, ProcessInfo.ThermalState.serious.
        case serious = 2
        /// Source: Apple, ProcessInfo.ThermalState.critical.
        case critical = 3

        init(_ level: DevicePressure.Level) {
            self =
                switch level {
                case .nominal: .nominal
                case .fair: .fair
                case .serious: .serious
                case .critical, .shutdown: .critical
                }
        }
    }

    /// The thermal state is another one; the object is the process info.
    ///
    /// Linux: posted while a camera runs, whose pressure is looked at once a second, and when the simulated phone's changes.
    /// Source: Apple, ProcessInfo.thermalStateDidChangeNotification.
    public static let thermalStateDidChangeNotification = NSNotification.Name(
        "NSProcessInfoThermalStateDidChangeNotification")

    /// How hot the machine is now.
    ///
    /// Linux: the hottest of the kernel's thermal zones (`/sys/class/thermal`) against its trip points, nominal where there
    /// are none; or the simulated phone, if that is hotter. Here it comes with `import AVFoundation`.
    /// Source: Apple, ProcessInfo.thermalState.
    public var thermalState: ThermalState { CaptureWorld.current.thermalWatch.look() }
}

/// Notices that the thermal state has changed.
final class ThermalWatch: Sendable {
    private let world: CaptureWorld
    /// What was told last; `nil` as long as nobody has asked.
    private let told = Mutex<ProcessInfo.ThermalState?>(nil)

    init(_ world: CaptureWorld) { self.world = world }

    private var now: ProcessInfo.ThermalState { ProcessInfo.ThermalState(world.pressureLevel) }

    func look() -> ProcessInfo.ThermalState {
        let now = now
        told.withLock { if $0 == nil { $0 = now } }
        return now
    }

    /// Posts the notification when the state is another one than it was; only after somebody has asked, as on Apple's
    /// systems.
    func check() {
        guard told.withLock({ $0 != nil }) else { return }
        let now = now
        let isNews = told.withLock { told in
            guard let old = told, old != now else { return false }
            told = now
            return true
        }
        guard isNews else { return }
        NotificationCenter.default.post(
            name: ProcessInfo.thermalStateDidChangeNotification, object: ProcessInfo.processInfo)
    }
}
