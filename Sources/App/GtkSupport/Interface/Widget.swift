internal import CGtk

/// Something on the screen.
package class Widget: Object {
    package func addClass(_ name: String) { gtk_widget_add_css_class(cast(), name) }

    package func removeClass(_ name: String) { gtk_widget_remove_css_class(cast(), name) }

    /// Adds or removes a style class.
    package func setClass(_ name: String, _ isOn: Bool) { isOn ? addClass(name) : removeClass(name) }

    package func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(cast(), name) != 0 }

    /// In layout units; on a dense display each is several pixels.
    package var width: Int { Int(gtk_widget_get_width(cast())) }
    package var height: Int { Int(gtk_widget_get_height(cast())) }

    /// The width at which it shows all of its content, in layout units.
    package var naturalWidth: Int {
        var natural: gint = 0
        gtk_widget_measure(cast(), GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
        return Int(natural)
    }

    /// Pixels per layout unit.
    package var scaleFactor: Int { Int(gtk_widget_get_scale_factor(cast())) }

    /// Whether the user wants animations.
    package var isAnimated: Bool { adw_get_enable_animations(cast()) != 0 }

    /// Whether its window is drawn without a GPU.
    package var isDrawnByCairo: Bool {
        guard let native = gtk_widget_get_native(cast()), let renderer = gtk_native_get_renderer(native) else {
            return false
        }
        return g_type_check_instance_is_a(
            UnsafeMutableRawPointer(renderer).assumingMemoryBound(to: GTypeInstance.self), gsk_cairo_renderer_get_type()
        ) != 0
    }

    package var isRightToLeft: Bool {
        get { gtk_widget_get_direction(cast()) == GTK_TEXT_DIR_RTL }
        set { gtk_widget_set_direction(cast(), newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
    }

    /// The name of its C type.
    var typeName: String { g_type_name(cgtk_type_of(pointer)).map { String(cString: $0) } ?? "" }

    package enum Alignment: Int {
        case fill
        case start
        case end
        case center
    }

    /// Its position if it has more room than it needs.
    package var verticalAlignment: Alignment {
        get { Alignment(rawValue: self[property: "valign"]) ?? .fill }
        set { self[property: "valign"] = newValue.rawValue }
    }

    package var horizontalAlignment: Alignment {
        get { Alignment(rawValue: self[property: "halign"]) ?? .fill }
        set { self[property: "halign"] = newValue.rawValue }
    }

    @discardableResult
    package func grabFocus() -> Bool { gtk_widget_grab_focus(cast()) != 0 }

    /// Gives the focus to the first control in it.
    ///
    /// - Returns: whether there is one.
    package func focusFirst() -> Bool { gtk_widget_child_focus(cast(), GTK_DIR_TAB_FORWARD) != 0 }

    /// Whether it or a control in it has the focus that its window has, or will have.
    package var containsFocus: Bool {
        guard let root = gtk_widget_get_root(cast()), let focus = gtk_root_get_focus(root) else { return false }
        return focus == cast() || gtk_widget_is_ancestor(focus, cast()) != 0
    }

    /// Gives the window's keyboard to nothing.
    package func dropFocus() {
        if let root = gtk_widget_get_root(cast()) { gtk_root_set_focus(root, nil) }
    }

    /// Starts an action of its window or application, by its full name, with a text argument.
    package func activateAction(_ name: String, _ argument: String) {
        gtk_widget_activate_action_variant(cast(), name, g_variant_new_string(argument))
    }

    /// Makes a `GtkSpinner` turn while it is visible. A hidden one that turns costs as much, because GTK lays out the
    /// whole window for each step.
    package func spinWhileSeen() {
        // The widget outlives this reference to it, and a reference in its own handlers would keep it forever.
        let pointer = pointer
        on("map") { Widget(pointer).spinning = true }
        on("unmap") { Widget(pointer).spinning = false }
    }

    /// Its child widgets, in order.
    package var children: [Widget] {
        sequence(first: gtk_widget_get_first_child(cast())) { $0.flatMap { gtk_widget_get_next_sibling($0) } }
            .prefix { $0 != nil }.compactMap { $0.map { Widget(UnsafeMutableRawPointer($0)) } }
    }

    /// The first widget in it, however deep, that meets the condition.
    package func firstPart(_ condition: (Widget) -> Bool) -> Widget? {
        for child in children {
            if let part = condition(child) ? child : child.firstPart(condition) { return part }
        }
        return nil
    }
}
