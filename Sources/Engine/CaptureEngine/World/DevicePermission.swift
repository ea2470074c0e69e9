/// Whether this program may use devices of a kind, as far as that is known.
package enum DevicePermission: Sendable, Equatable {
    /// The person has not been asked.
    case undecided
    case granted
    /// The person, or the permissions of the nodes, refuse.
    case denied
    /// The user cannot grant it.
    case restricted
}

/// Asks the person whether this program may use a backend's devices. Until they have allowed it, the backend has none.
package protocol PermissionDesk: AnyObject, Sendable {
    /// Nobody is asked. Until it is granted, it is a call to another program, which can take seconds while that starts.
    var permission: DevicePermission { get }

    /// Asks the person if that is undecided, and waits for the answer, which can take minutes.
    ///
    /// - Returns: the answer; `undecided` if no answer came in time.
    func ask() -> DevicePermission
}

extension CaptureWorld {
    /// Whether this program may use devices of that kind. Nobody is asked.
    package func permission(for kind: DeviceDescription.Kind) -> DevicePermission {
        permission(for: kind) { $0.permission }
    }

    /// Asks the person if that is undecided, and waits for the answer.
    package func askForPermission(for kind: DeviceDescription.Kind) -> DevicePermission {
        permission(for: kind) { $0.ask() }
    }

    private func permission(
        for kind: DeviceDescription.Kind, _ answer: (any PermissionDesk) -> DevicePermission
    ) -> DevicePermission {
        // First, because to list the devices may make the desk ask.
        if let desk = offer.permissionDesk(for: kind) { return answer(desk) }
        return areClosed(kind) ? .denied : .granted
    }
}
