import Locking

/// The devices that a world shows to programs that do not ask for one by its name.
///
/// The simulated phone stands in where there is no real camera or microphone. What the user asks for overrides that
/// rule, see ``WantedDevices``.
package final class DeviceOffer: Sendable {
    private let catalog: DeviceCatalog
    private let wish: @Sendable () -> String?
    private let memory = WantedDevices.Memory()

    /// - Parameter wish: the kinds and devices to offer instead of the rule; asked each time.
    init(of catalog: DeviceCatalog, wish: @escaping @Sendable () -> String?) {
        self.catalog = catalog
        self.wish = wish
    }

    /// The devices that are offered now, best first.
    package func devices() -> [DeviceDescription] {
        if let wanted { return wanted.devices(in: catalog) }
        let all = catalog.devices()
        let physical = all.filter(\.isPhysical)
        let kinds = Set(physical.map(\.kind))
        return physical + all.filter { !$0.isPhysical && !kinds.contains($0.kind) }
    }

    /// Whether device nodes of that kind would be offered if there were any.
    func includesNodes(of kind: DeviceDescription.Kind) -> Bool {
        let wanted = wanted
        return catalog.backends.contains { backend in
            backend.nodeKinds.contains(kind) && wanted?.includes(backend.scheme) != false
        }
    }

    private var wanted: WantedDevices? { wish().map { WantedDevices($0, memory) } }
}
