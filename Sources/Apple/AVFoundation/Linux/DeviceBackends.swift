import ALSADevices
import CaptureEngine
import Foundation
import MediaFileDevices
import SimulatedDevices
import V4L2Devices

/// The one list of device kinds.
///
/// Which of them are *offered* (by discovery sessions and `default(…)`) is decided here as well: the simulated phone
/// stands in where there is no real camera or microphone. A device that is asked for by its name
/// (`AVCaptureDevice(uniqueID:)`) is found whether it is offered or not.
enum DeviceBackends {
    /// The kinds and devices to offer (`v4l2,alsa`, `simulated`, `file:clip.mov`) instead of the rule above: see
    /// ``WantedDevices``.
    static let environmentKey = "AVCAM_DEVICES"

    static let catalog = DeviceCatalog(backends: [
        V4L2Backend(), ALSABackend(), SimulatedPhone.shared, MediaFileBackend(),
    ])

    /// The devices that are offered now, best first.
    static func offered() -> [DeviceDescription] {
        if let wanted { return wanted.devices(in: catalog) }
        let all = catalog.devices()
        let physical = all.filter(\.isPhysical)
        let kinds = Set(physical.map(\.kind))
        return physical + all.filter { !$0.isPhysical && !kinds.contains($0.kind) }
    }

    /// What the environment asks for; `nil` when it says nothing.
    private static var wanted: WantedDevices? {
        ProcessInfo.processInfo.environment[environmentKey].map { WantedDevices($0) }
    }

    /// Whether this user may use no device of that kind, although there are some.
    static func areClosed(for mediaType: AVMediaType) -> Bool {
        let phone = SimulatedPhone.shared
        let devices = offered().filter { ($0.kind == .camera) == (mediaType == .video) }
        if !devices.isEmpty, devices.allSatisfy({ $0.id.scheme == phone.scheme && phone.refuses($0.id) }) {
            return true
        }
        let kind: DeviceDescription.Kind = mediaType == .video ? .camera : .microphone
        let asNodes = catalog.backends.filter { $0.nodeKinds.contains(kind) }.map(\.scheme)
        return asNodes.contains { wanted?.includes($0) != false } && DeviceNodes.areClosed(for: mediaType)
    }
}
