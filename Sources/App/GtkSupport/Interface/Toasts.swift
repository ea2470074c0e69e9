internal import CGtk

/// A line that says what happened, and disappears by itself.
package final class Toast: Object {
    /// - Parameters:
    ///   - seconds: how long it stays; 0 means until it is dismissed.
    ///   - button: a button's label, and its action.
    package convenience init(_ title: String, seconds: Int = 5, button: (label: String, action: String)? = nil) {
        self.init(owned: UnsafeMutableRawPointer(adw_toast_new(Markup.escaped(title))))
        // The built-in title would be one line, cut off at the edge of the window.
        let label = gtk_label_new(title)!
        gtk_label_set_wrap(OpaquePointer(label), 1)
        adw_toast_set_custom_title(opaque, label)
        let title = UnsafeMutableRawPointer(label)
        let action = button?.label.replacing("_", with: "")
        Widget(title).on("map") { [weak self] in self?.nameButtons(around: Widget(title), action) }
        adw_toast_set_timeout(opaque, guint(seconds))
        if let button {
            adw_toast_set_button_label(opaque, button.label)
            adw_toast_set_action_name(opaque, button.action)
        }
    }

    /// Whether the keyboard's focus is in it; called when that changes.
    package var onFocus: (Bool) -> Void = { _ in }

    /// The close button that libadwaita adds has no accessible name, and the other one has its mnemonic in it.
    private func nameButtons(around title: Widget, _ action: String?) {
        let toast = sequence(first: title) { $0.parent as Widget? }.first { $0.typeName == "AdwToastWidget" }
        for part in toast?.children ?? [] where part.typeName == "GtkButton" {
            let isClosing = !(part.iconName as String).isEmpty
            if let name = isClosing ? gettext("Close") : action { part.setAccessibleName(name) }
        }
        toast?.onFocusInside { [weak self] in self?.onFocus($0) }
    }

    /// Calls `body` when it has gone, for whatever reason.
    package func onDismiss(_ body: @escaping @MainActor () -> Void) { on("dismissed", body) }

    package func dismiss() { adw_toast_dismiss(opaque) }
}

/// Where toasts appear.
package final class ToastOverlay: Widget {
    package func show(_ toast: Toast) {
        // libadwaita uses the height that the text has at its natural width, so that width must fit the window.
        let title = adw_toast_get_custom_title(toast.opaque)
        gtk_label_set_max_width_chars(title.map { OpaquePointer($0) }, lineLength)
        // The overlay takes over a reference.
        g_object_ref(toast.pointer)
        adw_toast_overlay_add_toast(opaque, toast.opaque)
    }

    /// In characters, besides a toast's margins and its button.
    private var lineLength: gint { min(max((gtk_widget_get_width(cast()) - 130) / 8, 24), 60) }
}
