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
    /// The kinds to offer, separated by commas (`v4l2,alsa` or `simulated`), instead of the rule above.
    static let environmentKey = "AVCAM_DEVICES"

    static let catalog = DeviceCatalog(backends: [
        V4L2Backend(), ALSABackend(), SimulatedPhone.shared, MediaFileBackend(),
    ])

    /// The devices that are offered now, best first.
    static func offered() -> [DeviceDescription] {
        let all = catalog.devices()
        if let wanted = ProcessInfo.processInfo.environment[environmentKey] {
            let schemes = Set(wanted.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
            return all.filter { schemes.contains($0.id.scheme) }
        }
        let physical = all.filter(\.isPhysical)
        let kinds = Set(physical.map(\.kind))
        return physical + all.filter { !$0.isPhysical && !kinds.contains($0.kind) }
    }
}
