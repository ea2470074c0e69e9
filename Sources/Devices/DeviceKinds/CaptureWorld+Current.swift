import ALSADevices
import CaptureEngine
import Foundation
import HostSurroundings
import MediaFileDevices
import PipeWireDevices
import SimulatedDevices
import V4L2Devices

/// The only list of device kinds, and of their surroundings.
///
/// ``DeviceOffer`` decides which devices are *offered* (by discovery sessions and `default(…)`). A device that is
/// requested by its name (`AVCaptureDevice(uniqueID:)`) is found whether it is offered or not.
extension CaptureWorld {
    /// The world in which the task captures: the process's, unless a test has given the task another one.
    ///
    /// Dispatch queues and threads do not inherit it: objects made there belong to the process's world.
    @TaskLocal package static var current = CaptureWorld(
        backends: [V4L2Backend(), PipeWireBackend(), ALSABackend(), SimulatedPhone.shared, MediaFileBackend()],
        host: HostMachine(), preferences: SavedPreferences(), soundOutput: ALSASoundOutput(),
        wish: { ProcessEnvironment.value(of: WantedDevices.environmentKey) })
}
