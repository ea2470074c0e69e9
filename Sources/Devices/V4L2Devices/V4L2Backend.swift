import CaptureEngine
import Foundation
import LinuxVideo

/// The kernel's cameras: webcams, built-in ones, receivers.
///
/// A USB camera's name is its ``V4L2Node/stableName``, another one's its node (`v4l2:/dev/video0`). Each is also found
/// by its node, by a link to it (`v4l2:/dev/v4l/by-id/usb-…`) and by the place where it is plugged in, as the driver
/// writes it (`v4l2:usb-0000:00:14.0-1`).
///
/// Nodes for metadata, output and conversion are left out.
///
/// The environment variable `AVCAM_V4L2_FORMAT` (a V4L2 pixel format such as `YUYV`, `NV12`, `MJPG`, `RGGB`) leaves
/// only formats of that kind, for cameras whose other formats are broken, and for tests.
package final class V4L2Backend: DeviceBackend {
    package let scheme = "v4l2"
    package let kinds: Set<DeviceDescription.Kind> = [.camera]
    package let nodeKinds: Set<DeviceDescription.Kind> = [.camera]
    private let list: V4L2NodeList
    private let onlyFormat: FourCC?
    private let watch: DeviceNodeWatch
    private let nodes = OpenNodes()
    private let known = KnownCameras()
    private let questions = NodeQuestions()

    /// - Parameters:
    ///   - sysfs: where the kernel describes its devices; tests use another one.
    ///   - dev: where the nodes are.
    ///   - environment: read for `AVCAM_V4L2_FORMAT`.
    package init(
        sysfs: String = "/sys", dev: String = "/dev",
        environment: [String: String] = ProcessEnvironment.values(of: "AVCAM_V4L2_FORMAT")
    ) {
        list = V4L2NodeList(sysfs: sysfs, dev: dev)
        onlyFormat = environment["AVCAM_V4L2_FORMAT"].flatMap { FourCC($0) }
        watch = DeviceNodeWatch(folder: dev) { [list] in
            // The nodes of hardware do not change, and opening one may wake the device.
            var roles: [String: NodeRole] = [:]
            for node in list.virtualNodes() {
                if let device = try? VideoDevice(path: node) { roles[node] = NodeRole(device.capability) }
            }
            return roles
        }
    }

    /// Opens every node briefly, which does not disturb a program that streams from it. What a camera says of itself is
    /// asked once, and its formats only when they are needed. One that hangs is waited for once, see ``NodeQuestions``,
    /// and left out until it answers. Cameras without color (mostly infrared sensors for logging in) are offered only
    /// where the kernel has no other camera, and their names say so; they can always be used by name.
    package func devices() -> [DeviceDescription] {
        known.forgetTheGone()
        let cameras = list.nodes().compactMap { look(at: $0).camera }
        return Self.offered(of: cameras).map { $0.description(named: nil) }
    }

    static func offered(of cameras: [V4L2Camera]) -> [V4L2Camera] {
        let colored = cameras.filter(\.hasColor)
        return colored.isEmpty ? cameras : colored
    }

    package func nodesLeftOut() -> [LeftOutNode] {
        let looks = list.nodes().map { (node: $0, look: look(at: $0)) }
        let hasColor = looks.contains { $0.look.camera?.hasColor == true }
        return looks.compactMap { node, look in
            let gray = look.camera?.hasColor == false && hasColor ? "has no color, and others do" : nil
            return (look.reason ?? gray).map { LeftOutNode(path: node.path, reason: $0) }
        }
    }

    /// What a node turned out to be.
    private enum Look: Sendable {
        case camera(V4L2Camera)
        /// The rest of a sentence that begins with the node.
        case nothing(reason: String)

        var camera: V4L2Camera? {
            if case .camera(let camera) = self { camera } else { nil }
        }

        var reason: String? {
            if case .nothing(let reason) = self { reason } else { nil }
        }
    }

    private func look(at node: V4L2Node) -> Look {
        let look = questions.ask(node.path) { [self] () -> Look in
            let device: VideoDevice
            do throws(Errno) {
                device = try nodes.open(node.path)
            } catch {
                return .nothing(reason: "cannot be opened: \(error)")
            }
            if let reason = NodeRole(device.capability).reason { return .nothing(reason: reason) }
            if let camera = camera(at: node, device) { return .camera(camera) }
            let format = onlyFormat.map { "has no format \($0)" }
            return .nothing(reason: format ?? "has no format that can be used here")
        }
        return look ?? .nothing(reason: "does not answer: its driver hangs")
    }

    package func device(named name: String) throws(CaptureError) -> DeviceDescription {
        let id = DeviceID(scheme: scheme, name: name)
        guard name.hasPrefix("/") else {
            guard let camera = camera(on: name) else { throw Self.nothing(at: id) }
            return camera.description(named: nil)
        }
        let failure = V4L2Failure(id: id, path: name)
        let found = questions.ask(name) { [self] in
            Result<V4L2Camera?, CaptureError> { () throws(CaptureError) in
                camera(at: list.node(at: name), try V4L2Capture.open(name, nodes, failure))
            }
        }
        guard let found else { throw failure.hanging }
        guard let camera = try found.get() else {
            let wanted = onlyFormat.map { "the format \($0)" } ?? "a format that can be used here"
            throw failure.error(.formatUnsupported, "the camera \(name) does not offer \(wanted)", nil)
        }
        return camera.description(named: name)
    }

    package func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource {
        V4L2CameraSource(device, questions: questions) { [list] () throws(CaptureError) in
            // The camera may have come back at another node, and another camera may have its old one.
            guard let path = list.path(of: device.id.name) else { throw Self.nothing(at: device.id) }
            return path
        } open: { [nodes] (failure) throws(CaptureError) in
            try V4L2Capture.open(failure.path, nodes, failure)
        }
    }

    private static func nothing(at id: DeviceID) -> CaptureError {
        CaptureError(.deviceNotFound, "there is no camera at \(id.name)", device: id)
    }

    package var changesCanWait: Bool { true }

    package func onChange(_ handler: @escaping @Sendable () -> Void) {
        watch.add(handler)
    }

    /// - Parameter bus: a stable name, or a place as the driver writes it.
    private func camera(on bus: String) -> V4L2Camera? {
        let all = list.nodes()
        if let node = all.first(where: { $0.stableName == bus }) { return look(at: node).camera }
        for node in all {
            let found = questions.ask(node.path) { [self] () -> V4L2Camera? in
                guard let device = try? nodes.open(node.path), device.capability.bus == bus else { return nil }
                return camera(at: node, device)
            }
            if let found, let camera = found { return camera }
        }
        return nil
    }

    /// - Returns: `nil` if the node delivers no pictures.
    private func camera(at node: V4L2Node, _ device: VideoDevice) -> V4L2Camera? {
        let camera = known.camera(at: node, device) {
            V4L2Camera(node: node, device: device, only: onlyFormat, questions: questions) {
                [nodes, capability = device.capability] in
                guard let again = try? nodes.open(node.path), again.capability == capability else { return nil }
                nodes.keep(again, at: node.path)
                return again
            }
        }
        guard let camera else { return nil }
        nodes.keep(device, at: node.path)
        return camera
    }
}
