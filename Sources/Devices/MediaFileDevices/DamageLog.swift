import CaptureEngine
import Locking

/// How much of each file could not be decoded, for programs that report it.
final class DamageLog: Sendable {
    private let counts = Mutex<[DeviceID: Int]>([:])

    /// Called when the file is played anew: counting starts over.
    func clear(_ device: DeviceID) { counts.withLock { $0[device] = nil } }

    func add(_ count: Int, to device: DeviceID) {
        if count > 0 { counts.withLock { $0[device, default: 0] += count } }
    }

    func count(of device: DeviceID) -> Int { counts.withLock { $0[device] ?? 0 } }
}
