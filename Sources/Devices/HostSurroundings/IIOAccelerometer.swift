import Foundation

/// An accelerometer in the kernel's industrial I/O subsystem: numbers in files that everybody may read.
///
/// With the mount matrix applied, the kernel's axes are those of the screen, and at rest the value points up.
/// Source: Linux, Documentation/ABI/testing/sysfs-bus-iio (`in_accel_x_raw`, `in_accel_scale`, `in_mount_matrix`).
package struct IIOAccelerometer: Sendable {
    private static let standardGravity = 9.80665

    private let folder: URL
    /// For each axis, in meters per second squared per step.
    private let scales: [Double]
    /// From the sensor's axes to those of the screen, row by row.
    private let mounting: [[Double]]

    /// The first one found; `nil` if there is none.
    ///
    /// - Parameter devices: `/sys/bus/iio/devices`, or a folder that looks like it.
    package init?(devices: URL) {
        let all = (try? FileManager.default.contentsOfDirectory(at: devices, includingPropertiesForKeys: nil)) ?? []
        let sensors = all.sorted { $0.path < $1.path }
        guard let folder = sensors.first(where: { Self.number("in_accel_x_raw", in: $0) != nil }) else { return nil }
        self.folder = folder
        let common = Self.number("in_accel_scale", in: folder) ?? 1
        scales = ["x", "y", "z"].map { Self.number("in_accel_\($0)_scale", in: folder) ?? common }
        mounting =
            Self.matrix("in_accel_mount_matrix", in: folder) ?? Self.matrix("in_mount_matrix", in: folder)
            ?? [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    }

    /// In g, toward the ground; `nil` when the sensor does not answer.
    package var acceleration: SIMD3<Double>? {
        let raw = ["x", "y", "z"].compactMap { Self.number("in_accel_\($0)_raw", in: folder) }
        guard raw.count == 3 else { return nil }
        let sensor = zip(raw, scales).map { $0 * $1 / Self.standardGravity }
        let screen = mounting.map { row in zip(row, sensor).map { $0 * $1 }.reduce(0, +) }
        return -SIMD3(screen[0], screen[1], screen[2])
    }

    private static func number(_ name: String, in folder: URL) -> Double? {
        text(name, in: folder).flatMap(Double.init)
    }

    /// `1, 0, 0; 0, 1, 0; 0, 0, 1`
    private static func matrix(_ name: String, in folder: URL) -> [[Double]]? {
        let rows = text(name, in: folder)?.split(separator: ";").map { row in
            row.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        }
        guard let rows, rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return nil }
        return rows
    }

    private static func text(_ name: String, in folder: URL) -> String? {
        (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
