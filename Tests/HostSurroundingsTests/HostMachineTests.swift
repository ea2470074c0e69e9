import CaptureEngine
import Foundation
import Glibc
import HostSurroundings
import TestSupport
import Testing

/// A machine in a folder that looks like `/`.
struct HostMachineTests {
    private let root: TemporaryFolder
    private let machine: HostMachine

    init() throws {
        root = try TemporaryFolder()
        machine = HostMachine(root: root.url)
    }

    private func write(_ path: String, _ text: String = "") throws {
        let file = root.file(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test func aMachineWithoutSensorsReportsNothing() {
        #expect(!machine.hasAccelerometer && machine.acceleration == nil && machine.pressure == DevicePressure())
        #expect(!machine.hasGyroscope && machine.rotationRate == nil)
        #expect(!machine.areNodesClosed(for: .camera) && !machine.areNodesClosed(for: .microphone))
        #expect(machine.orientation == nil && machine.buttons.isEmpty && !machine.isLocked)
    }

    @Test func theSensorsAreTheKernels() throws {
        try write("sys/class/thermal/thermal_zone0/temp", "99000\n")
        try write("sys/class/thermal/thermal_zone0/trip_point_0_type", "passive\n")
        try write("sys/class/thermal/thermal_zone0/trip_point_0_temp", "95000\n")
        for axis in ["x", "y", "z"] { try write("sys/bus/iio/devices/iio:device0/in_accel_\(axis)_raw", "0\n") }
        for axis in ["x", "y", "z"] { try write("sys/bus/iio/devices/iio:device1/in_anglvel_\(axis)_raw", "2\n") }
        #expect(machine.pressure.level == .serious && machine.hasAccelerometer && machine.acceleration == .zero)
        #expect(machine.hasGyroscope && machine.rotationRate == [2, 2, 2])
    }

    @Test func thereIsNoBatteryAndNoLightUnlessTheKernelShowsThem() throws {
        #expect(machine.battery == nil && machine.screenBrightness == nil)
        machine.setScreenBrightness(1)
        try write("sys/class/power_supply/AC/type", "Mains\n")
        let mouse = ["type": "Battery", "scope": "Device", "capacity": "40", "status": "Discharging"]
        for (name, text) in mouse { try write("sys/class/power_supply/hidpp_battery_0/\(name)", "\(text)\n") }
        #expect(machine.battery == nil)
    }

    @Test(
        arguments: [
            ("Discharging", .unplugged), ("Charging", .charging), ("Not charging", .charging), ("Full", .full),
            ("Unknown", .unknown),
        ] as [(String, BatteryReading.Supply)])
    func aBatteryIsAsFullAsItsEnergySays(status: String, supply: BatteryReading.Supply) throws {
        let files = ["type": "Battery", "status": status, "energy_now": "30000000", "energy_full": "40000000"]
        for (name, text) in files { try write("sys/class/power_supply/BAT0/\(name)", "\(text)\n") }
        // The percentage is rounded.
        try write("sys/class/power_supply/BAT0/capacity", "74\n")
        #expect(machine.battery == BatteryReading(level: 0.75, supply: supply))
    }

    @Test func ofSeveralBatteriesTheLargeOneCountsMore() throws {
        let batteries = [
            "BAT0": ["charge_now": "1000000", "charge_full": "1000000", "status": "Full"],
            "BAT1": ["charge_now": "0", "charge_full": "3000000", "status": "Discharging"],
        ]
        for (battery, files) in batteries {
            try write("sys/class/power_supply/\(battery)/type", "Battery\n")
            for (name, text) in files { try write("sys/class/power_supply/\(battery)/\(name)", "\(text)\n") }
        }
        #expect(machine.battery == BatteryReading(level: 0.25, supply: .unplugged))
    }

    @Test func theLightOfTheScreenIsTheFirmwares() throws {
        let lights = ["a_raw": ("raw", "1000", "10"), "b_acpi": ("firmware", "200", "50")]
        for (light, (type, most, now)) in lights {
            try write("sys/class/backlight/\(light)/type", "\(type)\n")
            try write("sys/class/backlight/\(light)/max_brightness", "\(most)\n")
            try write("sys/class/backlight/\(light)/brightness", "\(now)\n")
        }
        #expect(machine.screenBrightness == 0.25)
        machine.setScreenBrightness(0.5)
        #expect(machine.screenBrightness == 0.5)
        machine.finishSettingBrightness()
        let file = root.file("sys/class/backlight/b_acpi/brightness")
        #expect(try String(contentsOf: file, encoding: .utf8) == "100\n" && machine.screenBrightness == 0.5)
        machine.setScreenBrightness(0)
        machine.finishSettingBrightness()
        #expect(try String(contentsOf: file, encoding: .utf8) == "1\n")
        #expect(
            try String(contentsOf: root.file("sys/class/backlight/a_raw/brightness"), encoding: .utf8) == "10\n")
    }

    /// A light whose file can be read, and not even the superuser can write to it. Which service is asked, and with what, is
    /// seen on a private desktop, see Tests/Machines/desktop-tests.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["LOGIN_LOG"] != nil, "needs a desktop with a login service"))
    func aLightThatIsNotOursIsSetByTheLoginService() throws {
        try write("sys/class/backlight/screen/max_brightness", "2000\n")
        let file = root.file("sys/class/backlight/screen/brightness")
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/proc/self/oom_score")
        #expect(machine.screenBrightness != nil)
        machine.setScreenBrightness(0.75)
        machine.finishSettingBrightness()
    }

    /// Links that lead nowhere: nobody can open them, not even the superuser.
    @Test func nodesThatNobodyMayOpenCountAsClosed() throws {
        try write("dev/snd/timer")
        for path in ["dev/video0", "dev/snd/pcmC0D0c"] {
            try FileManager.default.createSymbolicLink(
                at: root.file(path), withDestinationURL: root.file("nowhere"))
        }
        #expect(machine.areNodesClosed(for: .camera) && machine.areNodesClosed(for: .microphone))
        try write("dev/video1")
        #expect(!machine.areNodesClosed(for: .camera) && machine.areNodesClosed(for: .microphone))
    }
}
