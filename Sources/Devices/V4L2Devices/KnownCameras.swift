import CaptureEngine
import Glibc
import LinuxVideo
import Locking

/// What the present cameras have said about themselves, so that they are not queried each time.
///
/// A camera is queried again when its node is new, as after it was plugged in again. It is also queried again when its
/// settings have changed: the colors, and the sizes of a receiver, depend on them.
final class KnownCameras: Sendable {
    /// What a description depends on.
    private struct Moment: Hashable {
        var file: NodeFile
        var node: V4L2Node
        var capability: VideoCapability
        var format: VideoFormat?
        var interval: VideoFraction?
    }

    private let cameras = Mutex<[String: (moment: Moment, camera: V4L2Camera)]>([:])

    /// The known camera at a node; if there is none, what `describe` returns is known from now on.
    func camera(
        at node: V4L2Node, _ device: some ListingDevice, describe: () -> V4L2Camera?
    ) -> V4L2Camera? {
        guard let file = NodeFile(node.path) else { return describe() }
        let moment = Moment(
            file: file, node: node, capability: device.capability, format: try? device.format(),
            interval: try? device.interval())
        if let known = cameras.withLock({ $0[node.path] }), known.moment == moment { return known.camera }
        // With the lock free: a device may take its time.
        let camera = describe()
        cameras.withLock { $0[node.path] = camera.map { (moment, $0) } }
        return camera
    }

    /// Forgets the cameras whose nodes are gone.
    func forgetTheGone() {
        cameras.withLock { cameras in cameras = cameras.filter { NodeFile($0.key) == $0.value.moment.file } }
    }
}

/// A device file as long as it exists; a later one of the same name is another one.
private struct NodeFile: Hashable {
    private var numbers: [Int]

    /// `nil` if there is no such file.
    init?(_ path: String) {
        var about = stat()
        guard stat(path, &about) == 0 else { return nil }
        numbers = [
            Int(about.st_dev), Int(about.st_ino), Int(about.st_rdev), about.st_ctim.tv_sec, about.st_ctim.tv_nsec,
        ]
    }
}
