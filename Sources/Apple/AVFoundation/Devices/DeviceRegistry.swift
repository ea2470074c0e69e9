import CaptureEngine
import Foundation
import Locking

/// Keeps the one ``AVCaptureDevice`` of each device, and tells when devices come and go.
final class DeviceRegistry: Sendable {
    static let shared = DeviceRegistry(catalog: DeviceBackends.catalog)

    private struct State {
        var devices: [DeviceID: AVCaptureDevice] = [:]
        /// The external camera that stands in for the built-in one.
        var standIn: DeviceID?
    }

    let catalog: DeviceCatalog
    private let state = Mutex(State())

    init(catalog: DeviceCatalog) {
        self.catalog = catalog
        catalog.onChange { [weak self] in self?.refresh() }
    }

    /// The devices that are offered now, best first.
    func offered() -> [AVCaptureDevice] {
        let descriptions = DeviceBackends.offered()
        return state.withLock { state in
            chooseStandIn(among: descriptions, &state)
            return descriptions.map { device(for: $0, &state) }
        }
    }

    /// The device of that name, offered or not.
    func device(_ id: DeviceID) throws(CaptureError) -> AVCaptureDevice {
        let description = try catalog.device(id)
        return state.withLock { device(for: description, &$0) }
    }

    func existing(_ id: DeviceID) -> AVCaptureDevice? {
        state.withLock { $0.devices[id] }
    }

    private func chooseStandIn(among descriptions: [DeviceDescription], _ state: inout State) {
        let cameras = descriptions.filter { $0.kind == .camera && $0.isPhysical }
        if state.standIn == nil, !cameras.contains(where: { $0.module == .wideAngle }) {
            state.standIn = cameras.first { $0.module == .external }?.id
        }
    }

    private func device(for description: DeviceDescription, _ state: inout State) -> AVCaptureDevice {
        if let known = state.devices[description.id], known.formats.count == description.formats.count { return known }
        let isStandIn = description.id == state.standIn
        let position = AVCaptureDevice.Position(description.position)
        let device = AVCaptureDevice(
            description, deviceType: isStandIn ? .builtInWideAngleCamera : .init(description.module),
            position: isStandIn && position == .unspecified ? .back : position)
        state.devices[description.id] = device
        return device
    }

    /// Compares what is there with what was, and posts Apple's notifications.
    private func refresh() {
        let present = Set(catalog.devices().map(\.id))
        let known = state.withLock { $0.devices }
        for (id, device) in known where id.scheme != "file" {
            let isThere = present.contains(id)
            guard device.isConnected != isThere else { continue }
            device.changing(\.isConnected) { device.state.withLock { $0.isConnected = isThere } }
            NotificationCenter.default.post(
                name: isThere ? AVCaptureDevice.wasConnectedNotification : AVCaptureDevice.wasDisconnectedNotification,
                object: device)
        }
        let knownIDs = Set(known.keys)
        for device in offered() where !knownIDs.contains(device.id) {
            NotificationCenter.default.post(name: AVCaptureDevice.wasConnectedNotification, object: device)
        }
    }
}
