import Foundation
import Locking

/// The devices that the user asks for in the environment: kinds and single devices, separated by commas, the preferred ones first.
///
///     AVCAM_DEVICES=v4l2,alsa                 whatever there is of these kinds
///     AVCAM_DEVICES=file:/home/me/clip.mov    this movie is the default camera, and its sound the default microphone
///
/// A device that is named but not there is left out; the reason is printed once, to standard error.
package struct WantedDevices {
    package static let environmentKey = "AVCAM_DEVICES"

    private enum Entry {
        case kind(String)
        case device(DeviceID)

        var scheme: String {
            switch self {
            case .kind(let scheme): scheme
            case .device(let id): id.scheme
            }
        }
    }

    /// What is kept from one look to the next.
    final class Memory: Sendable {
        /// Devices that are in no list, kept because describing a file means opening it.
        fileprivate let unlisted = Mutex<[DeviceID: DeviceDescription]>([:])
        fileprivate let complaints = Mutex<Set<DeviceID>>([])
    }

    private let entries: [Entry]
    private let memory: Memory

    /// - Parameter value: the variable's.
    init(_ value: String, _ memory: Memory) {
        self.memory = memory
        entries = value.split(separator: ",").map { part in
            let name = part.trimmingCharacters(in: .whitespaces)
            return DeviceID(name).map(Entry.device) ?? .kind(name)
        }
    }

    /// Whether devices of a kind are asked for, all or some.
    func includes(_ scheme: String) -> Bool {
        entries.contains { $0.scheme == scheme }
    }

    /// - Parameter mayAsk: whether the person may be asked for permission. If not, a backend that would ask has none.
    func devices(in catalog: DeviceCatalog, mayAsk: Bool = true) -> [DeviceDescription] {
        // Other kinds are not asked: some take their time.
        let wanted = Set(entries.map(\.scheme))
        let schemes = mayAsk ? wanted : catalog.silent(wanted)
        let listed = catalog.devices(of: schemes)
        var found: [DeviceDescription] = []
        for entry in entries where mayAsk || schemes.contains(entry.scheme) {
            switch entry {
            case .kind(let scheme): found += listed.filter { $0.id.scheme == scheme }
            case .device(let id): found += named(id, listed, catalog)
            }
        }
        var known: Set<DeviceID> = []
        return Self.withStandIn(found.filter { known.insert($0.id).inserted })
    }

    /// A device and the microphone that belongs to it.
    private func named(
        _ id: DeviceID, _ listed: [DeviceDescription], _ catalog: DeviceCatalog
    ) -> [DeviceDescription] {
        do throws(CaptureError) {
            let device = try describe(id, listed, catalog)
            guard let companion = catalog.companion(of: device) else { return [device] }
            return [device, try describe(companion, listed, catalog)]
        } catch {
            let isNew = memory.complaints.withLock { $0.insert(id).inserted }
            if isNew {
                let line = "\(Self.environmentKey): \(error.message)\n"
                FileHandle.standardError.write(Data(line.utf8))
            }
            return []
        }
    }

    private func describe(
        _ id: DeviceID, _ listed: [DeviceDescription], _ catalog: DeviceCatalog
    ) throws(CaptureError) -> DeviceDescription {
        for device in listed where device.id == id { return device }
        if let known = memory.unlisted.withLock({ $0[id] }) { return known }
        let description = try catalog.device(id)
        if description.traits.contains(.unlisted) { memory.unlisted.withLock { $0[id] = description } }
        return description
    }

    /// If there is no back wide-angle camera, the first camera that is offered only because it was named (a file) takes
    /// that role. So code that asks for an iPhone's camera finds one.
    private static func withStandIn(_ devices: [DeviceDescription]) -> [DeviceDescription] {
        guard !devices.contains(where: { $0.module == .wideAngle }),
            let index = devices.firstIndex(where: { $0.kind == .camera && $0.traits.contains(.unlisted) })
        else { return devices }
        var devices = devices
        devices[index].module = .wideAngle
        devices[index].position = .back
        return devices
    }
}
