import CaptureEngine
import Foundation

/// The machine's temperatures, as Linux reports them.
///
/// A zone is `thermal_zone0` … with its temperature and its trip points in thousandths of a degree.
/// Source: Linux, Documentation/ABI/testing/sysfs-class-thermal.
package struct ThermalZones {
    /// How far below the point at which the system slows down the pressure counts as raised, in thousandths of a
    /// degree.
    private static let margin = 10_000

    private let folder: URL

    /// - Parameter folder: `/sys/class/thermal`, or one that looks like it.
    package init(folder: URL) { self.folder = folder }

    /// The pressure of the hottest zone, relative to its trip points; nominal where there are none.
    package var pressure: DevicePressure {
        let level = zones.map(level).max() ?? .nominal
        return DevicePressure(level: level, factors: level == .nominal ? [] : [.systemTemperature])
    }

    private var zones: [URL] {
        let all = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return all.filter { $0.lastPathComponent.hasPrefix("thermal_zone") }
    }

    private func level(of zone: URL) -> DevicePressure.Level {
        guard let temperature = number("temp", in: zone) else { return .nominal }
        let trips = trips(of: zone)
        if let point = trips["critical"], temperature >= point { return .shutdown }
        if let point = trips["hot"], temperature >= point { return .critical }
        guard let point = trips["passive"] else { return .nominal }
        return temperature >= point ? .serious : temperature >= point - Self.margin ? .fair : .nominal
    }

    /// The lowest trip point of each type.
    private func trips(of zone: URL) -> [String: Int] {
        var trips: [String: Int] = [:]
        for index in 0... {
            guard let type = text("trip_point_\(index)_type", in: zone) else { break }
            // Zones without a real point report 0 or less.
            guard let point = number("trip_point_\(index)_temp", in: zone), point > 0 else { continue }
            trips[type] = min(trips[type] ?? point, point)
        }
        return trips
    }

    private func number(_ name: String, in zone: URL) -> Int? { text(name, in: zone).flatMap(Int.init) }

    private func text(_ name: String, in zone: URL) -> String? {
        (try? String(contentsOf: zone.appendingPathComponent(name), encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
