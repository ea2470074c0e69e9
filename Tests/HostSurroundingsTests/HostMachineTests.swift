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
        #expect(!machine.areNodesClosed(for: .camera) && !machine.areNodesClosed(for: .microphone))
        #expect(machine.orientation == nil && machine.buttons.isEmpty && !machine.isLocked)
    }

    @Test func theSensorsAreTheKernels() throws {
        try write("sys/class/thermal/thermal_zone0/temp", "99000\n")
        try write("sys/class/thermal/thermal_zone0/trip_point_0_type", "passive\n")
        try write("sys/class/thermal/thermal_zone0/trip_point_0_temp", "95000\n")
        for axis in ["x", "y", "z"] { try write("sys/bus/iio/devices/iio:device0/in_accel_\(axis)_raw", "0\n") }
        #expect(machine.pressure.level == .serious && machine.hasAccelerometer && machine.acceleration == .zero)
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
