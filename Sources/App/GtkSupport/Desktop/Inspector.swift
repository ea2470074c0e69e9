internal import CGtk

/// GTK's own tool to look into a program, and to change it while it runs.
package enum Inspector {
    /// Takes it away for the rest of the program: its keys (Ctrl+Shift+D, Ctrl+Shift+I), and the variable that opens it.
    /// To be called before the first window is made.
    package static func disable() {
        unsetenv("GTK_DEBUG")
        let refuse: @convention(c) (gpointer?, gboolean) -> gboolean = { _, _ in 1 }
        g_type_class_unref(g_type_class_ref(gtk_window_get_type()))
        g_signal_override_class_handler(
            "enable-debugging", gtk_window_get_type(), unsafeBitCast(refuse, to: GCallback.self))
    }
}
