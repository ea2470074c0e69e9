import Foundation
import HostSurroundings
import TestSupport
import Testing

/// Accelerometers in a folder that looks like the kernel's.
struct IIOAccelerometerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ files: [String: String], to device: String = "iio:device0") throws {
        try FileManager.default.createDirectory(at: folder.file(device), withIntermediateDirectories: true)
        for (name, text) in files { _ = try folder.file("\(device)/\(name)", contents: Data((text + "\n").utf8)) }
    }

    private func accelerometer() throws -> IIOAccelerometer {
        try #require(IIOAccelerometer(devices: folder.url))
    }

    @Test func aScreenThatStandsUprightIsPulledDown() throws {
        try write([
            "in_accel_x_raw": "0", "in_accel_y_raw": "1000", "in_accel_z_raw": "0", "in_accel_scale": "0.00980665",
        ])
        let acceleration = try #require(try accelerometer().acceleration)
        #expect(abs(acceleration.x) < 0.001 && abs(acceleration.y + 1) < 0.001 && abs(acceleration.z) < 0.001)
    }

    @Test func eachAxisMayHaveItsOwnScale() throws {
        try write([
            "in_accel_x_raw": "100", "in_accel_y_raw": "0", "in_accel_z_raw": "0", "in_accel_x_scale": "0.0980665",
        ])
        #expect(try abs(#require(try accelerometer().acceleration).x + 1) < 0.001)
    }

    @Test func anOffsetIsAddedBeforeTheScale() throws {
        try write([
            "in_accel_x_raw": "60", "in_accel_y_raw": "0", "in_accel_z_raw": "0", "in_accel_scale": "0.0980665",
            "in_accel_x_offset": "40",
        ])
        let acceleration = try #require(try accelerometer().acceleration)
        #expect(abs(acceleration.x + 1) < 0.001 && abs(acceleration.y) < 0.001)
    }

    @Test func theMountMatrixTurnsTheSensorsAxesIntoTheScreens() throws {
        try write([
            "in_accel_x_raw": "10", "in_accel_y_raw": "0", "in_accel_z_raw": "0", "in_accel_scale": "0.980665",
            "in_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1",
        ])
        let acceleration = try #require(try accelerometer().acceleration)
        #expect(abs(acceleration.x) < 0.001 && abs(acceleration.y - 1) < 0.001)
    }

    @Test func otherSensorsArePassedOver() throws {
        try write(["in_illuminance_raw": "7"], to: "iio:device0")
        #expect(IIOAccelerometer(devices: folder.url) == nil)
        try write(["in_accel_x_raw": "1", "in_accel_y_raw": "1", "in_accel_z_raw": "1"], to: "iio:device1")
        #expect(IIOAccelerometer(devices: folder.url) != nil)
    }

    @Test func aMissingSensorReportsNothing() throws {
        try write(["in_accel_x_raw": "1", "in_accel_y_raw": "1", "in_accel_z_raw": "1"])
        let accelerometer = try accelerometer()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("iio:device0"))
        #expect(accelerometer.acceleration == nil)
    }
}
