import Dispatch
import LinuxVideo
import Locking

/// Nodes that were opened to describe their cameras, kept for a moment for who starts one: where PipeWire stands in for
/// the kernel (pw-v4l2), opening one takes a tenth of a second.
///
/// Only for a moment, because a node that somebody has open keeps its number when its camera is pulled out, and because
/// some cameras stay awake meanwhile.
final class OpenNodes: Sendable {
    private static let patience = DispatchTimeInterval.seconds(1)

    private let devices = Mutex<[String: VideoDevice]>([:])

    func keep(_ device: VideoDevice, at path: String) {
        devices.withLock { $0[path] = device }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [weak self, weak device] in
            self?.devices.withLock { devices in
                if let device, devices[path] === device { devices[path] = nil }
            }
        }
    }

    /// The node that was kept, for the caller alone, or a new one.
    func open(_ path: String) throws(Errno) -> VideoDevice {
        let kept = devices.withLock { $0.removeValue(forKey: path) }
        if let kept, kept.isPresent { return kept }
        return try VideoDevice(path: path)
    }
}
