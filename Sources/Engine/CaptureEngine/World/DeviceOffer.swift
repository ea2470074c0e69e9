import Dispatch
import Locking

/// The devices that a world shows to programs that do not ask for one by its name.
///
/// The simulated phone stands in where there is no real camera or microphone, and nobody who could allow them. What the
/// user asks for overrides that rule, see ``WantedDevices``.
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
    ///
    /// - Parameters:
    ///   - kind: `nil` for all. Backends that have none of that kind are not asked, nor is the simulated phone where it
    ///     has to stand in for nothing.
    ///   - mayAsk: whether the person may be asked for permission. If not, a backend that would ask has no devices.
    package func devices(of kind: DeviceDescription.Kind? = nil, mayAsk: Bool = true) -> [DeviceDescription] {
        if let wanted {
            return wanted.devices(in: catalog, mayAsk: mayAsk).filter { kind == nil || $0.kind == kind }
        }
        let asked = kind.map { [$0] } ?? [.camera, .microphone]
        let backends = catalog.backends.filter { !$0.kinds.isDisjoint(with: asked) }
        var found = backends.map { backend -> [DeviceDescription]? in
            if backend.isSimulated { return nil }
            return mayAsk || !backend.mayAskPerson ? backend.devices() : []
        }
        var real = Set(found.lazy.compactMap(\.self).joined().filter(\.isPhysical).map(\.kind))
        for backend in backends where backend.permissionDesk != nil { real.formUnion(backend.kinds) }
        let missing = asked.filter { !real.contains($0) }
        for index in backends.indices where found[index] == nil && !backends[index].kinds.isDisjoint(with: missing) {
            found[index] = backends[index].devices()
        }
        let all = found.compactMap(\.self).joined().filter { asked.contains($0.kind) }
        let physical = all.filter(\.isPhysical)
        return physical.filter { !$0.traits.contains(.lacksColor) }
            + physical.filter { $0.traits.contains(.lacksColor) }
            + all.filter { !$0.isPhysical && missing.contains($0.kind) }
    }

    /// The schemes whose backends a look leaves out that may ask nobody.
    package var schemesThatMayAsk: Set<String> { Set(catalog.backends.filter(\.mayAskPerson).map(\.scheme)) }

    /// The delay before backends whose changes can wait are watched. A short command ends earlier.
    private static let patience = DispatchTimeInterval.seconds(2)

    /// Calls `handler` after an offered device came or went, on any thread. Kinds that were not asked for are left
    /// alone: watching some of them takes a connection to a server.
    ///
    /// - Parameter lateWatch: called two seconds later, when the watch of backends whose changes can wait begins.
    ///   Changes there in the meantime have not been noticed.
    package func onChange(
        _ handler: @escaping @Sendable () -> Void, lateWatch: @escaping @Sendable () -> Void = {}
    ) {
        let wanted = wanted
        let offered = catalog.backends.filter { wanted?.includes($0.scheme) != false }
        for backend in offered where !backend.changesCanWait { backend.onChange(handler) }
        let patient = offered.filter(\.changesCanWait)
        guard !patient.isEmpty else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.patience) {
            for backend in patient { backend.onChange(handler) }
            lateWatch()
        }
    }

    /// Whether device nodes of that kind would be offered if there were any.
    func includesNodes(of kind: DeviceDescription.Kind) -> Bool {
        let wanted = wanted
        return catalog.backends.contains { backend in
            backend.nodeKinds.contains(kind) && wanted?.includes(backend.scheme) != false
        }
    }

    /// Who grants access to devices of that kind; `nil` if no permission is needed, or other devices are there.
    package func permissionDesk(for kind: DeviceDescription.Kind) -> (any PermissionDesk)? {
        let wanted = wanted
        let backends = catalog.backends.filter { backend in
            !backend.isSimulated && backend.kinds.contains(kind) && wanted?.includes(backend.scheme) != false
        }
        guard let desk = backends.lazy.compactMap(\.permissionDesk).first else { return nil }
        let areOthersThere = backends.contains { backend in
            backend.permissionDesk == nil && backend.devices().contains { $0.kind == kind && $0.isPhysical }
        }
        return areOthersThere ? nil : desk
    }

    private var wanted: WantedDevices? { wish().map { WantedDevices($0, memory) } }
}
