internal import CGtk

/// A window of the program.
package final class Window: Widget {
    package func present() { gtk_window_present(cast()) }

    package func close() { gtk_window_close(cast()) }

    package var isFullscreen: Bool {
        get { gtk_window_is_fullscreen(cast()) != 0 }
        set { newValue ? gtk_window_fullscreen(cast()) : gtk_window_unfullscreen(cast()) }
    }

    /// Gives a control the focus that the window has, or will have.
    package func focus(on control: Widget) { gtk_window_set_focus(cast(), control.cast()) }

    /// Whether one of its controls has that focus. When a control that had it disappears, GTK may give it to the scroller
    /// around it, where no key does anything.
    package var isControlFocused: Bool {
        guard let focus = gtk_window_get_focus(cast()) else { return false }
        return Widget(UnsafeMutableRawPointer(focus)).typeName != "GtkScrolledWindow"
    }

    /// Whether a control, a part of it or its menu has that focus.
    package func isFocused(in control: Widget) -> Bool {
        guard let focus = gtk_window_get_focus(cast()) else { return false }
        return focus == control.cast() || gtk_widget_is_ancestor(focus, control.cast()) != 0
    }

    /// Calls `body` whenever the window may have become visible or hidden.
    package func onVisibilityChange(_ body: @escaping @MainActor (_ isVisible: Bool) -> Void) {
        on("map") { [unowned self] in
            if let surface = gtk_native_get_surface(opaque) {
                Object(UnsafeMutableRawPointer(surface)).on("notify::state") { [weak self] in
                    if let self { body(isShown) }
                }
            }
            body(isShown)
        }
        on("unmap") { body(false) }
    }

    /// Mapped, and not minimized.
    private var isShown: Bool {
        guard gtk_widget_get_mapped(cast()) != 0, let surface = gtk_native_get_surface(opaque) else { return false }
        return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue == 0
    }

    /// Calls `body` when the user closes the window, which stays until ``destroy()``.
    package func onCloseRequest(_ body: @escaping @MainActor () -> Void) {
        let handler: @convention(c) (OpaquePointer?, gpointer?) -> gboolean = { _, data in
            Closure.call(data)
            return 1
        }
        connect("close-request", unsafeBitCast(handler, to: GCallback.self), Closure(body))
    }

    /// Brings the dialog over it to the front.
    ///
    /// - Returns: whether there is one.
    package func presentDialog() -> Bool {
        let windows = gtk_window_list_toplevels()
        defer { g_list_free(windows) }
        for entry in sequence(first: windows, next: { $0?.pointee.next }) {
            guard let dialog = entry?.pointee.data?.assumingMemoryBound(to: GtkWindow.self) else { break }
            if gtk_window_get_transient_for(dialog) == cast(), gtk_window_get_modal(dialog) != 0,
                gtk_widget_get_visible(UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkWidget.self)) != 0
            {
                gtk_window_present(dialog)
                return true
            }
        }
        return false
    }

    package func destroy() { gtk_window_destroy(cast()) }
}
