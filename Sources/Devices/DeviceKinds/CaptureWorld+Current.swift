import ALSADevices
import CaptureEngine
import Foundation
import HostSurroundings
import MediaFileDevices
import SimulatedDevices
import V4L2Devices

/// The one list of device kinds, and of what may be around them.
///
/// Which devices are *offered* (by discovery sessions and `default(…)`) says ``DeviceOffer``. A device that is asked for by
/// its name (`AVCaptureDevice(uniqueID:)`) is found whether it is offered or not.
extension CaptureWorld {
    /// Where the task captures: the world of the process, unless a test has given it another one.
    ///
    /// Queues and threads do not have their task's: whoever makes objects there means the process's.
    @TaskLocal package static var current = CaptureWorld(
        backends: [V4L2Backend(), ALSABackend(), SimulatedPhone.shared, MediaFileBackend()], host: HostMachine(),
        wish: { ProcessInfo.processInfo.environment[WantedDevices.environmentKey] })
}
