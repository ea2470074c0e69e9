/// Every device that can be had, whatever its kind.
package final class DeviceCatalog: Sendable {
    package let backends: [any DeviceBackend]

    /// - Parameter backends: in the order in which their devices are preferred.
    package init(backends: [any DeviceBackend]) {
        self.backends = backends
    }

    /// The devices that are there now, best first.
    ///
    /// - Parameter mayAsk: whether the person may be asked for permission. If not, a backend that would ask has none.
    package func devices(mayAsk: Bool = true) -> [DeviceDescription] {
        backends.filter { mayAsk || !$0.mayAskPerson }.flatMap { $0.devices() }
    }

    /// The devices that some backends have now, best first.
    func devices(of schemes: Set<String>) -> [DeviceDescription] {
        backends.filter { schemes.contains($0.scheme) }.flatMap { $0.devices() }
    }

    /// Those of the schemes whose backends would ask nobody for permission.
    func silent(_ schemes: Set<String>) -> Set<String> {
        Set(backends.filter { schemes.contains($0.scheme) && !$0.mayAskPerson }.map(\.scheme))
    }

    /// The devices of the same kind as that one, itself included, that are there now.
    package func devices(beside device: DeviceID) -> [DeviceDescription] {
        backends.first { $0.scheme == device.scheme }?.devices() ?? []
    }

    /// Finds a device by its full name, listed or not.
    ///
    /// - Throws: `deviceNotFound` with the sentence to show.
    package func device(_ id: DeviceID) throws(CaptureError) -> DeviceDescription {
        try backend(for: id).device(named: id.name)
    }

    package func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource {
        try backend(for: device.id).source(for: device)
    }

    /// The machine's nodes that are not offered, of any kind.
    package func nodesLeftOut() -> [LeftOutNode] { backends.flatMap { $0.nodesLeftOut() } }

    /// What is around the devices of that kind; `nil` for the machine that the program runs on.
    func surroundings(of device: DeviceID) -> (any Surroundings)? {
        backends.first { $0.scheme == device.scheme }?.surroundings
    }

    private func backend(for id: DeviceID) throws(CaptureError) -> any DeviceBackend {
        if let backend = backends.first(where: { $0.scheme == id.scheme }) { return backend }
        let schemes = backends.map { "\($0.scheme):" }.joined(separator: ", ")
        throw CaptureError(
            .deviceNotFound, "\(id) is not a device: a device's name begins with one of \(schemes)", device: id)
    }
}
