import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// How much heat or lack of power limits the camera. Source: Apple, AVCaptureDevice.SystemPressureState.
    public final class SystemPressureState: NSObject, Sendable {
        /// The level of pressure. Source: Apple, AVCaptureDevice.SystemPressureState.Level.
        public struct Level: RawRepresentable, Hashable, Sendable {
            public let rawValue: String

            public init(rawValue: String) { self.rawValue = rawValue }

            /// No pressure.
            public static let nominal = Level(rawValue: "AVCaptureSystemPressureLevelNominal")
            /// Slightly raised; no need to act.
            public static let fair = Level(rawValue: "AVCaptureSystemPressureLevelFair")
            /// The system slows down; lower the frame rate.
            public static let serious = Level(rawValue: "AVCaptureSystemPressureLevelSerious")
            /// Flash and torch are off; the camera will soon be stopped.
            public static let critical = Level(rawValue: "AVCaptureSystemPressureLevelCritical")
            /// The camera cannot go on.
            public static let shutdown = Level(rawValue: "AVCaptureSystemPressureLevelShutdown")

            init(_ level: DevicePressure.Level) {
                self =
                    switch level {
                    case .nominal: .nominal
                    case .fair: .fair
                    case .serious: .serious
                    case .critical: .critical
                    case .shutdown: .shutdown
                    }
            }
        }

        /// What causes the pressure. Source: Apple, AVCaptureDevice.SystemPressureState.Factors.
        public struct Factors: OptionSet, Sendable {
            public let rawValue: UInt

            public init(rawValue: UInt) { self.rawValue = rawValue }

            /// The whole machine is hot.
            public static let systemTemperature = Factors(rawValue: 1 << 0)
            /// The battery cannot supply enough power.
            public static let peakPower = Factors(rawValue: 1 << 1)
            /// The module that measures depth is hot.
            public static let depthModuleTemperature = Factors(rawValue: 1 << 2)
            /// The camera is hot.
            public static let cameraTemperature = Factors(rawValue: 1 << 3)

            init(_ factors: Set<DevicePressure.Factor>) {
                self = Factors(
                    factors.map { factor in
                        switch factor {
                        case .systemTemperature: .systemTemperature
                        case .peakPower: .peakPower
                        case .depthModuleTemperature: .depthModuleTemperature
                        case .cameraTemperature: .cameraTemperature
                        }
                    })
            }
        }

        public let level: Level
        public let factors: Factors

        init(_ pressure: DevicePressure) {
            level = Level(pressure.level)
            factors = Factors(pressure.factors)
        }
    }

    /// How much heat or lack of power limits the camera now. Observable.
    ///
    /// Linux: the thermal zones of the machine (`/sys/class/thermal`) against their trip points, checked once a second
    /// while the camera runs; the simulated phone has a pressure of its own.
    public var systemPressureState: SystemPressureState { SystemPressureState(pressure) }

    /// The pressure that observers know of; measured on the first access.
    var pressure: DevicePressure {
        if let known = state.withLock({ $0.pressure }) { return known }
        let now = measuredPressure
        state.withLock { $0.pressure = now }
        return now
    }

    private var measuredPressure: DevicePressure {
        if mediaType == .audio { return DevicePressure() }
        return surroundings.pressure
    }

    /// Measures the pressure again, and notifies observers when it has changed.
    func refreshPressure() {
        world.thermalWatch.check()
        let (before, now) = (pressure, measuredPressure)
        guard now != before else { return }
        let store = { self.changing(\.systemPressureState) { self.state.withLock { $0.pressure = now } } }
        if (now.level < .critical) == (before.level < .critical) {
            store()
        } else {
            changing(\.isTorchAvailable) { changing(\.isFlashAvailable, store) }
            switchTorchOffWhenHot()
        }
    }
}
