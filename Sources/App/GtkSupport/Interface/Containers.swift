internal import CGtk

/// Operations of particular kinds of widgets.
extension Widget {
    /// Moves a child of a `GtkFixed`.
    package func move(_ child: Widget, to point: Point) { gtk_fixed_move(cast(), child.cast(), point.x, point.y) }

    /// Appends to a `GtkBox`.
    package func append(_ child: Widget) { gtk_box_append(cast(), child.cast()) }

    /// Removes a child of a `GtkBox`.
    package func remove(_ child: Widget) { gtk_box_remove(cast(), child.cast()) }

    /// Empties a `GtkBox`.
    package func removeChildren() { for child in children { remove(child) } }

    /// Shows the page with that name in a `GtkStack`.
    package func showPage(_ name: String) { gtk_stack_set_visible_child_name(opaque, name) }

    package static func icon(_ name: String) -> Widget {
        Widget(UnsafeMutableRawPointer(gtk_image_new_from_icon_name(name)))
    }

    /// Calls `body` when a `GtkMenuButton` is about to open; its contents must be set by then.
    package func onPopup(_ body: @escaping @MainActor () -> Void) {
        gtk_menu_button_set_create_popup_func(
            opaque, { _, data in Closure.call(data) }, Unmanaged.passRetained(Closure(body)).toOpaque(),
            { Boxes.release($0) })
    }

    /// Calls `body` when the menu or panel of a `GtkMenuButton` opens or closes.
    package func onMenu(_ body: @escaping @MainActor (_ isOpen: Bool) -> Void) {
        let button = button
        // The menu button itself has this property only since GTK 4.10.
        let toggle = button.cast(to: GtkToggleButton.self)
        button.on("notify::active") { body(gtk_toggle_button_get_active(toggle) != 0) }
    }

    /// Opens the menu or panel of a `GtkMenuButton`.
    package func openMenu() { gtk_menu_button_popup(opaque) }

    package func closeMenu() { gtk_menu_button_popdown(opaque) }

    /// Puts a text on the clipboard.
    package func copy(_ text: String) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(cast()), text)
    }

    /// One of several buttons for an action's state: it stays pressed while that is `target`. For screen readers it is a
    /// radio button, see ``describeChoices()``.
    package static func choice(_ label: String, action: String, target: String) -> Widget {
        let button = Widget(newObject(gtk_toggle_button_get_type(), role: GTK_ACCESSIBLE_ROLE_RADIO))
        gtk_button_set_label(button.cast(), label)
        gtk_actionable_set_action_name(button.opaque, action)
        gtk_actionable_set_action_target_value(button.opaque, g_variant_new_string(target))
        return button
    }
}

/// Text in Pango's markup language.
package enum Markup {
    /// Escapes text for use in markup.
    package static func escaped(_ text: String) -> String {
        let escaped = g_markup_escape_text(text, -1)
        defer { g_free(escaped) }
        return escaped.map { String(cString: $0) } ?? ""
    }
}
