internal import CGtk

/// The desktop's services for files.
@MainActor
package enum Desktop {
    /// Opens something with its default program; in a sandbox, through the portal.
    ///
    /// - Parameter failed: receives the reason if there is no such program.
    package static func open(uri: String, for window: Window, failed: @escaping @MainActor (String) -> Void) {
        gtk_show_uri_full(
            window.cast(), uri, guint32(GDK_CURRENT_TIME), nil,
            { source, result, data in
                onMain((source, result, data)) { source, result, data in
                    var error: UnsafeMutablePointer<GError>?
                    let window: UnsafeMutablePointer<GtkWindow>? = source.map { .init(OpaquePointer($0)) }
                    gtk_show_uri_full_finish(window, result, &error)
                    Answer.take(data, error)
                }
            }, Answer.box(failed))
    }

    /// Lets the user choose a program for a file, and opens it with that.
    package static func openWith(path: String, for window: Window, failed: @escaping @MainActor (String) -> Void) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let new = gtk_app_chooser_dialog_new(window.cast(), cgtk_dialog_modal(), file) else { return }
        let dialog = Window(UnsafeMutableRawPointer(new))
        dialog.onResponse { response in
            defer { gtk_window_destroy(dialog.cast()) }
            guard response == GTK_RESPONSE_OK.rawValue, let info = gtk_app_chooser_get_app_info(dialog.opaque) else {
                return
            }
            defer { g_object_unref(UnsafeMutableRawPointer(info)) }
            var files = GList(data: UnsafeMutableRawPointer(g_file_new_for_path(path)), next: nil, prev: nil)
            defer { g_object_unref(files.data) }
            var error: UnsafeMutablePointer<GError>?
            if g_app_info_launch(info, &files, nil, &error) == 0 { failed(Answer.message(error)) }
        }
        dialog.present()
    }

    /// Shows a file in its folder, in the file manager.
    ///
    /// - Parameter failed: receives the reason if no file manager can.
    ///
    /// Source: freedesktop.org, "File Manager D-Bus Interface".
    package static func reveal(
        uris: [String], for application: Application, failed: @escaping @MainActor (String) -> Void
    ) {
        guard let bus = g_application_get_dbus_connection(application.cast()) else {
            return failed(gettext("The file manager cannot be reached: there is no session bus."))
        }
        var texts: [UnsafePointer<CChar>?] = uris.map { UnsafePointer(strdup($0)) }
        defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
        var arguments: [OpaquePointer?] = [
            g_variant_new_strv(&texts, gssize(uris.count)), g_variant_new_string(""),
        ]
        g_dbus_connection_call(
            bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1",
            "ShowItems", g_variant_new_tuple(&arguments, 2), nil, G_DBUS_CALL_FLAGS_NONE, 5000, nil,
            { bus, result, data in
                onMain((bus, result, data)) { bus, result, data in
                    var error: UnsafeMutablePointer<GError>?
                    let reply = g_dbus_connection_call_finish(bus.map { OpaquePointer($0) }, result, &error)
                    if let reply { g_variant_unref(reply) }
                    Answer.take(data, error)
                }
            }, Answer.box(failed))
    }

    /// Lets the user choose a folder; in a sandbox, through the portal.
    ///
    /// - Parameters:
    ///   - accept: the label of the button, with a mnemonic.
    ///   - chosen: receives its path; not called if the user changes their mind.
    package static func chooseFolder(
        _ title: String, accept: String, for window: Window, chosen: @escaping @MainActor (String) -> Void
    ) {
        choose(GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, title, accept: accept, for: window, chosen: chosen)
    }

    /// Lets the user choose a name for a new file; in a sandbox, through the portal. The dialog asks before a file is
    /// replaced.
    ///
    /// - Parameters:
    ///   - name: the proposed name.
    ///   - accept: the label of the button, with a mnemonic.
    ///   - chosen: receives its path; not called if the user changes their mind.
    package static func chooseNewFile(
        _ title: String, named name: String, accept: String, for window: Window,
        chosen: @escaping @MainActor (String) -> Void
    ) {
        choose(GTK_FILE_CHOOSER_ACTION_SAVE, title, named: name, accept: accept, for: window, chosen: chosen)
    }

    private static func choose(
        _ action: GtkFileChooserAction, _ title: String, named name: String? = nil, accept: String, for window: Window,
        chosen: @escaping @MainActor (String) -> Void
    ) {
        guard let new = gtk_file_chooser_native_new(title, window.cast(), action, accept, nil) else { return }
        let chooser = Object(owned: UnsafeMutableRawPointer(new))
        if let name { gtk_file_chooser_set_current_name(chooser.opaque, name) }
        // It would begin with files used recently, among which nothing can be saved.
        let home = g_file_new_for_path(g_get_home_dir())
        gtk_file_chooser_set_current_folder(chooser.opaque, home, nil)
        g_object_unref(UnsafeMutableRawPointer(home))
        // It lives until the answer: the handler, which holds it, goes when the dialog is destroyed.
        chooser.onResponse { response in
            defer { gtk_native_dialog_destroy(chooser.cast()) }
            guard response == GTK_RESPONSE_ACCEPT.rawValue, let file = gtk_file_chooser_get_file(chooser.opaque) else {
                return
            }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            guard let path = g_file_get_path(file) else { return }
            defer { g_free(path) }
            chosen(String(cString: path))
        }
        gtk_native_dialog_show(chooser.cast())
    }

    /// Puts files on the clipboard.
    package static func copy(paths: [String], from widget: Widget) {
        var list: UnsafeMutablePointer<GSList>?
        for path in paths.reversed() {
            list = g_slist_prepend(list, UnsafeMutableRawPointer(g_file_new_for_path(path)))
        }
        defer { g_slist_free_full(list, { g_object_unref($0) }) }
        var value = GValue()
        g_value_init(&value, gdk_file_list_get_type())
        g_value_set_boxed(&value, list)
        gdk_clipboard_set_value(gtk_widget_get_clipboard(widget.cast()), &value)
        g_value_unset(&value)
    }
}

/// What to do if the answer is an error.
private final class Answer {
    private let failed: @MainActor (String) -> Void

    private init(_ failed: @escaping @MainActor (String) -> Void) { self.failed = failed }

    static func box(_ failed: @escaping @MainActor (String) -> Void) -> gpointer {
        Unmanaged.passRetained(Answer(failed)).toOpaque()
    }

    /// Called once for each box.
    @MainActor static func take(_ data: gpointer?, _ error: UnsafeMutablePointer<GError>?) {
        guard let data else { return }
        let answer = Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
        if error != nil { answer.failed(message(error)) }
    }

    @MainActor static func message(_ error: UnsafeMutablePointer<GError>?) -> String {
        defer { g_error_free(error) }
        return error.map { String(cString: $0.pointee.message) } ?? ""
    }
}

extension Object {
    func onResponse(_ body: @escaping @MainActor (Int32) -> Void) {
        let handler: @convention(c) (OpaquePointer?, Int32, gpointer?) -> Void = { _, response, data in
            onMain(data) { Boxes.object($0, as: ResponseClosure.self)?.body(response) }
        }
        connect("response", unsafeBitCast(handler, to: GCallback.self), ResponseClosure(body))
    }
}

private final class ResponseClosure {
    let body: @MainActor (Int32) -> Void

    init(_ body: @escaping @MainActor (Int32) -> Void) { self.body = body }
}
