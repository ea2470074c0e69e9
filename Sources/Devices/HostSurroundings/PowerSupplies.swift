import CaptureEngine
import Foundation

/// The machine's batteries, as Linux reports them; those of a mouse or a headset are left out.
///
/// Source: Linux, Documentation/ABI/testing/sysfs-class-power.
package struct PowerSupplies {
    private let folder: URL

    /// - Parameter folder: `/sys/class/power_supply`, or one that looks like it.
    package init(folder: URL) { self.folder = folder }

    /// Of all batteries together; `nil` without one.
    package var battery: BatteryReading? {
        let all = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        let batteries = all.compactMap(Self.reading)
        guard !batteries.isEmpty else { return nil }
        let size = batteries.reduce(0) { $0 + $1.size }
        let level = batteries.reduce(0) { $0 + $1.level * $1.size } / size
        let statuses = Set(batteries.map(\.status))
        return BatteryReading(level: level, supply: Self.supply(statuses, isFull: level >= 1))
    }

    private static func supply(_ statuses: Set<String>, isFull: Bool) -> BatteryReading.Supply {
        if statuses.contains("Discharging") { return .unplugged }
        if statuses == ["Unknown"] { return .unknown }
        return statuses == ["Full"] || isFull ? .full : .charging
    }

    /// - Returns: the level from 0 to 1, and what counts with several batteries: how much it holds when it is full.
    private static func reading(_ supply: URL) -> (level: Double, size: Double, status: String)? {
        guard text("type", of: supply) == "Battery", text("scope", of: supply) != "Device",
            text("present", of: supply) != "0"
        else { return nil }
        let status = text("status", of: supply) ?? "Unknown"
        for kind in ["energy", "charge"] {
            guard let now = number("\(kind)_now", of: supply), let full = number("\(kind)_full", of: supply), full > 0
            else { continue }
            return (min(max(now / full, 0), 1), full, status)
        }
        guard let percent = number("capacity", of: supply) else { return nil }
        return (min(max(percent / 100, 0), 1), 1, status)
    }

    private static func number(_ name: String, of supply: URL) -> Double? {
        text(name, of: supply).flatMap(Double.init)
    }

    private static func text(_ name: String, of supply: URL) -> String? {
        (try? String(contentsOf: supply.appendingPathComponent(name), encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
