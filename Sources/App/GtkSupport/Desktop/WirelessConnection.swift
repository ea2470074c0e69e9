internal import CGtk

/// Joins wireless networks through NetworkManager.
@MainActor
package enum WirelessConnection {
    /// How the network keeps others out, in NetworkManager's words.
    package enum Key {
        case none
        case wep(String)
        case wpa(String)
        case sae(String)
    }

    /// Joins a network, and remembers it.
    ///
    /// - Parameter done: receives whether NetworkManager has taken it on.
    ///
    /// Source: NetworkManager, "D-Bus API Reference": org.freedesktop.NetworkManager, AddAndActivateConnection.
    package static func join(
        _ name: String, _ key: Key, isHidden: Bool, done: @escaping @MainActor (_ isJoining: Bool) -> Void
    ) {
        g_bus_get(
            G_BUS_TYPE_SYSTEM, nil, replied,
            Reply.box { result in
                guard let bus = attempt({ g_bus_get_finish(result, $0) }) else { return done(false) }
                let connection = Object(owned: UnsafeMutableRawPointer(bus))
                // The program must not end with the system's bus.
                g_dbus_connection_set_exit_on_close(connection.opaque, 0)
                join(on: connection, arguments(name, key, isHidden: isHidden), done)
            })
    }

    private static func join(
        on bus: Object, _ arguments: String, _ done: @escaping @MainActor (Bool) -> Void
    ) {
        let service = "org.freedesktop.NetworkManager"
        let type = g_variant_type_new("(a{sa{sv}}oo)")
        defer { g_variant_type_free(type) }
        guard let parameters = attempt({ g_variant_parse(type, arguments, nil, nil, $0) }) else { return done(false) }
        g_dbus_connection_call(
            bus.opaque, service, "/org/freedesktop/NetworkManager", service, "AddAndActivateConnection", parameters,
            nil,
            G_DBUS_CALL_FLAGS_NONE, -1, nil, replied,
            Reply.box { result in
                let reply = attempt { g_dbus_connection_call_finish(bus.opaque, result, $0) }
                if let reply { g_variant_unref(reply) }
                done(reply != nil)
            })
        g_variant_unref(parameters)
    }

    /// In GVariant's text format. The device is left to NetworkManager.
    private static func arguments(_ name: String, _ key: Key, isHidden: Bool) -> String {
        let bytes = name.utf8.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
        var settings = [
            "'connection': {'id': <\(quoted(name))>, 'type': <'802-11-wireless'>}",
            "'802-11-wireless': {'ssid': <@ay [\(bytes)]>, 'hidden': <\(isHidden)>}",
        ]
        let security: String? =
            switch key {
            case .none: nil
            case .wep(let key): "'key-mgmt': <'none'>, 'wep-key0': <\(quoted(key))>"
            case .wpa(let password): "'key-mgmt': <'wpa-psk'>, 'psk': <\(quoted(password))>"
            case .sae(let password): "'key-mgmt': <'sae'>, 'psk': <\(quoted(password))>"
            }
        if let security { settings.append("'802-11-wireless-security': {\(security)}") }
        return "({\(settings.joined(separator: ", "))}, '/', '/')"
    }

    private static func quoted(_ text: String) -> String {
        let value = g_variant_ref_sink(g_variant_new_string(text))
        defer { g_variant_unref(value) }
        let printed = g_variant_print(value, 0)
        defer { g_free(printed) }
        return printed.map { String(cString: $0) } ?? "''"
    }
}
