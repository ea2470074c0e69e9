internal import CLoginService
import Foundation
import Glibc
import Locking

/// The light behind the machine's screen.
///
/// Whoever may write the kernel's file sets it there. Everybody else asks the login service, which lets people who sit in
/// front of the machine. Source: Linux, Documentation/ABI/stable/sysfs-class-backlight; systemd,
/// org.freedesktop.login1(5).
final class Backlight: Sendable {
    private let folder: URL
    private let queue = DispatchQueue(label: "backlight")
    /// What is being set.
    private let wanted = Mutex<Double?>(nil)

    /// - Parameter folder: `/sys/class/backlight`, or one that looks like it.
    init(folder: URL) { self.folder = folder }

    /// From 0 to 1; `nil` without a light.
    var brightness: Double? {
        if let wanted = wanted.withLock({ $0 }) { return wanted }
        guard let light, let now = Self.number("brightness", of: light), let most = Self.most(light) else { return nil }
        return min(max(now / most, 0), 1)
    }

    /// Returns at once. A light is never turned off altogether.
    func set(_ brightness: Double) {
        guard let light, let most = Self.most(light) else { return }
        let brightness = min(max(brightness, 0), 1)
        wanted.withLock { $0 = brightness }
        queue.async { [self] in
            // The last of several is enough.
            guard wanted.withLock({ $0 }) == brightness else { return }
            Self.write(UInt32(max((brightness * most).rounded(), 1)), to: light)
            wanted.withLock { if $0 == brightness { $0 = nil } }
        }
    }

    /// Waits until the light is as it was last set; for tests.
    func finish() { queue.sync {} }

    /// Where there are several, the one that the firmware knows is the screen's.
    private var light: URL? {
        let all = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        let kinds = ["firmware", "platform", "raw"]
        func rank(_ light: URL) -> Int { Self.text("type", of: light).flatMap(kinds.firstIndex) ?? kinds.count }
        return all.sorted { $0.path < $1.path }.min { rank($0) < rank($1) }
    }

    private static func write(_ value: UInt32, to light: URL) {
        let descriptor = open(light.appendingPathComponent("brightness").path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        if descriptor >= 0 {
            defer { close(descriptor) }
            let digits = Array("\(value)\n".utf8)
            if Glibc.write(descriptor, digits, digits.count) == digits.count { return }
        }
        guard let service = login_service_open() else { return }
        login_service_set_brightness(service, "backlight", light.lastPathComponent, value)
        login_service_close(service)
    }

    private static func most(_ light: URL) -> Double? {
        number("max_brightness", of: light).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func number(_ name: String, of light: URL) -> Double? { text(name, of: light).flatMap(Double.init) }

    private static func text(_ name: String, of light: URL) -> String? {
        (try? String(contentsOf: light.appendingPathComponent(name), encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
