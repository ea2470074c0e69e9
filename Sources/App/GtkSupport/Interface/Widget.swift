internal import CGtk

/// Something on the screen.
package class Widget: Object {
    package func addClass(_ name: String) { gtk_widget_add_css_class(cast(), name) }

    package func removeClass(_ name: String) { gtk_widget_remove_css_class(cast(), name) }

    /// Gives it a class of the style sheet, or takes it away.
    package func setClass(_ name: String, _ isOn: Bool) { isOn ? addClass(name) : removeClass(name) }

    package func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(cast(), name) != 0 }

    /// In units of the layout; a dense display has several pixels each.
    package var width: Int { Int(gtk_widget_get_width(cast())) }
    package var height: Int { Int(gtk_widget_get_height(cast())) }

    /// Pixels for each unit of the layout.
    package var scaleFactor: Int { Int(gtk_widget_get_scale_factor(cast())) }

    /// Whether the person wants to see things move.
    package var isAnimated: Bool { adw_get_enable_animations(cast()) != 0 }

    /// Whether the processor draws its window, and no graphics processor.
    package var isDrawnByCairo: Bool {
        guard let native = gtk_widget_get_native(cast()), let renderer = gtk_native_get_renderer(native) else {
            return false
        }
        return g_type_check_instance_is_a(
            UnsafeMutableRawPointer(renderer).assumingMemoryBound(to: GTypeInstance.self), gsk_cairo_renderer_get_type()
        ) != 0
    }

    package var isRightToLeft: Bool { gtk_widget_get_direction(cast()) == GTK_TEXT_DIR_RTL }

    /// The name of its type in C.
    var typeName: String { g_type_name(cgtk_type_of(pointer)).map { String(cString: $0) } ?? "" }

    package enum Alignment: Int {
        case fill
        case start
        case end
        case center
    }

    /// Where it is in more room than it needs.
    package var verticalAlignment: Alignment {
        get { Alignment(rawValue: self[property: "valign"]) ?? .fill }
        set { self[property: "valign"] = newValue.rawValue }
    }

    @discardableResult
    package func grabFocus() -> Bool { gtk_widget_grab_focus(cast()) != 0 }

    /// What it is called by those who cannot see it.
    package func setAccessibleLabel(_ label: String) { cgtk_set_accessible_label(pointer, label) }

    /// Starts an action of its window or application that takes a text, by the action's full name.
    package func activateAction(_ name: String, _ argument: String) {
        gtk_widget_activate_action_variant(cast(), name, g_variant_new_string(argument))
    }

    /// Lets a `GtkSpinner` turn while it is on the screen. One that turns out of sight costs as much: GTK lays the window
    /// out anew for each step.
    package func spinWhileSeen() {
        on("map") { [weak self] in self?.spinning = true }
        on("unmap") { [weak self] in self?.spinning = false }
    }

    /// The widgets in it, the first one first.
    package var children: [Widget] {
        sequence(first: gtk_widget_get_first_child(cast())) { $0.flatMap { gtk_widget_get_next_sibling($0) } }
            .prefix { $0 != nil }.compactMap { $0.map { Widget(UnsafeMutableRawPointer($0)) } }
    }
}
