internal import CGtk

/// A connection to the bus on which screen readers listen. GTK has one, too, but does not share it.
///
/// Source: AT-SPI2, org.a11y.Bus, org.a11y.atspi.Registry and org.a11y.atspi.Event.Object.
@MainActor
final class AccessibilityBus {
    let connection: Object

    private init(_ connection: Object) { self.connection = connection }

    /// - Returns: `nil` if there is no such bus.
    static func connect() async -> AccessibilityBus? {
        guard let address = await address() else { return nil }
        let flags = GDBusConnectionFlags(
            G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        let result = await answer { g_dbus_connection_new_for_address(address, flags, nil, nil, $0, $1) }
        return attempt({ g_dbus_connection_new_for_address_finish(result.opaque, $0) }).map {
            AccessibilityBus(Object(owned: UnsafeMutableRawPointer($0)))
        }
    }

    private static func address() async -> String? {
        // In a sandbox, it is another one than the session bus says.
        if let address = g_getenv("AT_SPI_BUS_ADDRESS"), address.pointee != 0 { return String(cString: address) }
        let result = await answer { g_bus_get(G_BUS_TYPE_SESSION, nil, $0, $1) }
        guard let bus = attempt({ g_bus_get_finish(result.opaque, $0) }) else { return nil }
        let session = Object(owned: UnsafeMutableRawPointer(bus))
        return await call("GetAddress", of: "org.a11y.Bus", "org.a11y.Bus", at: "/org/a11y/bus", on: session) {
            text($0, 0)
        }
    }

    var isClosed: Bool { g_dbus_connection_is_closed(connection.opaque) != 0 }

    /// What all screen readers together listen to.
    func listenedTo() async -> AccessibilityEvents {
        let registry = "org.a11y.atspi.Registry"
        let path = "/org/a11y/atspi/registry"
        let names = await Self.call("GetRegisteredEvents", of: registry, registry, at: path, on: connection) { reply in
            let events = g_variant_get_child_value(reply, 0)
            defer { g_variant_unref(events) }
            return (0..<g_variant_n_children(events)).map { number in
                let event = g_variant_get_child_value(events, number)
                defer { g_variant_unref(event) }
                return Self.text(event, 1)
            }
        }
        return AccessibilityEvents(names ?? [])
    }

    /// Sends an event of an object.
    ///
    /// - Parameters:
    ///   - path: the object's.
    ///   - detail: for a change of the state, which one.
    ///   - text: what goes with it.
    func emit(_ event: String, _ detail: String = "", of path: String, text: String = "") {
        let properties = attempt { g_variant_parse(nil, "@a{sv} {}", nil, nil, $0) }
        defer { properties.map { g_variant_unref($0) } }
        var arguments: [OpaquePointer?] = [
            g_variant_new_string(detail), g_variant_new_int32(1), g_variant_new_int32(0),
            g_variant_new_variant(g_variant_new_string(text)), properties,
        ]
        g_dbus_connection_emit_signal(
            connection.opaque, nil, path, "org.a11y.atspi.Event.Object", event, g_variant_new_tuple(&arguments, 5), nil)
    }

    private static func call<Value: Sendable>(
        _ method: String, of name: String, _ interface: String, at path: String, on bus: Object,
        read: (OpaquePointer) -> Value
    ) async -> Value? {
        let result = await answer {
            g_dbus_connection_call(
                bus.opaque, name, path, interface, method, nil, nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, $0, $1)
        }
        guard let reply = attempt({ g_dbus_connection_call_finish(bus.opaque, result.opaque, $0) }) else { return nil }
        defer { g_variant_unref(reply) }
        return read(reply)
    }

    /// Waits for the answer to a call.
    private static func answer(to call: (@escaping GAsyncReadyCallback, gpointer) -> Void) async -> Object {
        await withCheckedContinuation { continuation in
            call(
                replied,
                Reply.box { result in
                    // GLib calls back with a result, always.
                    if let result { continuation.resume(returning: Object(UnsafeMutableRawPointer(result))) }
                })
        }
    }

    private static func text(_ tuple: OpaquePointer?, _ index: gsize) -> String {
        let child = g_variant_get_child_value(tuple, index)
        defer { g_variant_unref(child) }
        return String(cString: g_variant_get_string(child, nil))
    }
}
