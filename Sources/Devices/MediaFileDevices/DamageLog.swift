import CaptureEngine
import Locking

/// How much of each file could not be decoded, for whoever wants to say so.
final class DamageLog: Sendable {
    private let counts = Mutex<[DeviceID: Int]>([:])

    /// Another player begins at the beginning.
    func clear(_ device: DeviceID) { counts.withLock { $0[device] = nil } }

    func add(_ count: Int, to device: DeviceID) {
        if count > 0 { counts.withLock { $0[device, default: 0] += count } }
    }

    func count(of device: DeviceID) -> Int { counts.withLock { $0[device] ?? 0 } }
}
