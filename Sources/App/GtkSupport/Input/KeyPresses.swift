internal import CGtk

/// A key that a person presses.
package nonisolated struct KeyPress: Equatable, Sendable {
    package nonisolated struct Modifiers: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        package static let shift = Modifiers(rawValue: 1)
        package static let control = Modifiers(rawValue: 2)
        package static let alt = Modifiers(rawValue: 4)
        package static let meta = Modifiers(rawValue: 8)
    }
    /// What the key writes, without its case.
    package let character: Character?
    /// GTK's name of the key, such as `Return`.
    package let name: String
    package let modifiers: Modifiers

    package init(character: Character?, name: String, modifiers: Modifiers) {
        (self.character, self.name, self.modifiers) = (character, name, modifiers)
    }
}

extension Window {
    /// Calls `body` for keys that the focused widget does not handle.
    ///
    /// - Parameter body: says whether it took the key.
    package func onKeyPress(_ body: @escaping @MainActor (KeyPress) -> Bool) {
        let controller = gtk_event_controller_key_new()!
        let pressed: @convention(c) (OpaquePointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
            _, key, _, state, data in
            onMain((data, key, state)) { data, key, state in
                Boxes.object(data, as: KeyClosure.self)?.body(KeyPress(key, state)) == true ? 1 : 0
            }
        }
        let object = Object(UnsafeMutableRawPointer(controller))
        object.connect("key-pressed", unsafeBitCast(pressed, to: GCallback.self), KeyClosure(body))
        gtk_widget_add_controller(cast(), controller)
    }
}

private final class KeyClosure {
    let body: @MainActor (KeyPress) -> Bool

    init(_ body: @escaping @MainActor (KeyPress) -> Bool) { self.body = body }
}

extension KeyPress {
    fileprivate init(_ key: guint, _ state: GdkModifierType) {
        let small = gdk_keyval_to_lower(key)
        let code = gdk_keyval_to_unicode(small)
        character = code >= 32 && code != 127 ? Unicode.Scalar(code).map { Character($0) } : nil
        name = gdk_keyval_name(small).map { String(cString: $0) } ?? ""
        var modifiers: Modifiers = []
        if state.rawValue & GDK_SHIFT_MASK.rawValue != 0 { modifiers.insert(.shift) }
        if state.rawValue & GDK_CONTROL_MASK.rawValue != 0 { modifiers.insert(.control) }
        if state.rawValue & GDK_ALT_MASK.rawValue != 0 { modifiers.insert(.alt) }
        if state.rawValue & (GDK_META_MASK.rawValue | GDK_SUPER_MASK.rawValue) != 0 { modifiers.insert(.meta) }
        self.modifiers = modifiers
    }
}
