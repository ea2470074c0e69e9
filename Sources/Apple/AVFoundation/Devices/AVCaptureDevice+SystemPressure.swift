import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// How hard heat or lack of power press the camera. Source: Apple, AVCaptureDevice.SystemPressureState.
    public final class SystemPressureState: NSObject, Sendable {
        /// How hard. Source: Apple, AVCaptureDevice.SystemPressureState.Level.
        public struct Level: RawRepresentable, Hashable, Sendable {
            public let rawValue: String

            public init(rawValue: String) { self.rawValue = rawValue }

            /// No pressure. Source: Apple, AVCaptureDevice.SystemPressureState.Level.nominal.
            public static let nominal = Level(rawValue: "AVCaptureSystemPressureLevelNominal")
            /// Slightly raised; no need to act. Source: Apple, AVCaptureDevice.SystemPressureState.Level.fair.
            public static let fair = Level(rawValue: "AVCaptureSystemPressureLevelFair")
            /// The system gets slower; a lower frame rate is a good idea.
            /// Source: Apple, AVCaptureDevice.SystemPressureState.Level.serious.
            public static let serious = Level(rawValue: "AVCaptureSystemPressureLevelSerious")
            /// Flash and torch are off; the camera will soon be stopped.
            /// Source: Apple, AVCaptureDevice.SystemPressureState.Level.critical.
            public static let critical = Level(rawValue: "AVCaptureSystemPressureLevelCritical")
            /// The camera cannot go on. Source: Apple, AVCaptureDevice.SystemPressureState.Level.shutdown.
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

        /// What presses. Source: Apple, AVCaptureDevice.SystemPressureState.Factors.
        public struct Factors: OptionSet, Sendable {
            public let rawValue: UInt

            public init(rawValue: UInt) { self.rawValue = rawValue }

            /// The whole machine is hot. Source: Apple, AVCaptureDevice.SystemPressureState.Factors.systemTemperature.
            public static let systemTemperature = Factors(rawValue: 1 << 0)
            /// The battery cannot give enough. Source: Apple, AVCaptureDevice.SystemPressureState.Factors.peakPower.
            public static let peakPower = Factors(rawValue: 1 << 1)
            /// The module that measures depth is hot.
            /// Source: Apple, AVCaptureDevice.SystemPressureState.Factors.depthModuleTemperature.
            public static let depthModuleTemperature = Factors(rawValue: 1 << 2)
            /// The camera is hot. Source: Apple, AVCaptureDevice.SystemPressureState.Factors.cameraTemperature.
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

        /// Source: Apple, AVCaptureDevice.SystemPressureState.level.
        public let level: Level
        /// Source: Apple, AVCaptureDevice.SystemPressureState.factors.
        public let factors: Factors

        init(_ pressure: DevicePressure) {
            level = Level(pressure.level)
            factors = Factors(pressure.factors)
        }
    }

    /// How hard heat or lack of power press the camera now. Observable.
    ///
    /// Linux: the thermal zones of the machine (`/sys/class/thermal`) against their trip points, looked at once a second
    /// while the camera runs; the simulated phone has a pressure of its own.
    /// Source: Apple, AVCaptureDevice.systemPressureState.
    public var systemPressureState: SystemPressureState { SystemPressureState(pressure) }

    /// The pressure that observers know of; looked at when nobody has before.
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

    /// Looks at the pressure again, and tells observers when it has changed.
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
