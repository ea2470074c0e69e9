internal import CGtk
import Foundation

/// Sends files with the desktop's e-mail program.
@MainActor
package enum Mail {
    private static let portal = "org.freedesktop.portal.Desktop"

    /// Why there is no message.
    package enum Failure: Sendable {
        /// There is no portal, or no e-mail program behind it.
        case noProgram
        /// The e-mail program was asked, and has failed.
        case refused
    }

    /// Opens a new message with attachments.
    ///
    /// - Parameters:
    ///   - paths: the files.
    ///   - application: whose bus is used.
    ///   - failed: called once if there is no message, perhaps long after this call; not when a person cancels it.
    ///
    /// Source: freedesktop.org, XDG Desktop Portal, org.freedesktop.portal.Email, version 3.
    package static func compose(
        attaching paths: [String], for application: Application, failed: @escaping @MainActor (Failure) -> Void
    ) {
        let refuse = { failed(.noProgram) }
        let files = Object(owned: UnsafeMutableRawPointer(g_unix_fd_list_new()))
        for path in paths {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return refuse() }
            // It takes a duplicate.
            let index = g_unix_fd_list_append(files.cast(), descriptor, nil)
            close(descriptor)
            guard index >= 0 else { return refuse() }
        }
        guard let bus = g_application_get_dbus_connection(application.cast()) else { return refuse() }
        let handles = paths.indices.map { "handle \($0)" }.joined(separator: ", ")
        let type = g_variant_type_new("(sa{sv})")
        defer { g_variant_type_free(type) }
        let request = PortalRequest(on: bus)
        let text = "('', {'handle_token': <'\(request.token)'>, 'attachment_fds': <@ah [\(handles)]>})"
        guard let arguments = attempt({ g_variant_parse(type, text, nil, nil, $0) }) else { return refuse() }
        let connection = Object(UnsafeMutableRawPointer(bus))
        // Before the call, so that no answer is missed.
        request.onResponse { if $0 == .failed { failed(.refused) } }
        g_dbus_connection_call_with_unix_fd_list(
            bus, portal, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Email", "ComposeEmail", arguments,
            nil, G_DBUS_CALL_FLAGS_NONE, -1, files.cast(), nil, replied,
            Reply.box { result in
                let reply = attempt {
                    g_dbus_connection_call_with_unix_fd_list_finish(connection.opaque, nil, result, $0)
                }
                if let reply { return g_variant_unref(reply) }
                request.end()
                failed(.noProgram)
            })
        g_variant_unref(arguments)
    }
}
