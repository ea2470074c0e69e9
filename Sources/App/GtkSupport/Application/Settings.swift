internal import CGtk

/// Settings that the desktop keeps between runs.
package final class Settings: Object {
    /// - Parameter key: one that the schema must have; to ask for a key that is not there ends the program.
    /// - Returns: `nil` if the schema is neither installed nor in the program's ``DataFolder``.
    package static func open(_ id: String, having key: String? = nil) -> Settings? {
        let installed = g_settings_schema_source_get_default()
        let own = DataFolder.path.flatMap {
            g_settings_schema_source_new_from_directory($0 + "/glib-2.0/schemas", installed, 1, nil)
        }
        defer { if let own { g_settings_schema_source_unref(own) } }
        guard let source = own ?? installed, let schema = g_settings_schema_source_lookup(source, id, 1) else {
            return nil
        }
        defer { g_settings_schema_unref(schema) }
        if let key, g_settings_schema_has_key(schema, key) == 0 { return nil }
        return Settings(owned: UnsafeMutableRawPointer(g_settings_new_full(schema, nil, nil)))
    }

    /// Waits until all changes are saved, which does not happen by itself when the program exits.
    package static func sync() { g_settings_sync() }

    package subscript(key key: String) -> Bool {
        get { g_settings_get_boolean(cast(), key) != 0 }
        set { g_settings_set_boolean(cast(), key, newValue ? 1 : 0) }
    }

    /// Binds a property to a key, in both directions.
    package func bind(_ key: String, to property: String, of object: Object) {
        g_settings_bind(cast(), key, object.pointer, property, G_SETTINGS_BIND_DEFAULT)
    }

    /// Calls `body` when a key has changed, whoever changed it.
    package func onSetting(_ key: String, _ body: @escaping @MainActor () -> Void) { on("changed::\(key)", body) }
}
