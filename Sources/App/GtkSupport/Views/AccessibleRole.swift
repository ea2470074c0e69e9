internal import CGtk

/// What a screen reader calls a widget.
package nonisolated enum AccessibleRole: Hashable, Sendable {
    case none
    case generic
    case group
    case button
    case link
    case heading
    case image
    case label
    case slider
    case searchField
    case toggle
    case tabs
    case tab
    case progress
    case alert
    case dialog
    case list
    case listItem

    var role: GtkAccessibleRole {
        switch self {
        case .none: GTK_ACCESSIBLE_ROLE_PRESENTATION
        case .generic: GTK_ACCESSIBLE_ROLE_GENERIC
        case .group: GTK_ACCESSIBLE_ROLE_GROUP
        case .button: GTK_ACCESSIBLE_ROLE_BUTTON
        case .link: GTK_ACCESSIBLE_ROLE_LINK
        case .heading: GTK_ACCESSIBLE_ROLE_HEADING
        case .image: GTK_ACCESSIBLE_ROLE_IMG
        case .label: GTK_ACCESSIBLE_ROLE_LABEL
        case .slider: GTK_ACCESSIBLE_ROLE_SLIDER
        case .searchField: GTK_ACCESSIBLE_ROLE_SEARCH_BOX
        case .toggle: GTK_ACCESSIBLE_ROLE_SWITCH
        case .tabs: GTK_ACCESSIBLE_ROLE_TAB_LIST
        case .tab: GTK_ACCESSIBLE_ROLE_TAB
        case .progress: GTK_ACCESSIBLE_ROLE_PROGRESS_BAR
        case .alert: GTK_ACCESSIBLE_ROLE_ALERT
        case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
        case .list: GTK_ACCESSIBLE_ROLE_LIST
        case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
        }
    }
}

extension Widget {
    /// A new GTK object of a widget's type with another role than the type's: it cannot be changed once the widget is on a
    /// window.
    static func newObject(_ type: GType, role: GtkAccessibleRole) -> UnsafeMutableRawPointer {
        var value = GValue()
        g_value_init(&value, gtk_accessible_role_get_type())
        defer { g_value_unset(&value) }
        g_value_set_enum(&value, gint(role.rawValue))
        let name = strdup("accessible-role")
        defer { free(name) }
        var names: [UnsafePointer<CChar>?] = [UnsafePointer(name)]
        return UnsafeMutableRawPointer(g_object_new_with_properties(type, 1, &names, &value)!)
    }

    /// What a screen reader says of it after its name.
    package func setAccessibleDescription(_ text: String?) {
        guard let text else { return cgtk_clear_accessible_description(pointer) }
        cgtk_set_accessible_description(pointer, text)
    }

    /// What a screen reader says of its state, such as a slider's number.
    package func setAccessibleValue(_ text: String) { cgtk_set_accessible_value(pointer, text) }

    package func setAccessibleSelected(_ isSelected: Bool) { cgtk_set_accessible_selected(pointer, isSelected ? 1 : 0) }

    /// Whether it cannot be used now.
    package func setAccessibleDisabled(_ isDisabled: Bool) { cgtk_set_accessible_disabled(pointer, isDisabled ? 1 : 0) }

    /// Whether screen readers pass over it and what is in it.
    package func setAccessibleHidden(_ isHidden: Bool) { cgtk_set_accessible_hidden(pointer, isHidden ? 1 : 0) }
}
