import Foundation
import HostSurroundings
import TestSupport
import Testing

/// Gyroscopes in a folder that looks like the kernel's.
struct IIOGyroscopeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ files: [String: String], to device: String = "iio:device0") throws {
        try FileManager.default.createDirectory(at: folder.file(device), withIntermediateDirectories: true)
        for (name, text) in files { _ = try folder.file("\(device)/\(name)", contents: Data((text + "\n").utf8)) }
    }

    private func rate() throws -> SIMD3<Double>? { try #require(IIOGyroscope(devices: folder.url)).rotationRate }

    @Test func aRateIsAScaledSumOfStepsAndTheirOffset() throws {
        try write([
            "in_anglvel_x_raw": "100", "in_anglvel_y_raw": "-300", "in_anglvel_z_raw": "8", "in_anglvel_scale": "0.001",
            "in_anglvel_offset": "-8", "in_anglvel_y_offset": "100",
        ])
        let rate = try #require(try rate())
        #expect(abs(rate.x - 0.092) < 1e-9 && abs(rate.y + 0.2) < 1e-9 && rate.z == 0)
    }

    /// The accelerometer of the same chip may be mounted in another way.
    @Test func theMountMatrixIsTheGyroscopesOwn() throws {
        try write([
            "in_anglvel_x_raw": "1", "in_anglvel_y_raw": "0", "in_anglvel_z_raw": "0",
            "in_anglvel_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1",
            "in_accel_mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1",
        ])
        #expect(try rate() == [0, -1, 0])
    }

    @Test func anAccelerometerIsNoGyroscope() throws {
        try write(["in_accel_x_raw": "1", "in_accel_y_raw": "1", "in_accel_z_raw": "1"], to: "iio:device0")
        #expect(IIOGyroscope(devices: folder.url) == nil)
        try write(["in_anglvel_x_raw": "1", "in_anglvel_y_raw": "1", "in_anglvel_z_raw": "1"], to: "iio:device1")
        #expect(try rate() == [1, 1, 1])
    }

    @Test func aMissingSensorReportsNothing() throws {
        try write(["in_anglvel_x_raw": "1", "in_anglvel_y_raw": "1", "in_anglvel_z_raw": "1"])
        let gyroscope = try #require(IIOGyroscope(devices: folder.url))
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("iio:device0"))
        #expect(gyroscope.rotationRate == nil)
    }
}
