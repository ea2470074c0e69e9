internal import CGtk

extension Window {
    /// Makes a key that is held down count once, like a shutter button.
    ///
    /// - Parameter names: GTK's, such as `Return`.
    package func ignoreRepeats(of names: [String]) {
        let state = KeyRepeats(Set(names.map { gdk_keyval_from_name($0) }))
        let controller = gtk_event_controller_key_new()!
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        let pressed: @convention(c) (OpaquePointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
            _, key, _, _, data in
            onMain(data) { Boxes.object($0, as: KeyRepeats.self)?.press(key) == true ? 1 : 0 }
        }
        let released: @convention(c) (OpaquePointer?, guint, guint, GdkModifierType, gpointer?) -> Void = {
            _, key, _, _, data in
            onMain(data) { Boxes.object($0, as: KeyRepeats.self)?.release(key) }
        }
        let object = Object(UnsafeMutableRawPointer(controller))
        object.connect("key-pressed", unsafeBitCast(pressed, to: GCallback.self), state)
        object.connect("key-released", unsafeBitCast(released, to: GCallback.self), state)
        gtk_widget_add_controller(cast(), controller)
        // The release of a key is not reported here while another window has the keyboard.
        on("notify::is-active") { state.releaseAll() }
    }
}

/// Which keys are down.
private final class KeyRepeats {
    private let keys: Set<guint>
    private var held: Set<guint> = []

    init(_ keys: Set<guint>) { self.keys = keys }

    /// - Returns: whether the key was already down, and should be ignored.
    func press(_ key: guint) -> Bool { keys.contains(key) && !held.insert(key).inserted }

    func release(_ key: guint) { held.remove(key) }

    func releaseAll() { held.removeAll() }
}
