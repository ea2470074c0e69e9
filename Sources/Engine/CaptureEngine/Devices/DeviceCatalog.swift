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

    /// The microphone that belongs to a camera; `nil` when there is none.
    package func companion(of camera: DeviceDescription) -> DeviceID? {
        if let companion = camera.companion { return companion }
        guard let card = camera.soundCard else { return nil }
        return backends.lazy.compactMap { $0.microphone(onSoundCard: card) }.first
    }

    /// The microphone that a person means by `device`, which may be the name of a camera with a sound of its own.
    package func microphone(for device: DeviceID) -> DeviceID {
        let backend = backends.first { $0.scheme == device.scheme }
        return DeviceID(scheme: device.scheme, name: backend?.microphoneName(for: device.name) ?? device.name)
    }

    /// Whether somebody has to grant access to the devices of that kind.
    package func needsPermission(for device: DeviceID) -> Bool {
        backends.first { $0.scheme == device.scheme }?.permissionDesk != nil
    }

    package func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource {
        try backend(for: device.id).source(for: device)
    }

    /// Another source of a camera that a different program holds; `nil` if there is none. Nobody is asked for permission.
    func source(standingInFor device: DeviceDescription) -> (any FrameSource)? {
        guard device.node != nil else { return nil }
        var camera = device
        // It may have come back at another node.
        if let now = try? self.device(device.id) { camera.node = now.node }
        for backend in backends where backend.scheme != device.id.scheme && !backend.mayAskPerson {
            if let source = backend.source(standingInFor: camera) { return source }
        }
        return nil
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
