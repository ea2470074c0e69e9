internal import CGtk

/// Whether the user's desktop session is locked, according to the login service; without that service it never is.
///
/// Source: systemd, org.freedesktop.login1(5): GetSession, LockedHint.
@MainActor
package final class DesktopLock {
    static let service = "org.freedesktop.login1"

    private let changed: @MainActor (Bool) -> Void
    private var session: Object?
    private var isLocked: Bool

    /// - Parameters:
    ///   - isLocked: what the caller takes for granted.
    ///   - changed: called when the session is locked or unlocked, and once at the start if it is not as the caller
    ///     thought.
    package init(isLocked: Bool = false, _ changed: @escaping @MainActor (_ isLocked: Bool) -> Void) {
        self.isLocked = isLocked
        self.changed = changed
        g_bus_get(
            G_BUS_TYPE_SYSTEM, nil, replied,
            Reply.box { [weak self] result in
                guard let bus = attempt({ g_bus_get_finish(result, $0) }) else { return }
                let connection = Object(owned: UnsafeMutableRawPointer(bus))
                // The program must not end with the system's bus.
                g_dbus_connection_set_exit_on_close(connection.opaque, 0)
                self?.findSession(on: connection)
            })
    }

    /// Finds this user's session. Signals come only from the session's full path, not from its alias.
    private func findSession(on bus: Object) {
        var arguments: [OpaquePointer?] = [g_variant_new_string("auto")]
        g_dbus_connection_call(
            bus.opaque, Self.service, "/org/freedesktop/login1", Self.service + ".Manager", "GetSession",
            g_variant_new_tuple(&arguments, 1), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, replied,
            Reply.box { [weak self] result in
                guard let reply = attempt({ g_dbus_connection_call_finish(bus.opaque, result, $0) }) else { return }
                defer { g_variant_unref(reply) }
                guard let path = g_variant_get_child_value(reply, 0) else { return }
                defer { g_variant_unref(path) }
                self?.follow(String(cString: g_variant_get_string(path, nil)), on: bus)
            })
    }

    private func follow(_ path: String, on bus: Object) {
        g_dbus_proxy_new(
            bus.opaque, G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START, nil, Self.service, path, Self.service + ".Session", nil,
            replied,
            Reply.box { [weak self] result in
                guard let self, let proxy = attempt({ g_dbus_proxy_new_finish(result, $0) }) else { return }
                let session = Object(owned: UnsafeMutableRawPointer(proxy))
                self.session = session
                session.on("g-properties-changed") { [weak self] in self?.look() }
                look()
            })
    }

    private func look() {
        guard let session else { return }
        // A service that is gone reports nothing anymore; that must not keep the window blank.
        let hint = g_dbus_proxy_get_cached_property(session.cast(), "LockedHint")
        defer { hint.map { g_variant_unref($0) } }
        let isLocked = hint.map { g_variant_get_boolean($0) != 0 } ?? false
        guard isLocked != self.isLocked else { return }
        self.isLocked = isLocked
        changed(isLocked)
    }
}
