import CaptureEngine
import Foundation
import Locking

/// The machine that the program runs on: its temperatures, its power, its screen's light, its motion sensors, its
/// buttons, its sleep, and who may use its devices.
package final class HostMachine: Surroundings {
    private let zones: ThermalZones
    private let supplies: PowerSupplies
    private let backlight: Backlight
    private let nodes: DeviceNodes
    private let observers = SurroundingsObservers()
    private let buttonWatch: ButtonWatch
    private let sleepWatch: SleepWatch
    /// Where the kernel shows its sensors.
    private let sensors: URL
    /// `nil` until one of them is first needed; they are searched for once.
    private let found = Mutex<MotionSensors?>(nil)

    private struct MotionSensors {
        let accelerometer: IIOAccelerometer?
        let gyroscope: IIOGyroscope?
    }

    /// - Parameter root: `/`, or a folder that looks like it.
    package init(root: URL = URL(fileURLWithPath: "/")) {
        zones = ThermalZones(folder: root.appendingPathComponent("sys/class/thermal"))
        supplies = PowerSupplies(folder: root.appendingPathComponent("sys/class/power_supply"))
        backlight = Backlight(folder: root.appendingPathComponent("sys/class/backlight"))
        nodes = DeviceNodes(folder: root.appendingPathComponent("dev"))
        buttonWatch = ButtonWatch(folder: root.appendingPathComponent("dev/input").path) { [observers] in
            observers.tell($0)
        }
        sleepWatch = SleepWatch(
            open: { LoginService() }, changed: { [observers] in observers.tell(.interruptionsChanged) })
        sensors = root.appendingPathComponent("sys/bus/iio/devices")
    }

    private var motion: MotionSensors {
        found.withLock { found in
            if let found { return found }
            let motion = MotionSensors(
                accelerometer: IIOAccelerometer(devices: sensors), gyroscope: IIOGyroscope(devices: sensors))
            found = motion
            return motion
        }
    }

    package var hasAccelerometer: Bool { motion.accelerometer != nil }

    package var acceleration: SIMD3<Double>? { motion.accelerometer?.acceleration }

    package var hasGyroscope: Bool { motion.gyroscope != nil }

    package var rotationRate: SIMD3<Double>? { motion.gyroscope?.rotationRate }

    package var pressure: DevicePressure { zones.pressure }

    package var battery: BatteryReading? { supplies.battery }

    package var screenBrightness: Double? { backlight.brightness }

    package func setScreenBrightness(_ brightness: Double) { backlight.set(brightness) }

    /// Waits until the light is as it was last set; for tests.
    package func finishSettingBrightness() { backlight.finish() }

    package func areNodesClosed(for kind: DeviceDescription.Kind) -> Bool { nodes.areClosed(for: kind) }

    package var interruptions: Set<CaptureInterruption> { sleepWatch.isAsleep ? [.sleep] : [] }

    package func delaySleep() -> SurroundingsObservation { sleepWatch.delay() }

    package var buttons: Set<BodyButton> { buttonWatch.buttons }

    package func readButtons() -> SurroundingsObservation { buttonWatch.read() }

    package func observe(_ handler: @escaping @Sendable (SurroundingsEvent) -> Void) -> SurroundingsObservation {
        observers.add(handler)
    }
}
