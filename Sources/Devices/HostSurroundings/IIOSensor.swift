import Foundation

/// A sensor with three axes in the kernel's industrial I/O subsystem: numbers in files that everybody may read.
///
/// With the mount matrix applied, the kernel's axes are those of the screen.
/// Source: Linux, Documentation/ABI/testing/sysfs-bus-iio (`in_accel_x_raw`, `in_accel_x_offset`, `in_accel_scale`,
/// `in_mount_matrix`).
struct IIOSensor: Sendable {
    private static let axes = ["x", "y", "z"]

    private let folder: URL
    private let channel: String
    /// For each axis, in steps, added before the scale applies.
    private let offsets: [Double]
    /// For each axis, in the channel's unit per step.
    private let scales: [Double]
    /// From the sensor's axes to those of the screen, row by row.
    private let mounting: [[Double]]

    /// The first one found; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - channel: what it measures, in the kernel's word: `accel`, `anglvel`.
    ///   - devices: `/sys/bus/iio/devices`, or a folder that looks like it.
    init?(_ channel: String, devices: URL) {
        let all = (try? FileManager.default.contentsOfDirectory(at: devices, includingPropertiesForKeys: nil)) ?? []
        let sensors = all.sorted { $0.path < $1.path }
        guard let folder = sensors.first(where: { Self.number("in_\(channel)_x_raw", in: $0) != nil }) else {
            return nil
        }
        (self.folder, self.channel) = (folder, channel)
        func each(_ name: String, default value: Double) -> [Double] {
            let common = Self.number("in_\(channel)_\(name)", in: folder) ?? value
            return Self.axes.map { Self.number("in_\(channel)_\($0)_\(name)", in: folder) ?? common }
        }
        (offsets, scales) = (each("offset", default: 0), each("scale", default: 1))
        mounting =
            Self.matrix("in_\(channel)_mount_matrix", in: folder) ?? Self.matrix("in_mount_matrix", in: folder)
            ?? [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    }

    /// In the channel's unit and the screen's axes; `nil` when the sensor does not answer.
    var value: SIMD3<Double>? {
        let raw = Self.axes.compactMap { Self.number("in_\(channel)_\($0)_raw", in: folder) }
        guard raw.count == 3 else { return nil }
        let sensor = raw.indices.map { (raw[$0] + offsets[$0]) * scales[$0] }
        let screen = mounting.map { row in zip(row, sensor).map { $0 * $1 }.reduce(0, +) }
        return SIMD3(screen[0], screen[1], screen[2])
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
