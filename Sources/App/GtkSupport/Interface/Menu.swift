internal import CGtk

/// Entries that start actions, for menu buttons whose entries are known only while the program runs.
package final class Menu: Object {
    package convenience init() { self.init(owned: UnsafeMutableRawPointer(g_menu_new())) }

    /// - Parameters:
    ///   - action: by its full name, such as `win.camera`.
    ///   - target: the text that the action gets; the entry is marked while it is the action's state.
    package func append(_ label: String, action: String, target: String) {
        let item = g_menu_item_new(label, nil)
        defer { g_object_unref(UnsafeMutableRawPointer(item)) }
        g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(target))
        g_menu_append_item(opaque, item)
    }

    package func removeAll() { g_menu_remove_all(opaque) }
}
