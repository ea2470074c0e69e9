import Dispatch
import LinuxVideo
import Locking

/// Nodes that were opened to describe their cameras, kept open briefly in case a camera is started next. With PipeWire
/// in place of the kernel (pw-v4l2), opening one takes a tenth of a second.
///
/// Only briefly, because an open node keeps its number when its camera is unplugged, and because some cameras stay
/// awake meanwhile.
final class OpenNodes: Sendable {
    private static let closingDelay = DispatchTimeInterval.seconds(1)

    private let devices = Mutex<[String: VideoDevice]>([:])

    func keep(_ device: VideoDevice, at path: String) {
        devices.withLock { $0[path] = device }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.closingDelay) { [weak self, weak device] in
            self?.devices.withLock { devices in
                if let device, devices[path] === device { devices[path] = nil }
            }
        }
    }

    /// The kept node, for the caller alone, or a new one.
    func open(_ path: String) throws(Errno) -> VideoDevice {
        let kept = devices.withLock { $0.removeValue(forKey: path) }
        if let kept, kept.isPresent { return kept }
        return try VideoDevice(path: path)
    }
}
