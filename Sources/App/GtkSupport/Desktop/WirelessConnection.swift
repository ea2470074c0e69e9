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

    /// The answer to a request to join.
    package enum Answer {
        /// There is no NetworkManager, or it refuses.
        case refused
        /// It tries.
        case joining
        /// It has tried.
        case failed(Failure)
    }

    /// Why a network was not joined after all.
    nonisolated package enum Failure {
        /// The network wants another password.
        case wrongPassword
        /// The network ended the connection while it was being set up, as some do after a wrong password.
        case brokenOff
        case outOfReach
        case other

        /// - Parameter reason: a NMDeviceStateReason.
        package init(reason: UInt32) {
            self =
                switch reason {
                // NO_SECRETS.
                case 7: .wrongPassword
                // SUPPLICANT_DISCONNECT, _CONFIG_FAILED, _FAILED, _TIMEOUT.
                case 8...11: .brokenOff
                // SSID_NOT_FOUND.
                case 53: .outOfReach
                default: .other
                }
        }
    }

    /// The latest attempt: a person who joins another network wants to hear about that one.
    private static var current: WirelessAttempt?

    /// Joins a network, and remembers it.
    ///
    /// - Parameter done: receives ``Answer/refused`` or ``Answer/joining``, and after the latter perhaps
    ///   ``Answer/failed(_:)``.
    ///
    /// Source: NetworkManager, "D-Bus API Reference": org.freedesktop.NetworkManager, AddAndActivateConnection.
    package static func join(
        _ name: String, _ key: Key, isHidden: Bool, done: @escaping @MainActor (Answer) -> Void
    ) {
        g_bus_get(
            G_BUS_TYPE_SYSTEM, nil, replied,
            Reply.box { result in
                guard let bus = attempt({ g_bus_get_finish(result, $0) }) else { return done(.refused) }
                let connection = Object(owned: UnsafeMutableRawPointer(bus))
                // The program must not end with the system's bus.
                g_dbus_connection_set_exit_on_close(connection.opaque, 0)
                join(on: connection, arguments(name, key, isHidden: isHidden), done)
            })
    }

    private static func join(
        on bus: Object, _ arguments: String, _ done: @escaping @MainActor (Answer) -> Void
    ) {
        let service = "org.freedesktop.NetworkManager"
        let type = g_variant_type_new("(a{sa{sv}}oo)")
        defer { g_variant_type_free(type) }
        guard let parameters = attempt({ g_variant_parse(type, arguments, nil, nil, $0) }) else {
            return done(.refused)
        }
        current?.end()
        let new = WirelessAttempt(on: bus) { done(.failed($0)) }
        current = new
        g_dbus_connection_call(
            bus.opaque, service, "/org/freedesktop/NetworkManager", service, "AddAndActivateConnection", parameters,
            nil,
            G_DBUS_CALL_FLAGS_NONE, -1, nil, replied,
            Reply.box { result in
                let reply = attempt { g_dbus_connection_call_finish(bus.opaque, result, $0) }
                guard let reply else {
                    new.end()
                    return done(.refused)
                }
                defer { g_variant_unref(reply) }
                done(.joining)
                if let active = WirelessAttempt.text(reply, 1) { new.follow(active) }
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
