internal import CGtk

/// Menu entries that start actions, for menus that are only known at run time.
package final class Menu: Object {
    package convenience init() { self.init(owned: UnsafeMutableRawPointer(g_menu_new())) }

    /// - Parameters:
    ///   - action: its full name, such as `win.camera`.
    ///   - target: the action's argument; the entry is marked while it is the action's state.
    package func append(_ label: String, action: String, target: String) {
        let item = g_menu_item_new(label, nil)
        defer { g_object_unref(UnsafeMutableRawPointer(item)) }
        g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(target))
        g_menu_append_item(opaque, item)
    }

    package func removeAll() { g_menu_remove_all(opaque) }
}
