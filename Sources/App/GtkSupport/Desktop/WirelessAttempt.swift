internal import CGtk

/// Follows one attempt to join a network.
///
/// NetworkManager answers when it has accepted the request; later, its device reports whether the connection failed.
/// The device is known only after the answer, and it may have failed by then. So the signals of all devices are
/// received from before the call on.
///
/// Source: NetworkManager, "D-Bus API Reference": org.freedesktop.NetworkManager.Device, StateChanged; "Types and Constants":
/// NMDeviceState, NMDeviceStateReason.
@MainActor
final class WirelessAttempt {
    private enum State {
        static let activated: UInt32 = 100
        static let failed: UInt32 = 120
    }

    private static let service = "org.freedesktop.NetworkManager"

    private let bus: Object
    private let report: @MainActor (WirelessConnection.Failure) -> Void
    /// The paths of the devices that join; `nil` while it is not known which.
    private var devices: Set<String>?
    private var changes: [Change] = []
    private var subscription: guint = 0

    private struct Change {
        var device: String
        var state: UInt32
        var reason: UInt32
    }

    /// - Parameter report: is called at most once, if the device fails.
    init(on bus: Object, _ report: @escaping @MainActor (WirelessConnection.Failure) -> Void) {
        self.bus = bus
        self.report = report
        let listener = Listener(self)
        subscription = g_dbus_connection_signal_subscribe(
            bus.opaque, Self.service, Self.service + ".Device", "StateChanged", nil, nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, path, _, _, parameters, data in
                onMain((path, parameters, data)) { path, parameters, data in
                    guard let path, let parameters, let data else { return }
                    Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue().hear(String(cString: path), parameters)
                }
            }, Unmanaged.passRetained(listener).toOpaque(),
            { data in if let data { Unmanaged<Listener>.fromOpaque(data).release() } })
    }

    /// Finds out which devices join, and then listens to those only.
    ///
    /// - Parameter path: the active connection.
    func follow(_ path: String) {
        guard
            let arguments = attempt({ error in
                g_variant_parse(nil, "('\(Self.service).Connection.Active', 'Devices')", nil, nil, error)
            })
        else { return end() }
        g_dbus_connection_call(
            bus.opaque, Self.service, path, "org.freedesktop.DBus.Properties", "Get", arguments, nil,
            G_DBUS_CALL_FLAGS_NONE, -1, nil, replied,
            Reply.box { [self] result in
                if let reply = attempt({ g_dbus_connection_call_finish(bus.opaque, result, $0) }) {
                    defer { g_variant_unref(reply) }
                    devices = Set(Self.paths(in: reply))
                } else {
                    // A connection that has already failed is gone, and its list of devices with it.
                    devices = Set(changes.map(\.device))
                }
                for change in changes { judge(change) }
                changes = []
            })
        g_variant_unref(arguments)
    }

    /// Stops listening.
    func end() {
        if subscription != 0 { g_dbus_connection_signal_unsubscribe(bus.opaque, subscription) }
        subscription = 0
    }

    private func judge(_ change: Change) {
        guard subscription != 0 else { return }
        guard let devices else { return changes.append(change) }
        guard devices.contains(change.device) else { return }
        switch change.state {
        case State.activated: end()
        case State.failed:
            end()
            report(WirelessConnection.Failure(reason: change.reason))
        default: break
        }
    }

    /// The object paths in a value of the type `(v)` with an array of them.
    private static func paths(in reply: OpaquePointer) -> [String] {
        guard let boxed = g_variant_get_child_value(reply, 0) else { return [] }
        defer { g_variant_unref(boxed) }
        guard let array = g_variant_get_variant(boxed) else { return [] }
        defer { g_variant_unref(array) }
        return (0..<g_variant_n_children(array)).compactMap { text(array, $0) }
    }

    /// A text that is part of a value.
    static func text(_ value: OpaquePointer, _ place: gsize) -> String? {
        guard let child = g_variant_get_child_value(value, place) else { return nil }
        defer { g_variant_unref(child) }
        return g_variant_get_string(child, nil).map { String(cString: $0) }
    }

    private final class Listener {
        private weak var attempt: WirelessAttempt?

        init(_ attempt: WirelessAttempt) { self.attempt = attempt }

        @MainActor func hear(_ device: String, _ parameters: OpaquePointer) {
            func number(_ place: gsize) -> UInt32 {
                let child = g_variant_get_child_value(parameters, place)
                defer { g_variant_unref(child) }
                return child.map { g_variant_get_uint32($0) } ?? 0
            }
            // The second is the old state.
            attempt?.judge(Change(device: device, state: number(0), reason: number(2)))
        }
    }
}
