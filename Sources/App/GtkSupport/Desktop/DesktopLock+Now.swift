internal import CGtk

extension DesktopLock {
    /// Whether the session is locked now. Waits for the login service; without that service, it is not.
    package static var isLockedNow: Bool {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SYSTEM, nil, nil) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
        g_dbus_connection_set_exit_on_close(bus, 0)
        var session: [OpaquePointer?] = [g_variant_new_string("auto")]
        let found = call(bus, "/org/freedesktop/login1", service + ".Manager", "GetSession", &session)
        guard let found else { return false }
        defer { g_variant_unref(found) }
        guard let path = g_variant_get_child_value(found, 0) else { return false }
        defer { g_variant_unref(path) }
        var property: [OpaquePointer?] = [
            g_variant_new_string(service + ".Session"), g_variant_new_string("LockedHint"),
        ]
        let place = String(cString: g_variant_get_string(path, nil))
        guard let answer = call(bus, place, "org.freedesktop.DBus.Properties", "Get", &property) else { return false }
        defer { g_variant_unref(answer) }
        guard let box = g_variant_get_child_value(answer, 0) else { return false }
        defer { g_variant_unref(box) }
        guard let value = g_variant_get_variant(box) else { return false }
        defer { g_variant_unref(value) }
        return g_variant_get_boolean(value) != 0
    }

    private static func call(
        _ bus: OpaquePointer, _ path: String, _ interface: String, _ method: String,
        _ arguments: inout [OpaquePointer?]
    ) -> OpaquePointer? {
        g_dbus_connection_call_sync(
            bus, service, path, interface, method, g_variant_new_tuple(&arguments, gsize(arguments.count)), nil,
            G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, nil)
    }
}
