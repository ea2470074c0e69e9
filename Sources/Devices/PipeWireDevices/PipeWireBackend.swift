import CaptureEngine
import Foundation
import LinuxVideo
import PipeWire

/// Cameras through PipeWire: those of libcamera (laptops with MIPI sensors, Raspberry Pi, phones), those that other
/// programs make, and, where a sandbox shows no `/dev/video*`, all others.
///
/// A camera that the kernel's own interface gives is left to that, see ``PipeWireCamera/isOffered(hasNode:hasWebcam:)``.
/// A camera is named by its node: `pipewire:libcamera_input.__SB_.PC00.LNK1`.
///
/// Nothing is loaded on a machine whose user has no PipeWire: only its socket is looked for.
package final class PipeWireBackend: DeviceBackend {
    package let scheme = "pipewire"
    package let kinds: Set<DeviceDescription.Kind> = [.camera]
    private let registry: PipeWireRegistry
    private let hasNode: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - environment: says where the daemon's socket is.
    ///   - hasNode: whether this program can see a device node.
    ///   - desk: the portal through which cameras are had; `nil` for the daemon's socket.
    init(
        environment: @escaping @Sendable () -> [String: String] = {
            ProcessEnvironment.values(of: "PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR", "PIPEWIRE_REMOTE")
        },
        hasNode: @escaping @Sendable (String) -> Bool = { access($0, F_OK) == 0 },
        desk: CameraPortalDesk?
    ) {
        registry = PipeWireRegistry(environment: environment, desk: desk)
        self.hasNode = hasNode
    }

    /// As this machine's environment says.
    package convenience init() {
        let variable = ProcessEnvironment.value(of: "AVCAM_CAMERA_PORTAL")
        self.init(desk: CameraPortalDesk.isWanted(environment: variable) ? CameraPortalDesk() : nil)
    }

    package var permissionDesk: (any PermissionDesk)? { registry.desk }

    package func devices() -> [DeviceDescription] {
        registry.cameras().filter { $0.isOffered(hasNode: hasNode, hasWebcam: KernelWebcams().contains) }.map(describe)
    }

    package func device(named name: String) throws(CaptureError) -> DeviceDescription {
        guard let camera = registry.cameras().first(where: { $0.name == name }) else {
            throw CaptureError(
                .deviceNotFound, registry.reason(withoutCamera: name), device: DeviceID(scheme: scheme, name: name))
        }
        return describe(camera)
    }

    package func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource {
        PipeWireCameraSource(device.id, of: device.id.name, registry: registry)
    }

    /// A webcam that the daemon holds, as another program uses it through PipeWire, gives its pictures to this one, too.
    package func source(standingInFor device: DeviceDescription) -> (any FrameSource)? {
        guard let path = device.node else { return nil }
        let node = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let camera = Self.standIn(
            for: node, webcam: KernelWebcams().name(ofNode: (node as NSString).lastPathComponent),
            among: registry.cameras(), holders: { NodeHolders(path: node) })
        return camera.map { PipeWireCameraSource(device.id, of: $0.name, registry: registry) }
    }

    /// The camera that gives the pictures of a node of the kernel.
    ///
    /// - Parameters:
    ///   - webcam: the node's ports and so on, see ``KernelWebcams/name(ofNode:)``; `nil` if it is no webcam's.
    ///   - holders: the programs that hold the node. If PipeWire is none of them, it cannot open the node either, and
    ///     says so only by its silence, until a deadline.
    static func standIn(
        for node: String, webcam: String?, among cameras: [PipeWireCamera], holders: () -> NodeHolders
    ) -> PipeWireCamera? {
        guard let camera = cameras.first(where: { $0.isKernelCamera(at: node, webcam: webcam) }) else { return nil }
        return holders().mayBeServer ? camera : nil
    }

    package var changesCanWait: Bool { true }

    package func onChange(_ handler: @escaping @Sendable () -> Void) { registry.add(handler) }

    private func describe(_ camera: PipeWireCamera) -> DeviceDescription {
        var device = DeviceDescription(
            id: DeviceID(scheme: scheme, name: camera.name), kind: .camera, name: camera.node.description,
            modelID: "PipeWire", position: camera.position,
            module: camera.position == .unspecified ? .external : .wideAngle, formats: [], isPhysical: true)
        device.formatList = camera.formats
        return device
    }
}
