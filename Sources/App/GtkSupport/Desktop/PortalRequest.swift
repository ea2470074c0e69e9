internal import CGtk

/// A request to the desktop's portal, which answers twice: the call returns when the request is accepted, and a signal tells
/// later what became of it.
///
/// Source: freedesktop.org, XDG Desktop Portal, org.freedesktop.portal.Request.
@MainActor
final class PortalRequest {
    /// The signal's first number.
    enum Response: UInt32 {
        case succeeded = 0
        /// By a person.
        case cancelled = 1
        case failed = 2
    }

    private static var count = 0
    /// The call's `handle_token`.
    let token: String
    private let bus: OpaquePointer
    private var subscription: guint = 0

    init(on bus: OpaquePointer) {
        self.bus = bus
        Self.count += 1
        token = "avcam_\(getpid())_\(Self.count)"
    }

    /// Calls `body` once, when the signal comes.
    func onResponse(_ body: @escaping @MainActor (Response) -> Void) {
        let name = g_dbus_connection_get_unique_name(bus).map { String(cString: $0) } ?? ""
        let sender = name.drop { $0 == ":" }.map { $0 == "." ? "_" : String($0) }.joined()
        let listener = Listener { [self] in
            end()
            body($0)
        }
        subscription = g_dbus_connection_signal_subscribe(
            bus, "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Request", "Response",
            "/org/freedesktop/portal/desktop/request/\(sender)/\(token)", nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, parameters, data in
                onMain((parameters, data)) { parameters, data in
                    guard let parameters, let data else { return }
                    Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue().hear(parameters)
                }
            }, Unmanaged.passRetained(listener).toOpaque(),
            { data in if let data { Unmanaged<Listener>.fromOpaque(data).release() } })
    }

    /// Listens no more.
    func end() {
        if subscription != 0 { g_dbus_connection_signal_unsubscribe(bus, subscription) }
        subscription = 0
    }

    private final class Listener {
        private let body: @MainActor (Response) -> Void

        init(_ body: @escaping @MainActor (Response) -> Void) { self.body = body }

        func hear(_ parameters: OpaquePointer) {
            let first = g_variant_get_child_value(parameters, 0)
            defer { g_variant_unref(first) }
            body(first.flatMap { Response(rawValue: g_variant_get_uint32($0)) } ?? .failed)
        }
    }
}
