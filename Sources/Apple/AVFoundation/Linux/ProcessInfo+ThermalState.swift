import CaptureEngine
import DeviceKinds
import Foundation
import Locking

extension ProcessInfo {
    /// How hot the machine is. Source: Apple, ProcessInfo.ThermalState.
    public enum ThermalState: Int, Sendable {
        case nominal = 0
        /// Slightly raised; no need to act.
        case fair = 1
        /// The system slows down; do less.
        case serious = 2
        /// The system slows down a lot; stop what is not essential.
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

    /// The thermal state has changed; the object is the process info.
    ///
    /// Linux: posted while a camera runs, whose pressure is checked once a second, and when the simulated phone's state
    /// changes.
    /// Source: Apple, ProcessInfo.thermalStateDidChangeNotification.
    public static let thermalStateDidChangeNotification = NSNotification.Name(
        "NSProcessInfoThermalStateDidChangeNotification")

    /// How hot the machine is now.
    ///
    /// Linux: the hottest of the kernel's thermal zones (`/sys/class/thermal`) against its trip points, nominal where there
    /// are none; or the simulated phone, if that is hotter. Declared in AVFoundation.
    /// Source: Apple, ProcessInfo.thermalState.
    public var thermalState: ThermalState { CaptureWorld.current.thermalWatch.look() }
}

/// Notices changes of the thermal state.
final class ThermalWatch: Sendable {
    private let world: CaptureWorld
    /// The last state that was reported; `nil` until somebody asks.
    private let told = Mutex<ProcessInfo.ThermalState?>(nil)

    init(_ world: CaptureWorld) { self.world = world }

    private var now: ProcessInfo.ThermalState { ProcessInfo.ThermalState(world.pressureLevel) }

    func look() -> ProcessInfo.ThermalState {
        let now = now
        told.withLock { if $0 == nil { $0 = now } }
        return now
    }

    /// Posts the notification when the state has changed; only after somebody has asked for it, as on Apple's systems.
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
