/// How much a camera, or the machine around it, suffers from heat or lack of power.
package struct DevicePressure: Sendable, Equatable {
    package enum Level: Int, Sendable, Comparable {
        case nominal
        case fair
        case serious
        case critical
        /// The camera cannot continue.
        case shutdown

        package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    package enum Factor: Sendable {
        case systemTemperature
        case peakPower
        case depthModuleTemperature
        case cameraTemperature
    }

    package var level = Level.nominal
    package var factors: Set<Factor> = []

    package init(level: Level = .nominal, factors: Set<Factor> = []) {
        self.level = level
        self.factors = factors
    }
}
