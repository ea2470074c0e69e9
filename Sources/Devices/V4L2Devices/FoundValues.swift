import Locking

/// What the controls of a camera were before they were first changed.
final class FoundValues: Sendable {
    /// An automatic function, and the values that it chooses while it is on.
    private struct Switch {
        var id: UInt32
        var manual: Set<Int32>
        var chosen: [UInt32]
    }

    private typealias ID = V4L2ControlID
    private static let switches = [
        Switch(
            id: ID.exposureAuto, manual: [ID.ExposureMode.manual, ID.ExposureMode.shutterPriority],
            chosen: [ID.exposureAbsolute]),
        Switch(id: ID.autoGain, manual: [0], chosen: [ID.gain]),
        Switch(id: ID.focusAuto, manual: [0], chosen: [ID.focusAbsolute]),
        Switch(
            id: ID.autoWhiteBalance, manual: [0],
            chosen: [ID.whiteBalanceTemperature, ID.redBalance, ID.blueBalance]),
    ]

    private let values = Mutex<[(id: UInt32, value: Int32)]>([])

    /// Call it before each change.
    func note(_ id: UInt32, of device: any ControlledDevice) {
        // What a function chooses changes with it.
        let chosen = Self.switches.first { $0.id == id }?.chosen ?? []
        for id in [id] + chosen {
            if values.withLock({ $0.contains { $0.id == id } }) { continue }
            guard let value = device.control(id) else { continue }
            values.withLock { $0.append((id, value)) }
        }
    }

    /// Puts them back: the latest first, and an automatic function after what it chooses. Some cameras lose the values
    /// of a function that was off when it is switched, so they come once more.
    ///
    /// - Parameter only: the others stay, and stay noted.
    func putBack(on device: any ControlledDevice, only: Set<UInt32>? = nil) {
        let noted = values.withLock { values in
            let noted = values.filter { only?.contains($0.id) ?? true }
            values.removeAll { value in noted.contains { $0.id == value.id } }
            return noted
        }
        for (id, value) in noted.reversed() { try? device.setControl(id, value) }
        for item in Self.switches {
            guard let found = noted.first(where: { $0.id == item.id }), item.manual.contains(found.value) else {
                continue
            }
            for (id, value) in noted where item.chosen.contains(id) { try? device.setControl(id, value) }
        }
    }
}
